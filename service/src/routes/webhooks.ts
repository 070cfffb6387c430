import { z } from "@hono/zod-openapi";
import type { Webhook } from "referrals-embed/contract";
import { checkWebhookUrl } from "../domain/webhooks/guard-address.ts";
import { listDeliveries, replayDelivery, testWebhook } from "../domain/webhooks/deliveries.ts";
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhook,
  updateWebhook,
} from "../domain/webhooks/write-webhook.ts";
import {
  webhook,
  webhookDelivery,
  webhookDeliveryParams,
  webhookDeliveryQuery,
  webhookInput,
  webhookPatch,
} from "../schemas/webhook.ts";
import { deleted, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = idParams;
const withoutSecret = (made: Webhook): object => ({ ...made, secret: null });

/** Webhooks and their delivery log. */
export const webhookEndpoints: readonly Endpoint[] = [
  endpoint("webhooks.list", {
    description: "Lists webhooks, and whether each is on.",
    output: z.array(webhook),
    handle: ({ ctx }) => listWebhooks(ctx),
  }),
  endpoint("webhooks.create", {
    description: "Makes a webhook. The secret of its signatures stands in this answer only.",
    body: webhookInput,
    output: webhook,
    example: { body: { triggers: ["partner.enrolled", "sale.created"] } },
    kept: withoutSecret,
    prepare: ({ ctx, body }) => checkWebhookUrl(body.url, ctx.config.webhookAllow),
    handle: ({ ctx, body, prepared }) => createWebhook(ctx, { ...body, url: prepared() }),
  }),
  endpoint("webhooks.get", {
    description: "Answers one webhook, without its secret.",
    params,
    output: webhook,
    handle: ({ ctx, params }) => getWebhook(ctx, params.id),
  }),
  endpoint("webhooks.update", {
    description: "Changes name, address, events or secret of a webhook.",
    params,
    body: webhookPatch,
    output: webhook,
    example: { body: { triggers: ["sale.created", "sale.refunded"] } },
    prepare: async ({ ctx, body }) =>
      body.url === undefined ? undefined : checkWebhookUrl(body.url, ctx.config.webhookAllow),
    handle: ({ ctx, params, body, prepared }) => updateWebhook(ctx, params.id, { ...body, url: prepared() }),
  }),
  endpoint("webhooks.delete", {
    description: "Deletes a webhook. Nothing more is sent to it.",
    params,
    output: deleted,
    handle: ({ ctx, params }) => deleteWebhook(ctx, params.id),
  }),
  endpoint("webhooks.rotate", {
    description: "Gives a webhook a new secret. For 24 hours the old one signs along.",
    params,
    output: webhook,
    kept: withoutSecret,
    handle: ({ ctx, params }) => rotateWebhook(ctx, params.id),
  }),
  endpoint("webhooks.test", {
    description: "Posts a sample event to a webhook.",
    params,
    output: webhookDelivery,
    handle: ({ ctx, params }) => testWebhook(ctx, params.id),
  }),
  endpoint("webhooks.enable", {
    description: "Turns a webhook on again that was turned off after failures.",
    params,
    output: webhook,
    handle: ({ ctx, params }) => enableWebhook(ctx, params.id),
  }),
  endpoint("webhooks.deliveries", {
    description: "Lists what was posted to a webhook in the last 30 days, newest first.",
    params,
    query: webhookDeliveryQuery,
    output: z.array(webhookDelivery),
    example: { query: { status: "pending" } },
    handle: ({ ctx, params, query }) => listDeliveries(ctx, params.id, query),
  }),
  endpoint("webhooks.replay", {
    description: "Posts an event once more, with the same id and body and a new signature.",
    params: webhookDeliveryParams,
    output: webhookDelivery,
    handle: ({ ctx, params }) => replayDelivery(ctx, params.id, params.deliveryId),
  }),
];
