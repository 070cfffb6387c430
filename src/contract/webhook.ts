import type { DateTime } from "./scalars.ts";

/** Events a webhook may subscribe to (api-contract §16, domain-rules §12). */
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
  id: string;
  name: string;
  url: string;
  triggers: WebhookTrigger[];
  linkIds: string[] | null;
  folderIds: string[] | null;
  disabledAt: DateTime | null;
  consecutiveFailures: number;
  createdAt: DateTime;
  updatedAt: DateTime;
  /** Only in the answer that made it; `null` when that answer is replayed. */
  secret?: string | null;
}

/** Body of webhook writes; `name`, `url`, `triggers` are required on create. */
export interface WebhookInput {
  name?: string;
  url?: string;
  triggers?: WebhookTrigger[];
  linkIds?: string[] | null;
  folderIds?: string[] | null;
  secret?: string;
}

/** An attempt to deliver an event. */
export interface WebhookDelivery {
  id: string;
  eventId: string;
  event: WebhookTrigger;
  attempt: number;
  status: "pending" | "succeeded" | "failed";
  responseStatus: number | null;
  error: string | null;
  durationMs: number;
  createdAt: DateTime;
  nextAttemptAt: DateTime | null;
}

/** Query of `GET /webhooks/{id}/deliveries`. */
export interface WebhookDeliveryQuery {
  status?: WebhookDelivery["status"];
  event?: WebhookTrigger;
  page?: number;
  pageSize?: number;
}
