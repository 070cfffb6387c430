import { sql, type RawBuilder } from "kysely";
import type { Db } from "../schema.ts";

/** Topic of erasures: replicas then empty their click journals. */
export const ERASED = "erased";

/** Name of a partner who is no more. */
export const deletedName = "Deleted partner";

const profileColumns = `image = NULL, description = NULL, country = NULL, company_name = NULL, website = NULL, youtube = NULL,
  twitter = NULL, linkedin = NULL, instagram = NULL, tiktok = NULL, default_payout_method = NULL, paypal_email = NULL,
  stripe_connect_id = NULL, wallet_address = NULL, bank_country = NULL, bank_holder = NULL, bank_account = NULL, bank_routing = NULL, payouts_enabled_at = NULL, identity_verified_at = NULL,
  payout_effective_at = NULL, payout_released_at = NULL, leaderboard_opt_in = false, leaderboard_name = NULL, named_to_friends = false, locale = NULL,
  timezone = NULL`;

/** Empties what an enrollment says of a person: tenant, answers, submissions, visits of the embed. The caller holds the locks of its links. */
export async function wipeEnrollment(db: Db, id: string): Promise<void> {
  await sql`UPDATE enrollments SET tenant_id = NULL WHERE id = ${id}`.execute(db);
  await sql`UPDATE links SET tenant_id = NULL WHERE enrollment_id = ${id}`.execute(db);
  await sql`UPDATE applications SET "values" = '{}', form_snapshot = NULL, rejection_note = NULL, flag_reason = NULL
    WHERE enrollment_id = ${id}`.execute(db);
  await sql`UPDATE referral_submissions SET "values" = '{}', form_snapshot = '{"fields":[]}' WHERE enrollment_id = ${id}`.execute(
    db,
  );
  await sql`DELETE FROM embed_visitors WHERE enrollment_id = ${id}`.execute(db);
  await sql`DELETE FROM refused_clicks WHERE position(convert_to(${id}, 'UTF8') IN record) > 0`.execute(db);
}

/** Empties a partner's profile in a workspace, or everywhere; the name says so. */
export async function wipeProfile(
  db: Db,
  partnerId: string,
  { workspaceId, at }: { workspaceId: string | null; at: Date },
): Promise<void> {
  await sql`UPDATE partner_profiles SET name = ${deletedName}, updated_at = ${at}, ${sql.raw(profileColumns)}
    WHERE partner_id = ${partnerId} AND (${workspaceId}::text IS NULL OR workspace_id = ${workspaceId})`.execute(db);
}

/** Leaves ids only in money and audit rows: no destination of a payout that is over, no old and new value of a field. */
export async function wipeRecords(
  db: Db,
  enrollmentId: string,
  { partnerId, workspaceId }: { partnerId: string; workspaceId: string },
): Promise<void> {
  await sql`UPDATE payouts SET destination = NULL, bank = NULL
    WHERE enrollment_id = ${enrollmentId} AND status IN ('completed', 'failed', 'canceled')`.execute(db);
  await sql`UPDATE audit_rows SET changes =
      coalesce((SELECT jsonb_object_agg(k, '{"old": null, "new": null}'::jsonb) FROM jsonb_object_keys(changes) k), '{}')
    WHERE workspace_id = ${workspaceId} AND entity_id IN (${enrollmentId}, ${partnerId}) AND changes <> '{}'`.execute(
    db,
  );
}

/** Takes what people noted of commissions, of one partner or customer, from them and from the audit. */
export async function wipeNotes(
  db: Db,
  { enrollmentId = null, customerId = null }: { enrollmentId?: string | null; customerId?: string | null },
): Promise<void> {
  const own = sql`(enrollment_id = ${enrollmentId} OR customer_id = ${customerId})`;
  await sql`UPDATE audit_rows SET reason = NULL WHERE operation IN ('commission.update', 'commission.correct')
    AND entity_id IN (SELECT id FROM commissions WHERE ${own})`.execute(db);
  await sql`UPDATE commissions SET note = NULL WHERE note IS NOT NULL AND ${own}`.execute(db);
}

/** What an event says of a person, and what it says instead. */
const blankPerson = JSON.stringify({
  name: deletedName,
  ...Object.fromEntries(
    "email username image description country companyName tenantId paypalEmail stripeConnectId website youtube twitter linkedin instagram tiktok defaultPayoutMethod payoutsEnabledAt identityVerifiedAt"
      .split(" ")
      .map((field) => [field, null]),
  ),
});

/** The same beside the person: of a link, a referral, an application. */
const blankRest = JSON.stringify({ tenantId: null, values: {}, applicationFormData: null, note: null });

/** An object of an event with the fields it has of `blank` emptied: its shape stays what receivers know. */
function emptied(object: RawBuilder<unknown>, blank: string): RawBuilder<unknown> {
  return sql`(${object} || (SELECT coalesce(jsonb_object_agg(b.key, b.value), '{}') FROM jsonb_each(${blank}::jsonb) b
    WHERE jsonb_exists(${object}, b.key)))`;
}

/** The same for one object within the data of the event `o`; nothing where the event has none of that name. */
function emptiedPart(name: string, blank: string): RawBuilder<unknown> {
  const object = sql`(o.data::jsonb -> ${sql.lit(name)})`;
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
      ELSE ${whole} || ${emptiedPart("partner", blankPerson)} || ${emptiedPart("link", blankRest)} END)::json
    WHERE o.workspace_id = ${workspaceId}
      AND event_persons(o.data) @> ARRAY[${partnerId}::text]`.execute(db);
}

/** What an event says of a customer, and what it says instead. */
const blankCustomer = JSON.stringify({ name: null, email: null, avatar: null, externalId: "", stripeCustomerId: null });
const blankMetadata = JSON.stringify({ metadata: null, note: null });

/**
 * Takes a customer's data out of events, delivered or not: retries and replays send what is stored. Metadata goes with it, since only the
 * sender knows what it says of a person.
 */
export async function wipeCustomerEvents(db: Db, customerId: string, workspaceId: string): Promise<void> {
  const data = sql`o.data::jsonb`;
  await sql`UPDATE outbox_events o
    SET data = (${emptied(data, blankMetadata)} || ${emptiedPart("customer", blankCustomer)} || ${emptiedPart("sale", blankMetadata)})::json
    WHERE o.workspace_id = ${workspaceId} AND event_persons(o.data) @> ARRAY[${customerId}::text]`.execute(db);
}

/** The person whose stored answers are emptied. */
export interface ErasedPerson {
  workspaceId: string;
  /** Identifiers and addresses that stand in answers about this person. */
  names: readonly string[];
  /** Set for a partner: answers to this enrollment's own tokens go too, whatever they say. */
  enrollmentId?: string;
}

/** Empties the answers kept for repeated requests that speak of a person; a repetition still does nothing twice. */
export async function wipeKeptAnswers(db: Db, { workspaceId, names, enrollmentId }: ErasedPerson): Promise<void> {
  const quoted = names.map((name) => JSON.stringify(name));
  await sql`UPDATE idempotency_keys k SET body = '{}'
    WHERE k.body IS NOT NULL AND (
      k.credential_id IN (SELECT id FROM embed_tokens WHERE enrollment_id = ${enrollmentId ?? null})
      OR (k.credential_id IN (
          SELECT id FROM api_keys WHERE workspace_id = ${workspaceId}
          UNION ALL SELECT id FROM publishable_keys WHERE workspace_id = ${workspaceId})
        AND EXISTS (SELECT 1 FROM unnest(${quoted}::text[]) AS q(name) WHERE position(q.name IN k.body) > 0)))`.execute(
    db,
  );
}

/** Takes address and username from a partner. */
export async function wipePartner(db: Db, id: string): Promise<void> {
  await sql`UPDATE partners SET email = NULL, email_key = NULL, username = NULL WHERE id = ${id}`.execute(db);
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
 * Commissions a forfeit cancels: unpaid, in no payout past pending. What the partner owes stays, and so do corrections, which follow
 * their commission: nobody cancels them alone.
 */
export async function forfeitableIds(db: Db, enrollmentId: string): Promise<string[]> {
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
    .execute();
  return rows.map(({ id }) => id);
}
