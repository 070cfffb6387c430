import type { Link, WebhookTrigger } from "referrals-embed/contract";
import {
  insertDeliveryRows,
  listWebhookRows,
  markDispatched,
  markHandedTo,
  takeOutboxRows,
} from "../../store/queries/delivery/webhooks.ts";
import type { NewDeliveryRow, OutboxRow, WebhookRow } from "../../store/schema/delivery.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { present } from "../../present.ts";

/**
 * Deliveries written in one transaction, of which each workspace has an equal share, and events read for it: with more, the embedded store
 * would keep calls waiting for too long.
 */
const portion = { deliveries: 500, events: 100 };

/**
 * Hands a portion of the committed events to the webhooks that want them: one delivery per webhook and event, in one transaction with the
 * mark on the event, so that several replicas, and a crash in between, never deliver one twice. An event for more webhooks than the
 * portion has room for goes on at the next of them.
 * @returns how many events it came to
 */
export function dispatchOutbox(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const events = await takeOutboxRows(ctx.db, portion.events);
    if (events.length === 0) return 0;
    const hooks = new Map<string, WebhookRow[]>();
    for (const workspaceId of new Set(events.map((event) => event.workspace_id))) {
      hooks.set(workspaceId, await listWebhookRows(ctx.db, workspaceId));
    }
    const rows: NewDeliveryRow[] = [];
    const done: string[] = [];
    const share = Math.ceil(portion.deliveries / hooks.size);
    const left = new Map<string, number>();
    for (const event of events) {
      const room = left.get(event.workspace_id) ?? share;
      if (room === 0) continue;
      const wanting = present(hooks.get(event.workspace_id), "the list of webhooks").filter(
        (hook) => hook.id > (event.handed_to ?? "") && wants(hook, event),
      );
      const next = wanting.slice(0, room);
      left.set(event.workspace_id, room - next.length);
      rows.push(...next.map((hook) => deliveryOf(ctx, event, hook)));
      if (next.length === wanting.length) done.push(event.id);
      else await markHandedTo(ctx.db, event.id, present(next.at(-1), "the last webhook").id);
    }
    await insertDeliveryRows(ctx.db, rows);
    await markDispatched(ctx.db, done, now(ctx));
    return events.length;
  });
}

function deliveryOf(ctx: Context, event: OutboxRow, hook: WebhookRow): NewDeliveryRow {
  return {
    id: ctx.ids.next("del"),
    webhook_id: hook.id,
    event_id: event.id,
    event: event.event,
    created_at: now(ctx),
    next_attempt_at: now(ctx),
  };
}

/** Whether a webhook gets an event: clicks go to the webhooks that a link lists, and to subscribers within their scope. */
export function wants(
  hook: Pick<WebhookRow, "id" | "triggers" | "link_ids" | "folder_ids">,
  event: { event: WebhookTrigger; data: unknown },
): boolean {
  const subscribed = hook.triggers.includes(event.event);
  if (event.event !== "link.clicked") return subscribed;
  const { link } = event.data as { link: Link };
  if (link.webhookIds.includes(hook.id)) return true;
  if (!subscribed) return false;
  if (hook.link_ids === null && hook.folder_ids === null) return true;
  return (
    Boolean(hook.link_ids?.includes(link.id)) || Boolean(link.folderId && hook.folder_ids?.includes(link.folderId))
  );
}
