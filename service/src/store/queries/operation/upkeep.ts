import { sql } from "kysely";
import type { Database, Db } from "../../schema.ts";
import { distinctValues } from "../distinct-values.ts";

/** Rows per batch: meanwhile the embedded store answers no other call. */
const batch = 1_000;

/** Deletes a batch of rows that match a condition. @returns how many */
async function deleteBatch(db: Db, table: keyof Database, condition: ReturnType<typeof sql>) {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} t WHERE ${condition} LIMIT ${batch}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Forgets idempotency keys made before an instant, a batch at a time. */
export function forgetIdempotencyKeys(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "idempotency_keys", sql`created_at <= ${before}`);
}

/** Forgets what an integration heard and noted, a batch of each at a time. */
export async function forgetOfIntegration(db: Db, id: string): Promise<number> {
  let most = 0;
  for (const table of ["integration_deliveries", "integration_notes", "provider_customers"] as const)
    most = Math.max(most, await deleteBatch(db, table, sql`integration_id = ${id}`));
  return most;
}

/** Forgets embed tokens that expired before an instant, a batch at a time. */
export function forgetEmbedTokens(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "embed_tokens", sql`expires_at <= ${before}`);
}

/** Forgets sign-in links and sessions of partners and people that ended before an instant, a batch of each at a time. */
export async function forgetSignIns(db: Db, before: Date): Promise<number> {
  let count = 0;
  const tables = ["sign_in_links", "partner_sessions", "join_requests", "console_links", "console_sessions"] as const;
  for (const table of tables) count += await deleteBatch(db, table, sql`expires_at <= ${before}`);
  return count;
}

/** Forgets mails written before an instant, a batch at a time. */
export function forgetMails(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "mails", sql`created_at < ${before}`);
}

/** Recounts a batch of figures after a change of `COMMISSION_TOTALS`. @returns how many differed */
export async function alignCommissionTotals(db: Db, accrual: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE enrollment_stats SET accrual = ${accrual} WHERE enrollment_id IN
      (SELECT enrollment_id FROM enrollment_stats WHERE accrual <> ${accrual} LIMIT ${batch})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Tables of what is tried until it succeeds. */
export const attempting = ["mails", "webhook_deliveries", "integration_deliveries"] as const;

/** Makes a batch of attempts due that lie after an instant. @returns how many */
export async function makeDue(
  db: Db,
  table: (typeof attempting)[number],
  { now, after }: { now: Date; after: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET next_attempt_at = ${now} WHERE id IN
      (SELECT id FROM ${sql.table(table)} WHERE next_attempt_at > ${after} AND status IN ('waiting', 'pending', 'parked')
      LIMIT ${batch} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Forgets visitors of the embed last seen before an instant, a batch at a time. */
export function forgetEmbedVisitors(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "embed_visitors", sql`seen_at <= ${before}`);
}

/** Forgets the counts of rewarded clicks per address, for days before a date, a batch at a time. */
export function forgetRewardAddresses(db: Db, before: string): Promise<number> {
  return deleteBatch(db, "click_reward_addresses", sql`day < ${before}`);
}

/** Forgets leases of limits that have left their window, a batch at a time. */
export function forgetRateLeases(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "rate_leases", sql`until <= ${before}`);
}

/** Forgets the hours of visitors that were opened before an instant, a batch at a time. */
export function forgetVisitorWindows(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "visitor_windows", sql`opened_at < ${before}`);
}

/** Forgets deliveries of webhooks made before an instant, a batch at a time. */
export function forgetDeliveries(db: Db, before: Date): Promise<number> {
  return deleteBatch(db, "webhook_deliveries", sql`created_at < ${before}`);
}

/** Forgets deliveries of webhooks that were deleted, a batch at a time. */
export function forgetDeliveriesOfNone(db: Db): Promise<number> {
  const deleted = sql`SELECT value FROM ${distinctValues("webhook_deliveries", "webhook_id")} known
    WHERE NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.id = known.value)`;
  return deleteBatch(db, "webhook_deliveries", sql`webhook_id = ANY (ARRAY(${deleted}))`);
}

/**
 * Forgets events made before an instant that no delivery needs any more, a batch at a time. Changes of an enrollment stay: they are
 * counted beside its audit rows.
 */
export function forgetOutboxEvents(db: Db, before: Date): Promise<number> {
  return deleteBatch(
    db,
    "outbox_events",
    sql`created_at < ${before} AND dispatched_at IS NOT NULL AND event <> 'partner.status_changed'
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = t.id)`,
  );
}

/** Forgets events of payment providers that came before an instant, a batch at a time; those that wait for a sale stay. */
export function forgetIntegrationDeliveries(db: Db, before: Date): Promise<number> {
  return deleteBatch(
    db,
    "integration_deliveries",
    sql`received_at < ${before}
    AND (next_attempt_at IS NULL OR next_attempt_at < ${before})`,
  );
}

/** Forgets notes about payments before an instant, a batch at a time. Notes about customers and codes stay. */
export function forgetIntegrationNotes(db: Db, before: Date): Promise<number> {
  return deleteBatch(
    db,
    "integration_notes",
    sql`at < ${before} AND (name LIKE 'payment:%' OR name LIKE 'gross:%' OR name LIKE 'refunds:%' OR name LIKE 'failed-refunds:%'
      OR name LIKE 'paid-by:%' OR name LIKE 'lost-disputes:%')`,
  );
}
