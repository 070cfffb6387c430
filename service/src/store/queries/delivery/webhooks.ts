import { sql, type Insertable, type Updateable } from "kysely";
import { distinctValues } from "../distinct-values.ts";
import { inBatches } from "../id-lists.ts";
import type { WebhookDeliveryQuery, WebhookTrigger } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { DeliveryRow, NewDeliveryRow, OutboxRow, NewOutboxRow, WebhookRow } from "../../schema/delivery.ts";
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

/** Removes a webhook. Its deliveries are no longer sent or listed, and go in portions ({@link forgetDeliveriesOfNone}). */
export async function deleteWebhookRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("webhooks").where("id", "=", id).execute();
}

/** Counts the webhooks of a workspace, and lets nobody add one to it until the transaction ends. */
export async function countWebhooks(db: Db, workspaceId: string): Promise<number> {
  await sql`SELECT id FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`.execute(db);
  const { count } = await db
    .selectFrom("webhooks")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
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
export async function insertDeliveryRows(db: Db, rows: NewDeliveryRow[]): Promise<void> {
  await inBatches(rows, (batch) =>
    db
      .insertInto("webhook_deliveries")
      .values(batch)
      .onConflict((conflict) => conflict.columns(["webhook_id", "event_id"]).where("replay_of", "is", null).doNothing())
      .execute(),
  );
}

/**
 * Events not yet handed to all webhooks, locked against other replicas until the transaction ends: the oldest of each workspace, then the
 * second of each, so that the many events of one do not delay those of others.
 */
export async function takeOutboxRows(db: Db, limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    WITH turns AS (
      SELECT e.id, e.turn FROM ${distinctValues("outbox_events", "workspace_id", sql`dispatched_at IS NULL`)} w
      CROSS JOIN LATERAL (
        SELECT id, created_at, row_number() OVER (ORDER BY created_at, id) AS turn FROM outbox_events
        WHERE workspace_id = w.value AND dispatched_at IS NULL ORDER BY created_at, id LIMIT ${limit}) e
      ORDER BY e.turn, e.created_at, e.id LIMIT ${limit}
    )
    SELECT o.* FROM turns JOIN outbox_events o USING (id) WHERE o.dispatched_at IS NULL
    ORDER BY turns.turn, o.created_at, o.id FOR UPDATE OF o SKIP LOCKED`.execute(db);
  return rows;
}

/** Marks events as handed over. */
export async function markDispatched(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable("outbox_events").set({ dispatched_at: at }).where("id", "in", ids).execute();
}

/** Notes up to which webhook an event was handed over. */
export async function markHandedTo(db: Db, id: string, webhookId: string): Promise<void> {
  await db.updateTable("outbox_events").set({ handed_to: webhookId }).where("id", "=", id).execute();
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
  workspaceId: string;
  /** Whether the webhook's receiver took long last. */
  slow: boolean;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

/** An enabled webhook with a due delivery. */
export interface WaitingWebhook {
  webhookId: string;
  workspaceId: string;
  /** Whether its receiver took long last. */
  slow: boolean;
  /** Since when its oldest is due. */
  since: Date;
}

/** The enabled webhooks with a due delivery. It reads one delivery of each, however many wait. */
export async function waitingWebhooks(db: Db, now: Date): Promise<WaitingWebhook[]> {
  const { rows } = await sql<WaitingWebhook>`
    SELECT w.id AS "webhookId", w.workspace_id AS "workspaceId", w.slow, d.next_attempt_at AS since
    FROM ${distinctValues("webhook_deliveries", "webhook_id", sql`status = 'pending'`)} waiting
    JOIN webhooks w ON w.id = waiting.value
    CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM webhook_deliveries
      WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT 1) d
    WHERE w.disabled_at IS NULL`.execute(db);
  return rows;
}

/** Takes so many due deliveries of each webhook for as long as the lease: no other replica gets them before it ends. */
export async function leaseDueDeliveries(
  db: Db,
  shares: ReadonlyMap<string, number>,
  { now, leaseEnd }: { now: Date; leaseEnd: Date },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH due AS (
      SELECT d.id FROM unnest(${[...shares.keys()]}::text[], ${[...shares.values()]}::integer[]) AS share (webhook_id, places)
      CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries
        WHERE webhook_id = share.webhook_id AND status = 'pending' AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at LIMIT share.places FOR UPDATE SKIP LOCKED) d
    )
    UPDATE webhook_deliveries d SET next_attempt_at = ${leaseEnd}
    FROM due, webhooks w, outbox_events o
    WHERE d.id = due.id AND w.id = d.webhook_id AND o.id = d.event_id
    RETURNING d.id, d.attempt, d.event, d.event_id AS "eventId", o.created_at AS "eventAt", o.data,
      w.id AS "webhookId", w.workspace_id AS "workspaceId", w.slow, w.url, w.secret,
      w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil"`.execute(db);
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

/** Notes whether a webhook's receiver took long. */
export async function markSlow(db: Db, webhookId: string, slow: boolean): Promise<void> {
  await db.updateTable("webhooks").set({ slow }).where("id", "=", webhookId).where("slow", "<>", slow).execute();
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
