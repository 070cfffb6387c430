import type { WebhookTrigger } from "referrals-embed/contract";
import { insertOutboxEvents, subscribedEvents } from "../store/queries/delivery/webhooks.ts";
import type { NewOutboxRow } from "../store/schema/delivery.ts";
import { now, type Context } from "./context.ts";

/**
 * Writes an event to the outbox in the transaction of its cause: a rollback removes both. `data` must hold no secret and no full payout
 * destination.
 */
export async function emit(ctx: Context, event: WebhookTrigger, data: unknown): Promise<void> {
  await emitAll(ctx, event, [data]);
}

/** Writes one event for each of several causes, in order. */
export async function emitAll(ctx: Context, event: WebhookTrigger, list: readonly unknown[]): Promise<void> {
  if (list.length === 0) return;
  await insertOutboxEvents(ctx.db, outboxRows(ctx, event, list));
}

function outboxRows(ctx: Context, event: WebhookTrigger, list: readonly unknown[]): NewOutboxRow[] {
  return list.map((data) => ({
    id: ctx.ids.next("evt"),
    workspace_id: ctx.workspaceId,
    event,
    data: JSON.stringify(data),
    created_at: now(ctx),
  }));
}

/** The events a workspace's webhooks subscribe to, as read by each open transaction. */
const subscribed = new WeakMap<object, Map<string, Promise<ReadonlySet<WebhookTrigger>>>>();

/** The events that the workspace's webhooks subscribe to, so that others are not built. One statement per transaction. */
export function subscribedEventsOf(ctx: Context): Promise<ReadonlySet<WebhookTrigger>> {
  if (!ctx.db.isTransaction) return subscribedEvents(ctx.db, ctx.workspaceId);
  const workspaces = subscribed.get(ctx.db) ?? new Map<string, Promise<ReadonlySet<WebhookTrigger>>>();
  subscribed.set(ctx.db, workspaces);
  const events = workspaces.get(ctx.workspaceId) ?? subscribedEvents(ctx.db, ctx.workspaceId);
  workspaces.set(ctx.workspaceId, events);
  return events;
}

/** An event whose data is built only when a webhook subscribes to it. */
export interface Announcement {
  event: WebhookTrigger;
  build: () => Promise<readonly unknown[]>;
}

/** Writes the events that a webhook subscribes to, in order and in one statement. */
export async function announce(ctx: Context, announcements: readonly Announcement[]): Promise<void> {
  const subscribedTo = await subscribedEventsOf(ctx);
  const rows: NewOutboxRow[] = [];
  for (const { event, build } of announcements) {
    if (subscribedTo.has(event)) rows.push(...outboxRows(ctx, event, await build()));
  }
  if (rows.length > 0) await insertOutboxEvents(ctx.db, rows);
}
