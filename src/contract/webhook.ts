import type { DateTime } from "./scalars.ts";

/** Events a webhook may subscribe to (api-contract §16, domain-rules §12). */
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
/** Name of a webhook event. */
export type WebhookTrigger = (typeof webhookTriggers)[number];

/** What is posted to a webhook. */
export interface WebhookEvent<T = unknown> {
  /** `evt_...`, the same over every retry. */
  id: string;
  event: WebhookTrigger;
  createdAt: DateTime;
  data: T;
}

/** A webhook. */
export interface Webhook {
  /** Id of the webhook, `wh_…`. */
  id: string;
  /** What you called it. */
  name: string;
  /** Where events are posted to. */
  url: string;
  /** Events it hears of. */
  triggers: WebhookTrigger[];
  /** For `link.clicked`: only clicks on these links; `null` = any. */
  linkIds: string[] | null;
  /** For `link.clicked`: only clicks on links in these folders; `null` = any. */
  folderIds: string[] | null;
  /** Since when it is off: after 20 failures in a row, or an answer of 410. */
  disabledAt: DateTime | null;
  /** Failed attempts since the last that succeeded. */
  consecutiveFailures: number;
  /** When it was made. */
  createdAt: DateTime;
  /** When it last changed. */
  updatedAt: DateTime;
  /** Key of the signatures, `whsec_…`: only in the answer that made it, and `null` when that is replayed. */
  secret?: string | null;
}

/** Body of webhook writes; `name`, `url`, `triggers` are required on create. */
export interface WebhookInput {
  /** What to call it; required on create. */
  name?: string;
  /** Where to post events to, an https address; required on create. */
  url?: string;
  /** Events to hear of; required on create. */
  triggers?: WebhookTrigger[];
  /** For `link.clicked`: only clicks on these links; `null` = any. */
  linkIds?: string[] | null;
  /** For `link.clicked`: only clicks on links in these folders; `null` = any. */
  folderIds?: string[] | null;
  /** Key of the signatures: `whsec_` and the base64 of 24 to 64 bytes. Default: a new one. */
  secret?: string;
}

/** An attempt to deliver an event. */
export interface WebhookDelivery {
  /** Id of the delivery. */
  id: string;
  /** Id of the event, `evt_…`; the same over every attempt. */
  eventId: string;
  /** Name of the event. */
  event: WebhookTrigger;
  /** Attempts made so far. */
  attempt: number;
  /** Where it stands. */
  status: "pending" | "succeeded" | "failed";
  /** HTTP status your server answered; `null` without an answer. */
  responseStatus: number | null;
  /** What went wrong; `null` when nothing. */
  error: string | null;
  /** How long the last attempt took, in milliseconds. */
  durationMs: number;
  /** When it was made. */
  createdAt: DateTime;
  /** When it is tried again; `null` when it is not. */
  nextAttemptAt: DateTime | null;
}

/** Query of `GET /webhooks/{id}/deliveries`. */
export interface WebhookDeliveryQuery {
  /** Only deliveries in this status. */
  status?: WebhookDelivery["status"];
  /** Only deliveries of this event. */
  event?: WebhookTrigger;
  /** Number of the page, from 1. */
  page?: number;
  /** Deliveries per page. */
  pageSize?: number;
}
