import type { Context } from "../../src/domain/context.ts";
import type { Post } from "../../src/domain/webhooks/attempt-delivery.ts";
import { WebhookDelivery } from "../../src/jobs/deliver-webhooks.ts";

/** Delivers all that is due, as the job does. */
export async function deliverAll(ctx: Context, post: Post): Promise<void> {
  const webhooks = new WebhookDelivery(post);
  while ((await webhooks.round(ctx)) > 0);
}
