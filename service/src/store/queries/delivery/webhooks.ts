import { sql, type Insertable, type Updateable } from "kysely";
import { inBatches } from "../id-lists.ts";
import type { WebhookDeliveryQuery, WebhookTrigger } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { DeliveryRow, OutboxRow, NewOutboxRow, WebhookRow } from "../../schema/delivery.ts";
import type { OutboxEventsTable, WebhookDeliveriesTable, WebhooksTable } from "../../schema/tables.ts";

/** The webhooks of a workspace, oldest first. */
export function listWebhookRows(db: Db, workspaceId: string): Promise<WebhookRow[]> {
  return db.selectFrom("webhooks").selectAll().where("workspace_id", "=", workspaceId).orderBy("id").execute();
}

/** One webhook of a workspace. */
export function findWebhookRow(db: Db, workspaceId: string, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Adds a webhook. */
export async function insertWebhookRow(db: Db, values: Insertable<WebhooksTable>): Promise<WebhookRow> {
  return db.insertInto("webhooks").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Writes columns of a webhook. */
export async function updateWebhookRow(db: Db, id: string, values: Updateable<WebhooksTable>): Promise<WebhookRow> {
  return db.updateTable("webhooks").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Removes a webhook and its deliveries. */
export async function deleteWebhookRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("webhooks").where("id", "=", id).execute();
}

/** A page of a webhook's deliveries, newest first. */
export function listDeliveryRows(db: Db, webhookId: string, query: WebhookDeliveryQuery): Promise<DeliveryRow[]> {
  const size = query.pageSize ?? 100;
  let rows = db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId);
  if (query.status) rows = rows.where("status", "=", query.status);
  if (query.event) rows = rows.where("event", "=", query.event);
  return rows
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute();
}

/** One delivery of a webhook. */
export function findDeliveryRow(db: Db, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Adds deliveries; an existing one for a webhook and event is not changed, so dispatching twice delivers once. */
export async function insertDeliveryRows(db: Db, rows: Insertable<WebhookDeliveriesTable>[]): Promise<void> {
  await inBatches(rows, (batch) =>
    db
      .insertInto("webhook_deliveries")
      .values(batch)
      .onConflict((conflict) => conflict.columns(["webhook_id", "event_id"]).where("replay_of", "is", null).doNothing())
      .execute(),
  );
}

/** Events not yet handed to webhooks, oldest first, locked against other replicas until the transaction ends. */
export function takeOutboxRows(db: Db, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom("outbox_events")
    .selectAll()
    .where("dispatched_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Marks events as handed over. */
export async function markDispatched(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable("outbox_events").set({ dispatched_at: at }).where("id", "in", ids).execute();
}

/** A due delivery with its address and content. */
export interface DueDelivery {
  id: string;
  attempt: number;
  event: WebhookTrigger;
  eventId: string;
  eventAt: Date;
  data: unknown;
  webhookId: string;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

/**
 * Takes due deliveries of enabled webhooks for as long as the lease: no other replica gets them before it ends. Works webhook by webhook,
 * since deliveries of a disabled one stay due.
 */
export async function leaseDueDeliveries(
  db: Db,
  { now, leaseEnd, limit }: { now: Date; leaseEnd: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH due AS (
      SELECT d.id FROM webhooks w CROSS JOIN LATERAL (
        SELECT id, next_attempt_at FROM webhook_deliveries
        WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) d
      WHERE w.disabled_at IS NULL ORDER BY d.next_attempt_at LIMIT ${limit}
    )
    UPDATE webhook_deliveries d SET next_attempt_at = ${leaseEnd}
    FROM due, webhooks w, outbox_events o
    WHERE d.id = due.id AND w.id = d.webhook_id AND o.id = d.event_id
    RETURNING d.id, d.attempt, d.event, d.event_id AS "eventId", o.created_at AS "eventAt", o.data,
      w.id AS "webhookId", w.url, w.secret, w.previous_secret AS "previousSecret",
      w.previous_secret_until AS "previousSecretUntil"`.execute(db);
  return rows;
}

/** Notes how an attempt ended; of a webhook that was removed meanwhile there is nothing to note. */
export async function updateDeliveryRow(db: Db, id: string, values: Updateable<WebhookDeliveriesTable>): Promise<void> {
  await db.updateTable("webhook_deliveries").set(values).where("id", "=", id).execute();
}

/** Counts a failed attempt, and disables the webhook at the limit or at once. */
export async function countFailure(
  db: Db,
  webhookId: string,
  { limit, at, gone }: { limit: number; at: Date; gone: boolean },
): Promise<void> {
  await sql`
    UPDATE webhooks SET consecutive_failures = consecutive_failures + 1,
      disabled_at = CASE WHEN disabled_at IS NULL AND (${gone} OR consecutive_failures + 1 >= ${limit})
        THEN ${at}::timestamptz ELSE disabled_at END
    WHERE id = ${webhookId}`.execute(db);
}

/** Forgets failures after a success. */
export async function resetFailures(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ consecutive_failures: 0 })
    .where("id", "=", webhookId)
    .where("consecutive_failures", ">", 0)
    .execute();
}

/** Which of some links, or folders, the workspace has. */
export async function knownIds(
  db: Db,
  table: "links" | "folders",
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Adds an event for one webhook only, marked as handed over. */
export async function insertDispatchedEvent(db: Db, values: Insertable<OutboxEventsTable>): Promise<void> {
  await db.insertInto("outbox_events").values(values).execute();
}

/** The events that webhooks of a workspace subscribe to, including disabled webhooks, whose events wait. */
export async function subscribedEvents(db: Db, workspaceId: string): Promise<Set<WebhookTrigger>> {
  const { rows } = await sql<{ event: WebhookTrigger }>`
    SELECT DISTINCT jsonb_array_elements_text(triggers) AS event FROM webhooks
    WHERE workspace_id = ${workspaceId}`.execute(db);
  return new Set(rows.map(({ event }) => event));
}

/** Adds events to the outbox. */
export async function insertOutboxEvents(db: Db, rows: NewOutboxRow[]): Promise<void> {
  await inBatches(rows, (batch) => db.insertInto("outbox_events").values(batch).execute());
}
