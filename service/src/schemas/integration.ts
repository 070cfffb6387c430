import { z } from "@hono/zod-openapi";
import { paymentProviders } from "referrals-embed/contract";
import { idParams, paging } from "./query.ts";
import { trimmed } from "./text.ts";

const provider = z.enum(paymentProviders).meta({ description: "Who takes the payments.", examples: ["stripe"] });
const name = trimmed({ min: 1, max: 190 });
const metadataKey = trimmed({ min: 1, max: 40 });

const settings = {
  secret: trimmed({ min: 8, max: 255 })
    .nullish()
    .describe(
      "Key by which the provider signs its events, from its dashboard. Never answered; without it none are taken.",
    ),
  matchEmail: z
    .boolean()
    .optional()
    .describe("Whether a buyer may be known by e-mail address too. Off, for whoever pays chooses that address."),
  includeTax: z.boolean().optional().describe("Whether tax counts as part of a sale."),
  includeShipping: z.boolean().optional().describe("Whether shipping counts as part of a sale."),
  clickIdKey: metadataKey.optional().meta({
    description: "Key of the metadata (custom data) that holds the click id. Default `ref_id`.",
    examples: ["ref_id"],
  }),
  customerIdKey: metadataKey.optional().meta({
    description:
      "Key of the metadata (custom data) that holds the customer's id in your own database. Default `customerExternalId`.",
    examples: ["customerExternalId"],
  }),
};

export const integrationInput = z
  .object({
    provider,
    name: name.optional().meta({ description: "What to call it. Default: the provider's name.", examples: ["Stripe"] }),
    ...settings,
  })
  .describe("Body of `POST /integrations`.")
  .openapi("IntegrationInput");

export const integrationPatch = z
  .object({ name: name.optional().meta({ description: "What to call it.", examples: ["Stripe"] }), ...settings })
  .describe("Body of `PATCH /integrations/{id}`.")
  .openapi("IntegrationPatch");

const date = z.iso.datetime();

export const integration = z
  .strictObject({
    id: z.string().describe("Id of the integration, `int_…`."),
    provider,
    name: z.string().meta({ description: "What you called it.", examples: ["Stripe"] }),
    url: z.string().meta({
      description: "Address the provider sends its events to.",
      examples: ["https://app.example.com/api/integrations/int_01M6DSECV0/events"],
    }),
    events: z
      .array(z.string())
      .meta({ description: "Events to select in the provider's dashboard.", examples: [["invoice.paid"]] }),
    hasSecret: z
      .boolean()
      .describe("Whether the key of the provider's signatures is known; without it no event is taken."),
    matchEmail: z.boolean().describe("Whether a buyer may be known by e-mail address too."),
    includeTax: z.boolean().describe("Whether tax counts as part of a sale."),
    includeShipping: z.boolean().describe("Whether shipping counts as part of a sale."),
    clickIdKey: z.string().meta({ description: "Key of the metadata that holds the click id.", examples: ["ref_id"] }),
    customerIdKey: z.string().meta({
      description: "Key of the metadata that holds the customer's id in your own database.",
      examples: ["customerExternalId"],
    }),
    lastEventAt: date.nullable().describe("When the last event came; `null` = none yet."),
    createdAt: date.describe("When it was made."),
    updatedAt: date.describe("When it last changed."),
  })
  .describe("A payment provider whose events are sales, refunds and disputes.")
  .openapi("Integration");

const status = z.enum(["processed", "parked", "ignored", "failed"]).meta({
  description: "What became of an event.",
  "x-enumDescriptions": {
    processed: "It was done.",
    parked: "It waits for another event, or for a customer to become known, for 72 hours.",
    ignored: "There was nothing to do.",
    failed: "It was refused, and `outcome` says why.",
  },
});

export const integrationDelivery = z
  .strictObject({
    id: z.string().describe("Id of the delivery, `del_…`."),
    eventId: z.string().meta({ description: "The provider's id of the event.", examples: ["evt_1NG8Du2eZvKYlo2C"] }),
    type: z.string().meta({ description: "The provider's name of the event.", examples: ["invoice.paid"] }),
    status,
    outcome: z.string().meta({
      description: "What it did, and why.",
      examples: ["The sale in_1001 of 4900 usd is recorded for the customer user_2207."],
    }),
    attempts: z.int().min(0).describe("How often it was tried."),
    occurredAt: date.describe("When it happened, as the provider says."),
    receivedAt: date.describe("When it first came."),
    nextAttemptAt: date.nullable().describe("When it is tried again; `null` when it is not."),
  })
  .describe("An event of a provider, and what became of it.")
  .openapi("IntegrationDelivery");

export const integrationDeliveryQuery = z
  .object({
    status: status.optional(),
    type: z
      .string()
      .optional()
      .meta({ description: "Only events of this name.", examples: ["invoice.paid"] }),
    ...paging("Deliveries"),
  })
  .describe("Query of `GET /integrations/{id}/deliveries`.");

export const integrationDeliveryParams = idParams
  .extend({ deliveryId: z.string().describe("Id of the delivery, `del_…`.") })
  .describe("Path of a delivery of an integration.");

export const integrationReceipt = z
  .strictObject({ id: z.string().describe("Id of the delivery, `del_…`."), status })
  .describe("Answer to a provider.");
