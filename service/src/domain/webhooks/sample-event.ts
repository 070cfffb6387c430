import type { WebhookTrigger } from "referrals-embed/contract";
import { insertDispatchedEvent } from "../../store/queries/webhooks.ts";
import { now, type Context } from "../context.ts";

/** Stores a sample event for one webhook only; `test: true` tells a receiver that nothing happened. Answers the event's id. */
export async function emitSample(ctx: Context, event: WebhookTrigger): Promise<string> {
  const id = ctx.ids.next("evt");
  const data = JSON.stringify({ test: true, message: `A sample of ${event}. Nothing happened.` });
  await insertDispatchedEvent(ctx.db, {
    id,
    workspace_id: ctx.workspaceId,
    event,
    data,
    created_at: now(ctx),
    dispatched_at: now(ctx),
  });
  return id;
}
