import { sql, type RawBuilder } from "kysely";
import { fieldOf } from "../../../column-name.ts";
import type { Db } from "../../schema.ts";
import { personal } from "../../schema/tables.ts";

/** Topic of erasures: replicas then empty their click journals. */
export const ERASED = "erased";

/** Name of a partner who is no more. */
export const deletedName = "Deleted partner";

/** Sets the columns of a table that are marked `personal` in `schema.sql` to their defaults. */
function emptyPersonal<Table extends keyof typeof personal>(table: Table): RawBuilder<unknown> {
  return sql.join(personal[table].map((column) => sql`${sql.ref(column)} = DEFAULT`));
}

/** Of a submission no note, no answer, and no hash of the answers either: whoever guesses them could prove the guess by it. */
export const emptySubmission = sql`${emptyPersonal("referral_submissions")}, "values" = '{}', values_hash = id`;

/**
 * Empties what an enrollment says of a person: tenant, answers, submissions, notes of its links, visits of the embed. The caller holds the
 * locks of its links.
 */
export async function wipeEnrollment(db: Db, id: string): Promise<void> {
  await sql`UPDATE enrollments SET ${emptyPersonal("enrollments")} WHERE id = ${id}`.execute(db);
  await sql`UPDATE links SET ${emptyPersonal("links")} WHERE enrollment_id = ${id}`.execute(db);
  await sql`UPDATE lead_events SET answer = jsonb_set(answer, '{link,tenantId}', 'null')
    WHERE enrollment_id = ${id} AND answer -> 'link' ->> 'tenantId' IS NOT NULL`.execute(db);
  await sql`UPDATE applications SET ${emptyPersonal("applications")} WHERE enrollment_id = ${id}`.execute(db);
  await sql`UPDATE referral_submissions SET ${emptySubmission}, form_snapshot = '{"fields":[]}'
    WHERE enrollment_id = ${id}`.execute(db);
  await sql`DELETE FROM embed_visitors WHERE enrollment_id = ${id}`.execute(db);
  await sql`DELETE FROM refused_clicks WHERE position(convert_to(${id}, 'UTF8') IN record) > 0`.execute(db);
}

/** Empties a partner's profile in a workspace, or everywhere; the name says so. */
export async function wipeProfile(
  db: Db,
  partnerId: string,
  { workspaceId, at }: { workspaceId: string | null; at: Date },
): Promise<void> {
  await sql`UPDATE partner_profiles SET name = ${deletedName}, updated_at = ${at}, ${emptyPersonal("partner_profiles")}
    WHERE partner_id = ${partnerId} AND (${workspaceId}::text IS NULL OR workspace_id = ${workspaceId})`.execute(db);
}

/** The changes of an audit row with its numbers alone, and whether they are others. */
const wordless = sql`(SELECT jsonb_object_agg(name, jsonb_build_object('old', ${figure("old")}, 'new', ${figure("new")}))
  FROM jsonb_each(changes) AS c(name, change))`;
const saysWords = sql`changes <> '{}' AND changes IS DISTINCT FROM ${wordless}`;

/** Up to `most` commissions of an enrollment that follow one by their ids. */
export async function commissionsAfter(
  db: Db,
  enrollmentId: string,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions")
    .select("id")
    .where("enrollment_id", "=", enrollmentId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** What {@link wipeNotes} does, of these commissions. */
export async function wipeNotesOf(db: Db, ids: readonly string[]): Promise<void> {
  await sql`UPDATE audit_rows SET reason = NULL WHERE operation IN ('commission.update', 'commission.correct')
    AND reason IS NOT NULL AND entity_id = ANY (${ids})`.execute(db);
  await sql`UPDATE commissions SET note = NULL, description = NULL
    WHERE (note IS NOT NULL OR description IS NOT NULL) AND id = ANY (${ids})`.execute(db);
}

/** What {@link wipeNotes} and {@link wipeRecords} do, of these commissions. */
export async function wipeCommissions(db: Db, ids: readonly string[]): Promise<void> {
  await wipeNotesOf(db, ids);
  await wipeChanges(db, ids);
}

/** Leaves of the old and new values that the audit has of these objects the numbers alone. */
export async function wipeChanges(db: Db, ids: readonly string[]): Promise<void> {
  await sql`UPDATE audit_rows SET changes = ${wordless} WHERE entity_id = ANY (${ids}) AND ${saysWords}`.execute(db);
}

/** How far the audit has come: rows that are written from now on have greater positions. */
export async function auditPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`SELECT last_value::text AS position
    FROM pg_sequences WHERE schemaname = current_schema() AND sequencename = 'audit_rows_position_seq'`.execute(db);
  return rows[0]?.position ?? "0";
}

/**
 * Leaves ids and figures in money and audit rows: no destination of a payout that is over, no words about a payout or commission, and of
 * the old and new values of fields the numbers alone. What a person corrected an amount to has to stay: it is what the amount is checked
 * against.
 * @param of.since of audit rows of commissions those after this position alone: {@link wipeCommissions} had the others
 */
export async function wipeRecords(
  db: Db,
  enrollmentId: string,
  { partnerId, workspaceId, since }: { partnerId: string; workspaceId: string; since: string | undefined },
): Promise<void> {
  await sql`UPDATE payouts SET description = NULL, failure_reason = NULL WHERE enrollment_id = ${enrollmentId}
    AND (description IS NOT NULL OR failure_reason IS NOT NULL)`.execute(db);
  await sql`UPDATE payouts SET destination = NULL, bank = NULL
    WHERE enrollment_id = ${enrollmentId} AND status IN ('completed', 'failed', 'canceled')`.execute(db);
  const theirs = sql`SELECT ${enrollmentId} UNION ALL SELECT ${partnerId}
    UNION ALL SELECT id FROM payouts WHERE enrollment_id = ${enrollmentId}
    UNION ALL SELECT id FROM discount_codes WHERE enrollment_id = ${enrollmentId}
    UNION ALL SELECT id FROM referral_submissions WHERE enrollment_id = ${enrollmentId}`;
  const commissions = sql`SELECT id FROM commissions WHERE enrollment_id = ${enrollmentId}`;
  for (const entities of [sql`entity_id IN (${theirs})`, sql`entity_id IN (${commissions}) AND ${from(since)}`])
    await sql`UPDATE audit_rows SET changes = ${wordless}
      WHERE workspace_id = ${workspaceId} AND ${entities} AND ${saysWords}`.execute(db);
  await sql`UPDATE audit_rows SET reason = NULL
    WHERE workspace_id = ${workspaceId} AND operation IN ('payout.failed', 'payout.canceled', 'release destination')
      AND entity_id IN (${theirs})`.execute(db);
}

const from = (since: string | undefined): RawBuilder<unknown> =>
  since ? sql`"position" > ${since}::bigint` : sql`true`;

/** The old or new value in a change, if it is a number. */
function figure(which: "old" | "new"): RawBuilder<unknown> {
  const value = sql`change -> ${sql.lit(which)}`;
  return sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value} END`;
}

/** Takes what people wrote of commissions, of one partner or customer, from them and from the audit. */
export async function wipeNotes(
  db: Db,
  {
    enrollmentId = null,
    customerId = null,
    since,
  }: { enrollmentId?: string | null; customerId?: string | null; since?: string | undefined },
): Promise<void> {
  const own = sql`(enrollment_id = ${enrollmentId} OR customer_id = ${customerId})`;
  await sql`UPDATE audit_rows SET reason = NULL WHERE operation IN ('commission.update', 'commission.correct')
    AND reason IS NOT NULL AND ${from(since)} AND entity_id IN (SELECT id FROM commissions WHERE ${own})`.execute(db);
  await sql`UPDATE commissions SET note = NULL, description = NULL
    WHERE (note IS NOT NULL OR description IS NOT NULL) AND ${own}`.execute(db);
}

/** What an event says of a person, and what it says instead. */
const blankPerson = JSON.stringify({
  name: deletedName,
  ...Object.fromEntries(
    [...personal.partners, ...personal.partner_profiles, ...personal.enrollments].map((column) => [
      fieldOf(column),
      null,
    ]),
  ),
});

/** The same beside the person: of a link, a referral, an application. */
const blankRest = JSON.stringify({
  tenantId: null,
  values: {},
  applicationFormData: null,
  note: null,
  comments: null,
  description: null,
  failureReason: null,
});

/** An object of an event with the fields it has of `blank` emptied: its shape stays what receivers know. */
export function emptied(object: RawBuilder<unknown>, blank: string): RawBuilder<unknown> {
  return sql`(${object} || (SELECT coalesce(jsonb_object_agg(b.key, b.value), '{}') FROM jsonb_each(${blank}::jsonb) b
    WHERE jsonb_exists(${object}, b.key)))`;
}

/** The same for one object within another; nothing where there is none of that name. */
export function emptiedPart(data: RawBuilder<unknown>, name: string, blank: string): RawBuilder<unknown> {
  const object = sql`(${data} -> ${sql.lit(name)})`;
  return sql`CASE WHEN jsonb_typeof(${object}) = 'object'
    THEN jsonb_build_object(${sql.lit(name)}, ${emptied(object, blank)}) ELSE '{}' END`;
}

/** Takes a partner's data out of events: what was delivered keeps the id, what still waits is delivered without the person. */
export async function wipeEvents(db: Db, partnerId: string, workspaceId: string): Promise<void> {
  const data = sql`o.data::jsonb`;
  const whole = sql`CASE WHEN o.event = 'partner.enrolled' THEN ${emptied(data, blankPerson)} ELSE ${emptied(data, blankRest)} END`;
  await sql`UPDATE outbox_events o SET data = (CASE
      WHEN o.event <> 'partner.status_changed' AND o.dispatched_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = o.id AND d.next_attempt_at IS NOT NULL)
      THEN jsonb_build_object('partnerId', ${partnerId}::text)
      ELSE ${whole} || ${emptiedPart(data, "partner", blankPerson)} || ${emptiedPart(data, "link", blankRest)} END)::json
    WHERE o.workspace_id = ${workspaceId}
      AND event_persons(o.data) @> ARRAY[${partnerId}::text]`.execute(db);
}

/** Takes address and username from a partner. */
export async function wipePartner(db: Db, id: string): Promise<void> {
  await sql`UPDATE partners SET ${emptyPersonal("partners")} WHERE id = ${id}`.execute(db);
}

/** A partner's live enrollments, in every workspace. */
export function liveEnrollments(db: Db, partnerId: string) {
  return db
    .selectFrom("enrollments")
    .select(["id", "workspace_id", "status"])
    .where("partner_id", "=", partnerId)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
}

/**
 * Up to `most` commissions a forfeit cancels: unpaid, in no payout past pending. What the partner owes stays, and so do corrections, which follow
 * their commission: nobody cancels them alone.
 */
export async function forfeitableIds(db: Db, enrollmentId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions as c")
    .leftJoin("payouts as o", "o.id", "c.payout_id")
    .select("c.id")
    .where("c.enrollment_id", "=", enrollmentId)
    .where("c.earnings", ">=", 0)
    .where("c.cause", "is", null)
    .where((eb) =>
      eb.or([
        eb("c.status", "in", ["pending", "hold"]),
        eb.and([eb("c.status", "=", "processed"), eb("o.status", "=", "pending")]),
      ]),
    )
    .orderBy("c.id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
