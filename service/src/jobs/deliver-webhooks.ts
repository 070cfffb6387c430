import type { Context } from "../domain/context.ts";
import { attemptDelivery, type Post } from "../domain/webhooks/attempt-delivery.ts";
import { dispatchOutbox } from "../domain/webhooks/dispatch-outbox.ts";
import { leaseDueDeliveries } from "../store/queries/delivery/webhooks.ts";

const batch = 20;

/** Longer than a post may take: after it, another replica can take the deliveries of one that died. */
const leaseMs = 60_000;

/**
 * One round: hands new events over, then posts due deliveries. Safe on several replicas: each skips rows locked by others.
 * @returns the amount of work, 0 when idle
 */
export async function deliverWebhooks(ctx: Context, post: Post): Promise<number> {
  const handed = await dispatchOutbox(ctx);
  const at = ctx.clock.now();
  const due = await leaseDueDeliveries(ctx.db, { now: new Date(at), leaseEnd: new Date(at + leaseMs), limit: batch });
  await Promise.all(due.map((delivery) => attemptDelivery(ctx, delivery, post)));
  return handed + due.length;
}
