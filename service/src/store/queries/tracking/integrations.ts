import { sql, type Insertable, type Updateable } from "kysely";
import type { IntegrationDeliveryQuery } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { IntegrationDeliveryRow, IntegrationRow } from "../../schema/integrations.ts";
import { distinctValues } from "../distinct-values.ts";
import { forgetProviderCustomers } from "./provider-customers.ts";
import type { IntegrationDeliveriesTable, IntegrationsTable } from "../../schema/tables.ts";

/** The integrations of a workspace, oldest first. */
export function listIntegrationRows(db: Db, workspaceId: string): Promise<IntegrationRow[]> {
  return db.selectFrom("integrations").selectAll().where("workspace_id", "=", workspaceId).orderBy("id").execute();
}

/** An integration of any workspace. */
export function findIntegrationRow(db: Db, id: string): Promise<IntegrationRow | undefined> {
  return db.selectFrom("integrations").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The same, locked: events of one integration are done one after the other. */
export function lockIntegration(db: Db, id: string): Promise<IntegrationRow | undefined> {
  return db.selectFrom("integrations").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** Adds an integration. */
export function insertIntegrationRow(db: Db, values: Insertable<IntegrationsTable>): Promise<IntegrationRow> {
  return db.insertInto("integrations").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Writes columns of an integration. */
export function updateIntegrationRow(
  db: Db,
  id: string,
  values: Updateable<IntegrationsTable>,
): Promise<IntegrationRow> {
  return db.updateTable("integrations").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Removes an integration with its log and its notes. */
export async function deleteIntegrationRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("integrations").where("id", "=", id).execute();
}

/** A page of an integration's deliveries, newest first. */
export function listIntegrationDeliveries(
  db: Db,
  integrationId: string,
  { status, type, page = 1, pageSize = 100 }: IntegrationDeliveryQuery,
): Promise<IntegrationDeliveryRow[]> {
  let rows = db.selectFrom("integration_deliveries").selectAll().where("integration_id", "=", integrationId);
  if (status) rows = rows.where("status", "=", status);
  if (type) rows = rows.where("type", "=", type);
  return rows
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** One delivery of an integration, by its id or by the provider's id of the event. */
export function findIntegrationDelivery(
  db: Db,
  integrationId: string,
  by: { id: string } | { eventId: string },
): Promise<IntegrationDeliveryRow | undefined> {
  return db
    .selectFrom("integration_deliveries")
    .selectAll()
    .where("integration_id", "=", integrationId)
    .where("id" in by ? "id" : "event_id", "=", "id" in by ? by.id : by.eventId)
    .executeTakeFirst();
}

/** Adds a delivery. */
export function insertIntegrationDelivery(
  db: Db,
  values: Insertable<IntegrationDeliveriesTable>,
): Promise<IntegrationDeliveryRow> {
  return db.insertInto("integration_deliveries").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Stores the result of a delivery. */
export function updateIntegrationDelivery(
  db: Db,
  id: string,
  values: Updateable<IntegrationDeliveriesTable>,
): Promise<IntegrationDeliveryRow> {
  return db
    .updateTable("integration_deliveries")
    .set(values)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A parked event that is due. */
export interface DueEvent {
  id: string;
  integrationId: string;
  workspaceId: string;
}

/**
 * Takes parked events that are due for as long as the lease: no other replica gets them before it ends. The oldest of each workspace come
 * first, then the second of each, so that the many events of one, which a note can make due at once, do not delay those of others.
 */
export async function leaseParkedEvents(
  db: Db,
  { now, leaseEnd, limit }: { now: Date; leaseEnd: Date; limit: number },
): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    WITH turns AS (
      SELECT e.id, e.next_attempt_at,
        row_number() OVER (PARTITION BY i.workspace_id ORDER BY e.turn, e.next_attempt_at, e.id) AS turn
      FROM ${distinctValues("integration_deliveries", "integration_id", sql`status = 'parked'`)} parked
      JOIN integrations i ON i.id = parked.value
      CROSS JOIN LATERAL (
        SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, id) AS turn FROM integration_deliveries
        WHERE integration_id = i.id AND status = 'parked' AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at, id LIMIT ${limit}) e
    ), due AS (
      SELECT id FROM integration_deliveries
      WHERE id IN (SELECT id FROM turns ORDER BY turn, next_attempt_at, id LIMIT ${limit})
        AND status = 'parked' AND next_attempt_at <= ${now} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE integration_deliveries d SET next_attempt_at = ${leaseEnd} FROM due WHERE d.id = due.id
      RETURNING d.id, d.integration_id, d.occurred_at
    )
    SELECT t.id, t.integration_id AS "integrationId", i.workspace_id AS "workspaceId"
    FROM taken t JOIN integrations i ON i.id = t.integration_id ORDER BY t.occurred_at, t.id`.execute(db);
  return rows;
}

/** Makes parked events due that wait for one of these notes. */
export async function wakeParkedEvents(
  db: Db,
  integrationId: string,
  { names, at }: { names: readonly string[]; at: Date },
): Promise<void> {
  await sql`UPDATE integration_deliveries SET next_attempt_at = ${at}
    WHERE integration_id = ${integrationId} AND status = 'parked'
      AND waits_for ?| ${names}::text[]`.execute(db);
}

/** The same for all integrations of a workspace. */
export async function wakeWorkspaceEvents(
  db: Db,
  workspaceId: string,
  { names, at }: { names: readonly string[]; at: Date },
): Promise<void> {
  await sql`UPDATE integration_deliveries d SET next_attempt_at = ${at} FROM integrations i
    WHERE i.id = d.integration_id AND i.workspace_id = ${workspaceId} AND d.status = 'parked'
      AND d.waits_for ?| ${names}::text[]`.execute(db);
}

/** The notes with these names. */
export async function readNotes(db: Db, integrationId: string, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("integration_notes")
    .select(["name", "value"])
    .where("integration_id", "=", integrationId)
    .where("name", "in", [...names])
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Stores a note, replacing an earlier one. */
export async function writeNote(
  db: Db,
  integrationId: string,
  { name, value, at }: { name: string; value: string; at: Date },
): Promise<void> {
  await db
    .insertInto("integration_notes")
    .values({ integration_id: integrationId, name, value, at })
    .onConflict((conflict) => conflict.columns(["integration_id", "name"]).doUpdateSet({ value, at }))
    .execute();
}

/** The ids of up to two of a workspace's customers with this Stripe id or e-mail address, without customers that only a page made. */
export async function customersBy(
  db: Db,
  workspaceId: string,
  by: { stripeCustomerId: string } | { email: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("customers")
    .select("external_id")
    .where("workspace_id", "=", workspaceId)
    .where("erased_at", "is", null)
    .where("external_id", "is not", null)
    .where("unverified", "=", false)
    .where(
      "stripeCustomerId" in by ? sql`stripe_customer_id` : sql`lower(email)`,
      "=",
      "email" in by ? by.email.toLowerCase() : by.stripeCustomerId,
    )
    .limit(2)
    .execute();
  return rows.map(({ external_id: id }) => id ?? "");
}

/** Writes a customer's facts that only the provider has. @returns whether the customer exists */
export async function updateKnownCustomer(
  db: Db,
  { workspaceId, externalId }: { workspaceId: string; externalId: string },
  values: { stripe_customer_id: string } | { subscription_canceled_at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("customers")
    .set(values)
    .where("workspace_id", "=", workspaceId)
    .where("external_key", "=", externalId.replace(/^ext_/, ""))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a Stripe id from the customer who has it. */
export async function forgetStripeId(
  db: Db,
  workspaceId: string,
  { id, externalKey }: { id: string; externalKey: string },
): Promise<void> {
  await db
    .updateTable("customers")
    .set({ stripe_customer_id: null })
    .where("workspace_id", "=", workspaceId)
    .where("external_key", "=", externalKey)
    .where("stripe_customer_id", "=", id)
    .execute();
}

/** A sale, its remaining amount, the amount refunded by some refund ids, and how many of these were reversed. */
interface RefundedSale {
  amount: number;
  left: number;
  refunded: number;
  returns: number;
}

/** A sale by its invoice, with the amount refunded under ids with any of the prefixes. */
export async function refundedBy(
  db: Db,
  workspaceId: string,
  { invoiceId, prefixes }: { invoiceId: string; prefixes: readonly string[] },
): Promise<RefundedSale | undefined> {
  const { rows } = await sql<RefundedSale>`
    SELECT s.amount, s.amount - s.refunded_amount AS left, coalesce(sum(r.amount), 0)::bigint AS refunded,
      count(*) FILTER (WHERE r.amount < 0) AS returns
    FROM sale_events s LEFT JOIN refunds r ON r.sale_id = s.id AND EXISTS (
      SELECT 1 FROM unnest(${prefixes}::text[]) AS p(prefix) WHERE starts_with(r.external_id, p.prefix))
    WHERE s.workspace_id = ${workspaceId} AND s.invoice_id = ${invoiceId} GROUP BY s.id`.execute(db);
  return rows[0];
}

/** Erases a customer from notes and stored provider events; gives up the customer's parked events. */
export async function wipeIntegrations(
  db: Db,
  workspaceId: string,
  { customerId, externalKey, names }: { customerId: string; externalKey: string | null; names: readonly string[] },
): Promise<void> {
  const known = await forgetProviderCustomers(db, workspaceId, { externalKey, ids: names });
  const theirs = [...new Set([...known, ...names])];
  await sql`DELETE FROM integration_notes n USING integrations i
    WHERE i.id = n.integration_id AND i.workspace_id = ${workspaceId}
      AND ((n.name LIKE 'signed:%' OR n.name LIKE 'paid-by:%') AND n.value = ANY (${theirs}::text[])
        OR n.name IN (SELECT 'paid-by:' || s.invoice_id FROM sale_events s WHERE s.customer_id = ${customerId}))`.execute(
    db,
  );
  const said = externalKey === null ? [] : [externalKey, `ext_${externalKey}`];
  const quoted = [...new Set([...theirs, ...said])].map((name) => JSON.stringify(name));
  await sql`UPDATE integration_deliveries d SET steps = '[]', waits_for = '[]', next_attempt_at = NULL,
      status = CASE WHEN d.status = 'parked' THEN 'ignored' ELSE d.status END,
      outcome = 'The customer was erased.'
    FROM integrations i
    WHERE i.id = d.integration_id AND i.workspace_id = ${workspaceId}
      AND EXISTS (SELECT 1 FROM unnest(${quoted}::text[]) AS q(name) WHERE position(q.name IN d.steps::text) > 0)`.execute(
    db,
  );
}
