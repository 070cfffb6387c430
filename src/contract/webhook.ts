import type { WebhookTrigger } from "./records.ts";
import type { DateTime } from "./scalars.ts";

/** Events a webhook may subscribe to. */
export const webhookTriggers = [
  /** A link was made. Data: the link. */
  "link.created",

  /** A link was changed. Data: the link. */
  "link.updated",

  /** A link was deleted. Data: the link. */
  "link.deleted",

  /** A link was clicked. Data: click and link. */
  "link.clicked",

  /** A lead was recorded. Data: event name, customer, click, link, partner and metadata. */
  "lead.created",

  /** A sale was recorded. Data: as of a lead, and the sale. */
  "sale.created",

  /** A sale was given back in whole or in part. Data: sale, commission, what is taken back, customer and link. */
  "sale.refunded",

  /** Somebody applied. Data: the application. */
  "partner.application_submitted",

  /** Somebody became a partner. Data: the partner. */
  "partner.enrolled",

  /** An enrollment changed its status. Data: partner, both statuses and the reason. */
  "partner.status_changed",

  /** A partner chose another way to be paid. Data: partner, method, and from when it counts. */
  "partner.payout_method_updated",

  /** A partner sent a referral. Data: the referral and its partner. */
  "referral.created",

  /** A partner earned something. Data: the commission with partner and link. */
  "commission.created",

  /** A commission changed. Data: the same, and what it was before. */
  "commission.updated",

  /** A payout was collected. Data: the payout. */
  "payout.created",

  /** A payout moved on. Data: the payout. */
  "payout.updated",

  /** A discount code was made. Data: code, partner, link and discount. */
  "discount_code.created",

  /** A discount code was deleted. Data: the same. */
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
