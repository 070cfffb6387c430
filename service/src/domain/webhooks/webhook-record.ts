import { ReferralsError, type Webhook, type WebhookDelivery } from "referrals-embed/contract";
import { findWebhookRow } from "../../store/queries/webhooks.ts";
import type { DeliveryRow, WebhookRow } from "../../store/schema/delivery.ts";
import type { Context } from "../context.ts";

/** A webhook as it is answered; the secret only where it was just made. */
export function toWebhook(row: WebhookRow, secret?: string): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    triggers: row.triggers,
    linkIds: row.link_ids,
    folderIds: row.folder_ids,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    consecutiveFailures: row.consecutive_failures,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(secret !== undefined && { secret }),
  };
}

/** A delivery as it is answered. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event,
    attempt: row.attempt,
    status: row.status,
    responseStatus: row.response_status,
    error: row.error,
    durationMs: row.duration_ms ?? 0,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}

/** The webhook of the workspace. Throws 404. */
export async function getWebhookRow(ctx: Context, id: string): Promise<WebhookRow> {
  const row = await findWebhookRow(ctx.db, ctx.workspaceId, id);
  if (!row) throw new ReferralsError("not_found", "There is no such webhook in this workspace.");
  return row;
}
