import type { WebhookTrigger } from "referrals-embed/contract";
import { now, type Context } from "./context.ts";

/**
 * Writes an event to the outbox in the transaction of its cause (domain-rules W1): committed cause, event; rolled back, none.
 * `data` holds no secret and no full payout destination (W3).
 */
export async function emit(ctx: Context, event: WebhookTrigger, data: unknown): Promise<void> {
  await emitAll(ctx, event, [data]);
}

/** Writes one event for each of several causes, in order. */
export async function emitAll(ctx: Context, event: WebhookTrigger, list: readonly unknown[]): Promise<void> {
  if (list.length === 0) return;
  const rows = list.map((data) => ({
    id: ctx.ids.next("evt"),
    workspace_id: ctx.workspaceId,
    event,
    data: JSON.stringify(data),
    created_at: now(ctx),
  }));
  await ctx.db.insertInto("outbox_events").values(rows).execute();
}
