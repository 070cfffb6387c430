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
  webhookParams,
  webhookPatch,
} from "../schemas/webhook.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = webhookParams;
const withoutSecret = (made: Webhook): object => ({ ...made, secret: null });

/** Webhooks and their delivery log (api-contract §16). */
export const webhookEndpoints: readonly Endpoint[] = [
  endpoint("webhooks.list", { output: z.array(webhook), handle: ({ ctx }) => listWebhooks(ctx) }),
  endpoint("webhooks.create", {
    body: webhookInput,
    output: webhook,
    kept: withoutSecret,
    prepare: ({ ctx, body }) => checkWebhookUrl(body.url, ctx.config.webhookAllow),
    handle: ({ ctx, body, prepared }) => createWebhook(ctx, { ...body, url: prepared() }),
  }),
  endpoint("webhooks.get", { params, output: webhook, handle: ({ ctx, params }) => getWebhook(ctx, params.id) }),
  endpoint("webhooks.update", {
    params,
    body: webhookPatch,
    output: webhook,
    prepare: async ({ ctx, body }) =>
      body.url === undefined ? undefined : checkWebhookUrl(body.url, ctx.config.webhookAllow),
    handle: ({ ctx, params, body, prepared }) => updateWebhook(ctx, params.id, { ...body, url: prepared() }),
  }),
  endpoint("webhooks.delete", {
    params,
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteWebhook(ctx, params.id),
  }),
  endpoint("webhooks.rotate", {
    params,
    output: webhook,
    kept: withoutSecret,
    handle: ({ ctx, params }) => rotateWebhook(ctx, params.id),
  }),
  endpoint("webhooks.test", {
    params,
    output: webhookDelivery,
    handle: ({ ctx, params }) => testWebhook(ctx, params.id),
  }),
  endpoint("webhooks.enable", {
    params,
    output: webhook,
    handle: ({ ctx, params }) => enableWebhook(ctx, params.id),
  }),
  endpoint("webhooks.deliveries", {
    params,
    query: webhookDeliveryQuery,
    output: z.array(webhookDelivery),
    handle: ({ ctx, params, query }) => listDeliveries(ctx, params.id, query),
  }),
  endpoint("webhooks.replay", {
    params: webhookDeliveryParams,
    output: webhookDelivery,
    handle: ({ ctx, params }) => replayDelivery(ctx, params.id, params.deliveryId),
  }),
];
