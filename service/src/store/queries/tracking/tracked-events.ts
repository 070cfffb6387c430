import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import type { EnrollmentRow } from "../../schema/enrollments.ts";
import type { CallFacts, EventFacts, PersonsHold, TrackingProgram } from "../../schema/facts.ts";
import type { ClickRow, LeadRow, SaleRow } from "../../schema/tracking.ts";
import { capUse, insertCommissions, type NewCommissionRow } from "../money/commissions.ts";
import { partnerOf } from "./partner-facts.ts";
import { recruitOf } from "../partners/recruits.ts";
import type { CustomerTermsTable, DecisionsTable } from "../../schema/tables.ts";

/** The references in a lead or sale call. */
export interface CallKeys {
  workspaceId: string;
  customerExternalId: string;
  clickId: string | null;
  /** In the buyer's spelling. */
  discountCode: string | null;
  invoiceId: string | null;
  /** The lead's own event name, or the lead a sale refers to, in its compared form. */
  leadKey: string | null;
}

/** Reads all rows that a lead or sale call refers to, in one statement. */
export async function loadCallFacts(db: Db, keys: CallKeys): Promise<CallFacts> {
  const { workspaceId, customerExternalId, clickId, discountCode, invoiceId, leadKey } = keys;
  const { rows } = await sql<WithoutDates<CallFacts>>`
    SELECT
      (SELECT to_jsonb(p) FROM workspaces w JOIN programs p ON p.id = w.default_program_id
        WHERE w.id = ${workspaceId}) AS program,
      to_jsonb(u) AS customer,
      ${firstClick(sql`${clickId}`)} AS presented,
      ${firstClick(sql`u.click_id`)} AS "boundClick",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('clickId', c.click_id, 'at', c.clicked_at, 'linkId', c.link_id,
            'enrollmentId', l.enrollment_id, 'click', ${firstClick(sql`c.click_id`)})), '[]')
        FROM presented_clicks c JOIN links l ON l.id = c.link_id
        WHERE c.customer_id = u.id AND u.link_id IS NULL) AS earlier,
      ${linkOfCode(workspaceId, sql`${discountCode}`)} AS code,
      (SELECT jsonb_build_object('id', l.id, 'enrollmentId', l.enrollment_id) FROM links l
        WHERE l.id = u.code_link_id AND u.link_id IS NULL AND l.deleted_at IS NULL AND EXISTS (SELECT 1 FROM discount_codes d
          WHERE d.link_id = l.id AND d.enrollment_id = l.enrollment_id AND d.disabled_at IS NULL)) AS "earlierCode",
      (SELECT jsonb_build_object('answer', e.answer, 'unverified', e.unverified, 'enrollmentId', e.enrollment_id)
        FROM lead_events e
        WHERE e.customer_id = u.id AND e.event_key = ${leadKey}) AS lead,
      (SELECT jsonb_build_object('customerExternalId', b.external_id, 'amount', s.amount, 'currency', s.currency,
            'enrollmentId', s.enrollment_id, 'answer', s.answer)
        FROM sale_events s LEFT JOIN customers b ON b.id = s.customer_id
        WHERE s.workspace_id = ${workspaceId} AND s.invoice_id = ${invoiceId}) AS sale,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('commissionId', c.id, 'enrollmentId', c.enrollment_id,
            'customerKey', v.customer_key, 'source', v.source, 'clickId', v.input ->> 'clickId', 'click', ${firstClick(sql`v.input ->> 'clickId'`)},
            'code', ${linkOfCode(workspaceId, sql`v.input ->> 'discountCode'`)}, 'review', ${personsHold}) ORDER BY v.at, c.id), '[]')
        FROM unverified_sales v JOIN commissions c ON c.id = v.commission_id
        WHERE v.workspace_id = ${workspaceId} AND v.invoice_id = ${invoiceId}) AS reported
    FROM (SELECT 1) AS one
    LEFT JOIN customers u ON u.workspace_id = ${workspaceId}
      AND u.external_key = ${customerExternalId.replace(/^ext_/, "")}`.execute(db);
  const [found] = rows as [WithoutDates<CallFacts>];
  return {
    ...found,
    presented: readClick(found.presented),
    boundClick: readClick(found.boundClick),
    reported: found.reported.map(({ click, ...rest }) => ({ ...rest, click: readClick(click) })),
    earlier: found.earlier.map(({ at, click, ...rest }) => ({ ...rest, at: new Date(at), click: readClick(click) })),
  };
}

/** The references of an event that is about to be judged. */
export interface EventKeys {
  program: Pick<TrackingProgram, "id" | "currency">;
  at: Date;
  customerId: string;
  linkId: string | null;
  enrollment: EnrollmentRow | null;
  referrer: EnrollmentRow | null;
  /** Who made the deciding click. */
  visitor: string | null;
  /** The click's address, as a salted hash. */
  address: string | null;
  leadKey: string;
  /** The currency of a sale; absent for a lead. */
  currency?: string;
}

/** Reads all facts for judging a lead or sale, in one statement; for a lead it skips the sale's facts. */
export async function loadEventFacts(db: Db, keys: EventKeys): Promise<EventFacts> {
  const { program, at, customerId, linkId, enrollment, referrer, visitor, address, leadKey, currency } = keys;
  const enrollmentId = enrollment?.id ?? null;
  const soldTo = currency === undefined ? null : customerId;
  const foreign = currency === program.currency ? null : (currency ?? null);
  const saleReward = soldTo === null ? null : (enrollment?.sale_reward_id ?? null);
  const referralReward = soldTo === null ? null : (referrer?.referral_reward_id ?? null);
  const { rows } = await sql<EventFacts>`
    SELECT
      (SELECT jsonb_build_object('id', l.id, 'domain', l.domain, 'key', l.key, 'shortLink', l.short_link, 'url', l.url,
            'partnerId', l.partner_id, 'programId', l.program_id, 'tenantId', l.tenant_id, 'externalId', l.external_id)
        FROM links l WHERE l.id = ${linkId}) AS link,
      ${partnerOf(sql`${enrollmentId}`, { visitor: sql`${visitor}::text`, address: sql`${address}::text`, customerId: sql`${customerId}` })} AS partner,
      (SELECT rate::text FROM fx_rates WHERE program_id = ${program.id} AND currency = ${foreign}
        AND valid_from <= ${at} ORDER BY valid_from DESC LIMIT 1) AS rate,
      (SELECT jsonb_build_object('answer', answer) FROM lead_events
        WHERE customer_id = ${customerId} AND event_key = ${leadKey}) AS lead,
      EXISTS (SELECT 1 FROM lead_events WHERE customer_id = ${customerId} AND link_id = ${linkId}
        AND (NOT unverified OR ${enrollment?.lead_reward_id ?? null}::text IS NULL) AND enrollment_id IS NOT DISTINCT FROM ${enrollmentId}) AS "hasLead",
      ${offered(enrollment?.lead_reward_id ?? null, { enrollmentId, customerId: null })} AS "leadReward",
      ${offered(saleReward, { enrollmentId, customerId: soldTo })} AS "saleReward",
      ${offered(referralReward, { enrollmentId: referrer?.id ?? null, customerId: soldTo })} AS "referralReward",
      (SELECT jsonb_build_object('terms', t.terms, 'ended', t.ended_at IS NOT NULL,
            'used', ${capUse({ enrollmentId, rewardId: sql.ref("t.reward_id"), customerId: soldTo })})
        FROM customer_terms t WHERE t.enrollment_id = ${enrollmentId} AND t.customer_id = ${soldTo}) AS frozen,
      (SELECT jsonb_build_object('status', c.status, 'mark', c.mark, 'reason', c.reason)
        FROM commissions c JOIN sale_events s ON s.id = c.event_id AND s.is_first
        WHERE c.enrollment_id = ${enrollmentId} AND c.customer_id = ${soldTo} AND c.type = 'sale') AS "firstCommission",
      EXISTS (SELECT 1 FROM commissions WHERE enrollment_id = ${referrer === null ? null : enrollmentId}
        AND type = 'sale' AND reward_id IS NOT NULL) AS "hasSaleCommission",
      ${referralReward === null ? sql`NULL::jsonb` : recruitOf(sql`${enrollmentId}`)} AS recruit`.execute(db);
  return rows[0] as EventFacts;
}

/** Adds a sale unless its invoice is known. @returns whether it was new */
export async function insertSale(db: Db, { attribution, metadata, answer, ...row }: SaleRow): Promise<boolean> {
  const made = await db
    .insertInto("sale_events")
    .values({
      ...row,
      attribution: JSON.stringify(attribution),
      metadata: metadata && JSON.stringify(metadata),
      answer: JSON.stringify(answer),
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "invoice_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** Adds a lead event. */
export async function insertLead(db: Db, { attribution, metadata, answer, ...row }: LeadRow): Promise<void> {
  await db
    .insertInto("lead_events")
    .values({
      ...row,
      attribution: JSON.stringify(attribution),
      metadata: metadata && JSON.stringify(metadata),
      answer: JSON.stringify(answer),
    })
    .execute();
}

/** A person's note on a commission `c` that is held for review. */
const personsHold = sql<PersonsHold | null>`CASE WHEN c.hold_reasons ? 'review' THEN jsonb_build_object('note', c.note) END`;

/** Removes an unverified lead and the commission held for it; a commission that a person voided stays. @returns the removed rows */
export async function deleteUnverifiedLead(
  db: Db,
  customerId: string,
  eventKey: string,
): Promise<{ lead: LeadRow; review: PersonsHold | null } | undefined> {
  const lead = await db
    .deleteFrom("lead_events")
    .where("customer_id", "=", customerId)
    .where("event_key", "=", eventKey)
    .where("unverified", "=", true)
    .returningAll()
    .executeTakeFirst();
  if (!lead) return undefined;
  const gone = await db
    .deleteFrom("commissions as c")
    .where("c.event_id", "=", lead.id)
    .where((eb) => eb.or([eb("c.status", "=", "hold"), eb("c.mark", "is not", null)]))
    .returning(personsHold.as("review"))
    .executeTakeFirst();
  await sql`DELETE FROM decisions d WHERE d.event_id = ${lead.id}
    AND NOT EXISTS (SELECT 1 FROM commissions c WHERE c.id = d.commission_id)`.execute(db);
  return { lead, review: gone?.review ?? null };
}

/** Marks a lead as vouched for by a person. */
export async function verifyLead(db: Db, id: string): Promise<void> {
  await db.updateTable("lead_events").set({ unverified: false }).where("id", "=", id).execute();
}

/** The rewards of an event, to be written. */
export interface EarnedRows {
  /** Terms a customer's sales are paid by from now on under an enrollment. */
  terms: Insertable<CustomerTermsTable> | null;
  commissions: readonly NewCommissionRow[];
  /** One decision for each reward considered. */
  decisions: readonly Insertable<DecisionsTable>[];
}

/**
 * Writes an event's rewards, each table once. A commission with a taken unique key is skipped, and its decision names none.
 * @returns the ids of the new commissions
 */
export async function insertEarned(db: Db, { terms, commissions, decisions }: EarnedRows): Promise<string[]> {
  if (terms) await db.insertInto("customer_terms").values(terms).execute();
  const made = await insertCommissions(db, commissions);
  const rows = decisions.map((row) => ({
    ...row,
    commission_id: row.commission_id && made.has(row.commission_id) ? row.commission_id : null,
  }));
  await db
    .insertInto("decisions")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["event_id", "reward_event"]).doNothing())
    .execute();
  return [...made];
}

/** The first click event of a click id, as JSON. */
export function firstClick(clickId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT to_jsonb(k) FROM click_events k WHERE k.click_id = ${clickId} ORDER BY k.at LIMIT 1)`;
}

/** The link of a discount code of the workspace's program, in any letter case, while its partner may use it. */
function linkOfCode(workspaceId: string, code: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT jsonb_build_object('id', l.id, 'enrollmentId', l.enrollment_id)
      FROM workspaces w JOIN discount_codes d ON d.program_id = w.default_program_id
        JOIN links l ON l.id = d.link_id AND l.enrollment_id = d.enrollment_id
      WHERE w.id = ${workspaceId} AND lower(d.code) = lower(${code}::text) AND d.disabled_at IS NULL AND l.deleted_at IS NULL)`;
}

/** A reward by id, with what it earned an enrollment, for one customer or in all. */
export function offered(
  rewardId: string | null,
  { enrollmentId, customerId }: { enrollmentId: string | null; customerId: string | null },
): RawBuilder<unknown> {
  const used = capUse({ enrollmentId, rewardId: sql.ref("r.id"), customerId });
  return sql`(SELECT jsonb_build_object('reward', to_jsonb(r),
      'used', CASE WHEN r.max_amount IS NULL THEN 0 ELSE ${used} END) FROM rewards r WHERE r.id = ${rewardId})`;
}

/** A record as JSON brings it: a Date is text. */
type WithoutDates<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? WithoutDates<Item>[]
    : T extends object
      ? { [Key in keyof T]: WithoutDates<T[Key]> }
      : T;

/** A click as JSON brings it. */
export type ClickJson = WithoutDates<ClickRow>;

export function readClick(click: ClickJson | null): ClickRow | null {
  return click && { ...click, at: new Date(click.at) };
}
