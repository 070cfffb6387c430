import type { WebhookTrigger } from "./records.ts";
import type { DateTime } from "./scalars.ts";

/** Events a webhook may subscribe to. */
export const webhookTriggers = [
  "link.created",
  "link.updated",
  "link.deleted",
  "link.clicked",
  "lead.created",
  "sale.created",
  "sale.refunded",
  "partner.application_submitted",
  "partner.enrolled",
  "partner.status_changed",
  "partner.payout_method_updated",
  "referral.created",
  "commission.created",
  "commission.updated",
  "payout.created",
  "payout.updated",
  "discount_code.created",
  "discount_code.deleted",
] as const;

/** What is posted to a webhook. */
export interface WebhookEvent<T = unknown> {
  /** `evt_...`, the same over every retry. */
  id: string;
  event: WebhookTrigger;
  createdAt: DateTime;
  data: T;
}
