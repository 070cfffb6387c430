import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import type { CallFacts, EventFacts, RecordedSale, ReportedSale } from "../../schema/facts.ts";
import type { LinkRow } from "../../schema/links.ts";
import type { CommissionWithPayout } from "../../schema/money.ts";
import type { CustomerRow, LeadRow, SaleRow } from "../../schema/tracking.ts";
import { partnerOf } from "./partner-facts.ts";
import { firstClick, readClick, type ClickJson } from "./tracked-events.ts";

/** The link an event is credited to. */
export type CreditLink = Pick<LinkRow, "id" | "enrollment_id">;

/**
 * Analyzes the tables an import reads. Plans made while they were empty read a whole program to find a row, and neither engine replans
 * before many rows have come.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  // Only the columns that rows are found by: analyzing their JSON columns takes seconds.
  await sql`ANALYZE partners (email_key), enrollments (program_id, partner_id, tenant_id),
    links (workspace_id, domain, key_folded, enrollment_id), customers (workspace_id, external_key),
    lead_events (customer_id, event_key), sale_events (workspace_id, invoice_id, customer_id),
    commissions (program_id, enrollment_id, event_id), decisions (event_id),
    payouts (program_id, enrollment_id, reference)`.execute(db);
}

/** The reference to a row's partner: the first given one of partner, tenant and address. */
export interface OwnerKeys {
  partnerId: string | null;
  tenantId: string | null;
  emailKey: string | null;
  /** A link by its place, the key folded. */
  domain: string | null;
  keyFolded: string | null;
}

/** The stored partner and link that a row names. */
export interface OwnerFacts {
  enrollmentId: string | null;
  /** The first default link of that enrollment, else its oldest one. */
  first: CreditLink | null;
  named: CreditLink | null;
}

/** A {@link CreditLink} of the link `l`. */
const creditLink = sql`jsonb_build_object('id', l.id, 'enrollment_id', l.enrollment_id)`;

/**
 * The partners that rows name, in order. `OFFSET 0` makes the database find the enrollment once; without it, it searches again for each
 * link.
 */
export async function loadOwners(
  db: Db,
  { workspaceId, programId }: { workspaceId: string; programId: string | null },
  keys: readonly OwnerKeys[],
): Promise<OwnerFacts[]> {
  const { rows } = await sql<OwnerFacts>`
    SELECT e.id AS "enrollmentId",
      (SELECT ${creditLink} FROM links l
        WHERE l.enrollment_id = e.id AND l.deleted_at IS NULL
        ORDER BY l.is_default DESC, l.created_at, l.id LIMIT 1) AS first,
      (SELECT ${creditLink} FROM links l
        WHERE l.workspace_id = ${workspaceId} AND l.domain = k.domain AND l.key_folded = k."keyFolded"
          AND l.deleted_at IS NULL LIMIT 1) AS named
    FROM (SELECT row_number() OVER () AS place, g.* FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        AS g("partnerId" text, "tenantId" text, "emailKey" text, domain text, "keyFolded" text)) AS k
    LEFT JOIN LATERAL (SELECT CASE
        WHEN k."partnerId" IS NULL AND k."tenantId" IS NOT NULL THEN (SELECT id FROM enrollments
          WHERE program_id = ${programId} AND tenant_id = k."tenantId" AND removed_at IS NULL)
        ELSE (SELECT id FROM enrollments WHERE program_id = ${programId} AND removed_at IS NULL AND partner_id =
          coalesce(k."partnerId", (SELECT p.id FROM partners p WHERE p.email_key = k."emailKey")))
      END AS id OFFSET 0) AS e ON true
    ORDER BY k.place`.execute(db);
  return rows;
}

/** The identifiers of a past event. */
export interface PastKeys {
  /** The customer's id without `ext_`. */
  customerKey: string;
  leadKey: string | null;
  invoiceId: string | null;
  /** Other than the program's own. */
  currency: string | null;
  at: Date;
}

/** The stored data of a past event, before anything is locked. */
export interface PastFacts extends Pick<CallFacts, "customer" | "boundClick" | "lead"> {
  /** The link the customer is bound to. */
  boundLink: CreditLink | null;
  sale: RecordedSale | null;
  /** What pages reported of the invoice. */
  reported: Pick<ReportedSale, "commissionId" | "enrollmentId" | "customerKey" | "source">[];
  /** Program units per unit of the currency at that time. */
  rate: string | null;
}

/** The stored data of past events, in order. */
export async function loadPastFacts(
  db: Db,
  { workspaceId, programId }: { workspaceId: string; programId: string | null },
  keys: readonly PastKeys[],
): Promise<PastFacts[]> {
  const { rows } = await sql<Omit<PastFacts, "boundClick"> & { boundClick: ClickJson | null }>`
    SELECT u.customer,
      ${firstClick(sql`u.customer ->> 'click_id'`)} AS "boundClick",
      (SELECT ${creditLink} FROM links l
        WHERE l.id = u.customer ->> 'link_id') AS "boundLink",
      (SELECT jsonb_build_object('answer', e.answer, 'unverified', e.unverified, 'enrollmentId', e.enrollment_id)
        FROM lead_events e WHERE e.customer_id = u.customer ->> 'id' AND e.event_key = k."leadKey") AS lead,
      (SELECT jsonb_build_object('customerExternalId', b.external_id, 'amount', s.amount, 'currency', s.currency,
            'enrollmentId', s.enrollment_id, 'answer', s.answer)
        FROM sale_events s LEFT JOIN customers b ON b.id = s.customer_id
        WHERE s.workspace_id = ${workspaceId} AND s.invoice_id = k."invoiceId") AS sale,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('commissionId', c.id, 'enrollmentId', c.enrollment_id,
            'customerKey', v.customer_key, 'source', v.source) ORDER BY v.at, c.id), '[]')
        FROM unverified_sales v JOIN commissions c ON c.id = v.commission_id
        WHERE v.workspace_id = ${workspaceId} AND v.invoice_id = k."invoiceId") AS reported,
      (SELECT rate::text FROM fx_rates WHERE program_id = ${programId} AND currency = k.currency AND valid_from <= k.at
        ORDER BY valid_from DESC LIMIT 1) AS rate
    FROM (SELECT row_number() OVER () AS place, g.* FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        AS g("customerKey" text, "leadKey" text, "invoiceId" text, currency text, at timestamptz)) AS k
    LEFT JOIN LATERAL (SELECT to_jsonb(c) AS customer FROM customers c
        WHERE c.workspace_id = ${workspaceId} AND c.external_key = k."customerKey" LIMIT 1) AS u ON true
    ORDER BY k.place`.execute(db);
  return rows.map((row) => ({ ...row, boundClick: readClick(row.boundClick) }));
}

/** The references of a past event that is about to be written. */
export interface TargetKeys {
  customerId: string;
  linkId: string | null;
  enrollmentId: string | null;
  leadKey: string;
  /** Who made the click of the customer's binding. */
  visitor: string | null;
}

/** The target of a past event, and the leads of its customer. */
export type TargetFacts = Pick<EventFacts, "link" | "partner" | "lead" | "hasLead">;

/** The targets of past events, in order. */
export async function loadTargets(db: Db, keys: readonly TargetKeys[]): Promise<TargetFacts[]> {
  const { rows } = await sql<TargetFacts>`
    SELECT
      (SELECT jsonb_build_object('id', l.id, 'domain', l.domain, 'key', l.key, 'shortLink', l.short_link, 'url', l.url,
            'partnerId', l.partner_id, 'programId', l.program_id, 'tenantId', l.tenant_id, 'externalId', l.external_id)
        FROM links l WHERE l.id = k."linkId") AS link,
      ${partnerOf(sql`k."enrollmentId"`, { visitor: sql`k.visitor`, address: sql`NULL::text`, customerId: sql`k."customerId"` })} AS partner,
      (SELECT jsonb_build_object('answer', answer) FROM lead_events
        WHERE customer_id = k."customerId" AND event_key = k."leadKey") AS lead,
      EXISTS (SELECT 1 FROM lead_events v WHERE v.customer_id = k."customerId" AND v.link_id = k."linkId"
        AND v.enrollment_id IS NOT DISTINCT FROM k."enrollmentId" AND (NOT v.unverified
          OR (SELECT lead_reward_id FROM enrollments WHERE id = k."enrollmentId") IS NULL)) AS "hasLead"
    FROM (SELECT row_number() OVER () AS place, g.* FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        AS g("customerId" text, "linkId" text, "enrollmentId" text, "leadKey" text, visitor text)) AS k
    ORDER BY k.place`.execute(db);
  return rows;
}

/** Takes the row locks of customers, in id order. */
export async function lockCustomers(db: Db, ids: readonly string[]): Promise<Map<string, CustomerRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CustomerRow>`
    SELECT * FROM customers WHERE id = ANY (${ids}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Updates customers: the columns that events change, and since when they are known. */
export async function rewriteCustomers(db: Db, rows: readonly CustomerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`UPDATE customers c SET name = g.name, email = g.email, avatar = g.avatar, country = g.country,
      stripe_customer_id = g.stripe_customer_id, enrollment_id = g.enrollment_id, link_id = g.link_id,
      click_id = g.click_id, code_link_id = g.code_link_id, bound_at = g.bound_at, sales = g.sales,
      sale_amount = g.sale_amount, first_sale_at = g.first_sale_at, created_at = g.created_at
    FROM jsonb_populate_recordset(NULL::customers, ${JSON.stringify(rows)}::jsonb) AS g WHERE c.id = g.id`.execute(db);
}

/** Unmarks the first sales of customers. */
export async function unmarkFirstSales(db: Db, customerIds: readonly string[]): Promise<SaleRow[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<SaleRow>`UPDATE sale_events SET is_first = false
    WHERE customer_id = ANY (${customerIds}::text[]) AND is_first RETURNING *`.execute(db);
  return rows;
}

/** Deletes the leads recorded with first sales, with their decisions, except leads with a commission. */
export async function dropDirectLeads(db: Db, customerIds: readonly string[]): Promise<LeadRow[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<LeadRow>`
    WITH gone AS (DELETE FROM lead_events l
      WHERE l.customer_id = ANY (${customerIds}::text[]) AND l.event_key = 'direct-sale'
        AND NOT EXISTS (SELECT 1 FROM commissions c WHERE c.event_id = l.id)
      RETURNING l.*),
    judged AS (DELETE FROM decisions d USING gone WHERE d.event_id = gone.id)
    SELECT * FROM gone`.execute(db);
  return rows;
}

/** A payout of another product. */
interface ImportedPayout {
  enrollmentId: string;
  reference: string;
}

/** The payouts for those of another product, in the order asked for. */
export async function findImportedPayouts(db: Db, asked: readonly ImportedPayout[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT (SELECT o.id FROM payouts o WHERE o.enrollment_id = k."enrollmentId" AND o.reference = k.reference
        AND o.imported LIMIT 1) AS id
    FROM (SELECT row_number() OVER () AS place, g.* FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS g("enrollmentId" text, reference text)) AS k
    ORDER BY k.place`.execute(db);
  return rows.map(({ id }) => id);
}

/** The growth of such a payout by further commissions. */
export interface PayoutGrowth {
  amount: number;
  /** The first and last day of the earnings, and the last day of payment. */
  from: Date;
  to: Date;
  paidAt: Date;
}

/** Adds to such payouts. */
export async function growImportedPayouts(
  db: Db,
  grown: readonly (PayoutGrowth & { id: string })[],
  updatedAt: Date,
): Promise<void> {
  if (grown.length === 0) return;
  await sql`UPDATE payouts o SET amount = o.amount + g.amount,
      period_start = least(o.period_start, g."from"), period_end = greatest(o.period_end, g."to"),
      initiated_at = greatest(o.initiated_at, g."paidAt"), paid_at = greatest(o.paid_at, g."paidAt"),
      created_at = greatest(o.created_at, g."paidAt"), updated_at = ${updatedAt}
    FROM jsonb_to_recordset(${JSON.stringify(grown)}::jsonb)
      AS g(id text, amount bigint, "from" timestamptz, "to" timestamptz, "paidAt" timestamptz)
    WHERE o.id = g.id`.execute(db);
}

/** A known sale with the data that a repeated row is compared with, and its own commission. */
export interface KnownSale extends Pick<
  SaleRow,
  "id" | "at" | "amount" | "currency" | "fx_rate" | "event_name" | "metadata" | "enrollment_id"
> {
  invoice_id: string | null;
  customer_external_id: string | null;
  /** The imported earnings, in the program's currency; null for a tracked sale. */
  imported_earnings: number | null;
  commission: (CommissionWithPayout & { payout_imported: boolean | null; payout_reference: string | null }) | null;
}

/** Sales by their invoices, in the order asked for. */
export async function findKnownSales(
  db: Db,
  workspaceId: string,
  invoiceIds: readonly string[],
): Promise<(KnownSale | undefined)[]> {
  if (invoiceIds.length === 0) return [];
  const sales = await db
    .selectFrom("sale_events as s")
    .leftJoin("customers as u", "u.id", "s.customer_id")
    .leftJoin("decisions as d", (join) =>
      join.onRef("d.event_id", "=", "s.id").on("d.reward_event", "=", "sale").on("d.code", "=", "imported"),
    )
    .select(["s.id", "s.at", "s.amount", "s.currency", "s.fx_rate", "s.event_name", "s.metadata", "s.enrollment_id"])
    .select(["s.invoice_id", "u.external_id as customer_external_id"])
    .select(sql<number | null>`(d.figures ->> 'earnings')::bigint`.as("imported_earnings"))
    .where("s.workspace_id", "=", workspaceId)
    .where("s.invoice_id", "in", [...invoiceIds])
    .execute();
  const commissions = await db
    .selectFrom("commissions as c")
    .leftJoin("payouts as o", "o.id", "c.payout_id")
    .selectAll("c")
    .select(sql<boolean>`o.mark IS NOT NULL`.as("payout_banned"))
    .select(["o.status as payout_status", "o.imported as payout_imported", "o.reference as payout_reference"])
    .where("c.event_id", "in", ["", ...sales.map(({ id }) => id)])
    .where("c.type", "=", "sale")
    .execute();
  const byEvent = new Map(commissions.map((row) => [row.event_id, row]));
  const byInvoice = new Map(
    sales.map((sale) => [sale.invoice_id, { ...sale, commission: byEvent.get(sale.id) ?? null }]),
  );
  return invoiceIds.map((id) => byInvoice.get(id));
}
