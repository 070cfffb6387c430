import { z } from "@hono/zod-openapi";
import { idParams, paging } from "./query.ts";
import { trimmed } from "./text.ts";
import { webhookTrigger } from "./values.ts";

const secret = z.string().check((check) => {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(check.value) ?? [];
  const bytes = base64 === undefined ? 0 : Buffer.from(base64, "base64").length;
  if (bytes >= 24 && bytes <= 64) return;
  check.issues.push({ code: "custom", message: "must be whsec_ and the base64 of 24 to 64 bytes", input: check.value });
});
const triggers = z.array(webhookTrigger).min(1);
const ids = z.array(z.string()).max(1000).nullable();

const fields = {
  name: trimmed({ min: 1, max: 190 }).meta({
    description: "What to call it; required on create.",
    examples: ["Back office"],
  }),
  url: trimmed({ min: 1, max: 2000 }).meta({
    description: "Where to post events to, an https address; required on create.",
    examples: ["https://acme.example/hooks/referrals"],
  }),
  triggers: triggers.describe("Events to hear of; required on create."),
};
const optional = {
  linkIds: ids.optional().describe("For `link.clicked`: only clicks on these links; `null` = any."),
  folderIds: ids.optional().describe("For `link.clicked`: only clicks on links in these folders; `null` = any."),
  secret: secret
    .optional()
    .describe("Key of the signatures: `whsec_` and the base64 of 24 to 64 bytes. Default: a new one."),
};

export const webhookInput = z
  .object({ ...fields, ...optional })
  .describe("Body of webhook writes; `name`, `url`, `triggers` are required on create.")
  .openapi("WebhookInput");

export const webhookPatch = z
  .object(fields)
  .partial()
  .extend(optional)
  .describe("Body of webhook writes; `name`, `url`, `triggers` are required on create.")
  .openapi("WebhookPatch");

const date = z.iso.datetime();

export const webhook = z
  .strictObject({
    id: z.string().describe("Id of the webhook, `wh_…`."),
    name: z.string().meta({ description: "What you called it.", examples: ["Back office"] }),
    url: z
      .string()
      .meta({ description: "Where events are posted to.", examples: ["https://acme.example/hooks/referrals"] }),
    triggers: z.array(webhookTrigger).describe("Events it hears of."),
    linkIds: z.array(z.string()).nullable().describe("For `link.clicked`: only clicks on these links; `null` = any."),
    folderIds: z
      .array(z.string())
      .nullable()
      .describe("For `link.clicked`: only clicks on links in these folders; `null` = any."),
    disabledAt: date.nullable().describe("Since when it is off: after 20 failures in a row, or an answer of 410."),
    consecutiveFailures: z.int().min(0).describe("Failed attempts since the last that succeeded."),
    createdAt: date.describe("When it was made."),
    updatedAt: date.describe("When it last changed."),
    secret: z
      .string()
      .nullable()
      .optional()
      .describe("Key of the signatures, `whsec_…`: only in the answer that made it, and `null` when that is replayed."),
  })
  .describe("A webhook.")
  .openapi("Webhook");

export const webhookDelivery = z
  .strictObject({
    id: z.string().describe("Id of the delivery, `del_…`."),
    eventId: z.string().describe("Id of the event, `evt_…`; the same over every attempt."),
    event: webhookTrigger.describe("Name of the event."),
    attempt: z.int().min(0).describe("Attempts made so far."),
    status: z.enum(["pending", "succeeded", "failed"]).describe("Where it stands."),
    responseStatus: z.int().nullable().describe("HTTP status your server answered; `null` without an answer."),
    error: z.string().nullable().describe("What went wrong; `null` when nothing."),
    durationMs: z.int().min(0).describe("How long the last attempt took, in milliseconds."),
    createdAt: date.describe("When it was made."),
    nextAttemptAt: date.nullable().describe("When it is tried again; `null` when it is not."),
  })
  .describe("An attempt to deliver an event.")
  .openapi("WebhookDelivery");

export const webhookDeliveryQuery = z
  .object({
    status: z.enum(["pending", "succeeded", "failed"]).optional().describe("Only deliveries in this status."),
    event: webhookTrigger.optional().describe("Only deliveries of this event."),
    ...paging("Deliveries"),
  })
  .describe("Query of `GET /webhooks/{id}/deliveries`.");

export const webhookDeliveryParams = idParams
  .extend({ deliveryId: z.string().describe("Id of the delivery, `del_…`.") })
  .describe("Path of a delivery of a webhook.");
