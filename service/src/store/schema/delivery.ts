import type { Generated, Insertable, Selectable } from "kysely";
import type { WebhookDelivery, WebhookTrigger } from "referrals-embed/contract";
import type { Json, Timestamp } from "./column.ts";

export interface WebhooksTable {
  id: string;
  workspace_id: string;
  name: string;
  url: string;
  triggers: Json<WebhookTrigger[]>;
  link_ids: Json<string[] | null>;
  folder_ids: Json<string[] | null>;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Timestamp | null;
  disabled_at: Timestamp | null;
  consecutive_failures: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface OutboxEventsTable {
  id: string;
  workspace_id: string;
  event: WebhookTrigger;
  data: Json<unknown>;
  created_at: Timestamp;
  dispatched_at: Timestamp | null;
}

export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event_id: string;
  event: WebhookTrigger;
  attempt: Generated<number>;
  status: Generated<WebhookDelivery["status"]>;
  response_status: number | null;
  error: string | null;
  duration_ms: number | null;
  replay_of: string | null;
  created_at: Timestamp;
  next_attempt_at: Timestamp | null;
}

/** A webhook as stored. */
export type WebhookRow = Selectable<WebhooksTable>;

/** A delivery of an event to a webhook as stored. */
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** An event of the outbox as stored. */
export type OutboxRow = Selectable<OutboxEventsTable>;

/** An event to add to the outbox. */
export type NewOutboxRow = Insertable<OutboxEventsTable>;
