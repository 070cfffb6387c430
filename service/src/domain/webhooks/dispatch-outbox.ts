import type { Link, WebhookTrigger } from "referrals-embed/contract";
import {
  insertDeliveryRows,
  listWebhookRows,
  markDispatched,
  takeOutboxRows,
} from "../../store/queries/delivery/webhooks.ts";
import type { WebhookRow } from "../../store/schema/delivery.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { present } from "../../present.ts";

const batch = 200;

/**
 * Hands committed events to the webhooks that want them: one delivery per webhook and event, in one transaction with the mark on the
 * event, so that several replicas, and a crash in between, never deliver one twice.
 * @returns how many events were handed over
 */
export function dispatchOutbox(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const events = await takeOutboxRows(ctx.db, batch);
    if (events.length === 0) return 0;
    const hooks = new Map<string, WebhookRow[]>();
    for (const workspaceId of new Set(events.map((event) => event.workspace_id))) {
      hooks.set(workspaceId, await listWebhookRows(ctx.db, workspaceId));
    }
    const wanted = events.flatMap((event) =>
      present(hooks.get(event.workspace_id), "the list of webhooks").flatMap((hook) =>
        wants(hook, event) ? [{ event, hook }] : [],
      ),
    );
    await insertDeliveryRows(
      ctx.db,
      wanted.map(({ event, hook }) => ({
        id: ctx.ids.next("del"),
        webhook_id: hook.id,
        event_id: event.id,
        event: event.event,
        created_at: now(ctx),
        next_attempt_at: now(ctx),
      })),
    );
    await markDispatched(
      ctx.db,
      events.map((event) => event.id),
      now(ctx),
    );
    return events.length;
  });
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
