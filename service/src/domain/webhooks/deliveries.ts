import {
  ReferralsError,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
  type WebhookTrigger,
} from "referrals-embed/contract";
import {
  findDeliveryRow,
  insertDeliveryRows,
  insertDispatchedEvent,
  listDeliveryRows,
} from "../../store/queries/delivery/webhooks.ts";
import { now, type Context } from "../context.ts";
import { getWebhookRow, toDelivery } from "./webhook-record.ts";
import { present } from "../../present.ts";
import { inTransaction } from "../transaction.ts";

/** The delivery log of a webhook, newest first. Throws 404. */
export async function listDeliveries(
  ctx: Context,
  id: string,
  query: WebhookDeliveryQuery,
): Promise<WebhookDelivery[]> {
  await getWebhookRow(ctx, id);
  return (await listDeliveryRows(ctx.db, id, query)).map(toDelivery);
}

/** Delivers an event again: same event id and body, new signature. Throws 404. */
export async function replayDelivery(ctx: Context, id: string, deliveryId: string): Promise<WebhookDelivery> {
  return inTransaction(ctx, async (ctx) => {
    await getWebhookRow(ctx, id);
    const original = await findDeliveryRow(ctx.db, id, deliveryId);
    if (!original)
      throw new ReferralsError("not_found", "This webhook has no such delivery. Deliveries are kept for 30 days.");
    return addDelivery(ctx, id, { eventId: original.event_id, event: original.event, replayOf: original.id });
  });
}

/** Sends a sample of the first event a webhook subscribes to. Throws 404. */
export async function testWebhook(ctx: Context, id: string): Promise<WebhookDelivery> {
  return inTransaction(ctx, async (ctx) => {
    const hook = await getWebhookRow(ctx, id);
    const event = hook.triggers[0] ?? "link.created";
    const eventId = await emitSample(ctx, event);
    return addDelivery(ctx, id, { eventId, event, replayOf: eventId });
  });
}

async function addDelivery(
  ctx: Context,
  webhookId: string,
  of: { eventId: string; event: WebhookDelivery["event"]; replayOf: string },
): Promise<WebhookDelivery> {
  const id = ctx.ids.next("del");
  await insertDeliveryRows(ctx.db, [
    {
      id,
      webhook_id: webhookId,
      event_id: of.eventId,
      event: of.event,
      replay_of: of.replayOf,
      created_at: now(ctx),
      next_attempt_at: now(ctx),
    },
  ]);
  return toDelivery(present(await findDeliveryRow(ctx.db, webhookId, id), "the delivery"));
}

/** Stores a sample event for one webhook only; `test: true` marks it for the receiver. Answers the event's id. */
async function emitSample(ctx: Context, event: WebhookTrigger): Promise<string> {
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
