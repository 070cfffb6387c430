import type { Insertable, Selectable } from "kysely";
import type { OutboxEventsTable, WebhookDeliveriesTable, WebhooksTable } from "./tables.ts";

/** A webhook as stored. */
export type WebhookRow = Selectable<WebhooksTable>;

/** A delivery of an event to a webhook as stored. */
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** A delivery to add. */
export type NewDeliveryRow = Insertable<WebhookDeliveriesTable>;

/** An event of the outbox as stored. */
export type OutboxRow = Selectable<OutboxEventsTable>;

/** An event to add to the outbox. */
export type NewOutboxRow = Insertable<OutboxEventsTable>;
