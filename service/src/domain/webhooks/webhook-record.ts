import { ReferralsError, type Webhook, type WebhookDelivery } from "referrals-embed/contract";
import { findWebhookRow } from "../../store/queries/delivery/webhooks.ts";
import type { DeliveryRow, WebhookRow } from "../../store/schema/delivery.ts";
import type { Context } from "../context.ts";
import { recordOf } from "../record.ts";
import { webhook, webhookDelivery } from "../../schemas/webhook.ts";

/** A webhook in the API's answers; with the secret only when that was just made. */
export function toWebhook(row: WebhookRow, secret?: string): Webhook {
  return recordOf(webhook, row, { secret });
}

/** A delivery in the API's answers. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return recordOf(webhookDelivery, row, { durationMs: row.duration_ms ?? 0 });
}

/** The webhook of the workspace. Throws 404. */
export async function getWebhookRow(ctx: Context, id: string): Promise<WebhookRow> {
  const row = await findWebhookRow(ctx.db, ctx.workspaceId, id);
  if (!row) throw new ReferralsError("not_found", "There is no such webhook in this workspace.");
  return row;
}
