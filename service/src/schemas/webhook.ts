import { z } from "@hono/zod-openapi";
import {
  webhookTriggers,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
} from "referrals-embed/contract";
import { page, pageSize } from "./query.ts";
import { trimmed } from "./text.ts";

const secret = z.string().check((check) => {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(check.value) ?? [];
  const bytes = base64 === undefined ? 0 : Buffer.from(base64, "base64").length;
  if (bytes >= 24 && bytes <= 64) return;
  check.issues.push({ code: "custom", message: "must be whsec_ and the base64 of 24 to 64 bytes", input: check.value });
});
const triggers = z.array(z.enum(webhookTriggers)).min(1);
const ids = z.array(z.string()).max(1000).nullable();

const fields = {
  name: trimmed({ min: 1, max: 190 }),
  url: trimmed({ min: 1, max: 2000 }),
  triggers,
};
const optional = { linkIds: ids.optional(), folderIds: ids.optional(), secret: secret.optional() };

/** Body of `POST /webhooks`. */
export const webhookInput = z.object({ ...fields, ...optional }).openapi("WebhookInput");

/** Body of `PATCH /webhooks/{id}`. */
export const webhookPatch = z.object(fields).partial().extend(optional).openapi("WebhookPatch");

const date = z.iso.datetime();

/** A webhook. */
export const webhook = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    triggers: z.array(z.enum(webhookTriggers)),
    linkIds: z.array(z.string()).nullable(),
    folderIds: z.array(z.string()).nullable(),
    disabledAt: date.nullable(),
    consecutiveFailures: z.int().min(0),
    createdAt: date,
    updatedAt: date,
    secret: z.string().nullable().optional(),
  })
  .openapi("Webhook") satisfies z.ZodType<Webhook>;

/** A delivery. */
export const webhookDelivery = z
  .strictObject({
    id: z.string(),
    eventId: z.string(),
    event: z.enum(webhookTriggers),
    attempt: z.int().min(0),
    status: z.enum(["pending", "succeeded", "failed"]),
    responseStatus: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.int().min(0),
    createdAt: date,
    nextAttemptAt: date.nullable(),
  })
  .openapi("WebhookDelivery") satisfies z.ZodType<WebhookDelivery>;

/** Query of the delivery log. */
export const webhookDeliveryQuery = z.object({
  status: z.enum(["pending", "succeeded", "failed"]).optional(),
  event: z.enum(webhookTriggers).optional(),
  page,
  pageSize: pageSize(),
}) satisfies z.ZodType<WebhookDeliveryQuery>;

/** Path of a webhook, and of one of its deliveries. */
export const webhookParams = z.object({ id: z.string() });
export const webhookDeliveryParams = z.object({ id: z.string(), deliveryId: z.string() });
