import { sql, type Kysely, type Selectable } from "kysely";
import type { Database } from "../schema.ts";
import type { EnrollmentsTable } from "../schema/enrollments.ts";
import type { LinksTable } from "../schema/links.ts";
import type { ProgramsTable } from "../schema/accounts.ts";
import type { ClickEventsTable, CustomersTable, LeadEventsTable, SaleEventsTable } from "../schema/tracking.ts";

type Db = Kysely<Database>;
export type ClickRow = Selectable<ClickEventsTable>;
export type CustomerRow = Selectable<CustomersTable>;
export type EnrollmentRow = Selectable<EnrollmentsTable>;
export type LeadRow = Selectable<LeadEventsTable>;
export type LinkRow = Selectable<LinksTable>;
export type ProgramRow = Selectable<ProgramsTable>;
export type SaleRow = Selectable<SaleEventsTable>;

/** The first click event of a click id (domain-rules A7). */
export function findStoredClick(db: Db, clickId: string): Promise<ClickRow | undefined> {
  return db
    .selectFrom("click_events")
    .selectAll()
    .where("click_id", "=", clickId)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
}

/** The workspace's program (G1). */
export function findDefaultProgram(db: Db, workspaceId: string): Promise<ProgramRow | undefined> {
  return db
    .selectFrom("programs as p")
    .innerJoin("workspaces as w", "w.default_program_id", "p.id")
    .where("w.id", "=", workspaceId)
    .selectAll("p")
    .executeTakeFirst();
}

/** A customer by the integrator's id; one leading `ext_` does not count (api-contract §2). */
export function findCustomerByExternalId(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom("customers")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("external_key", "=", externalId.replace(/^ext_/, ""))
    .executeTakeFirst();
}

export function findCustomerById(db: Db, workspaceId: string, id: string): Promise<CustomerRow | undefined> {
  return db
    .selectFrom("customers")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Takes the row lock of a customer (N6: after enrollments). */
export function lockCustomer(db: Db, id: string): Promise<CustomerRow> {
  return db.selectFrom("customers").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Takes the row locks of enrollments in id order (N6), those who brought them in included. */
export async function lockEnrollments(db: Db, ids: readonly string[]): Promise<Map<string, EnrollmentRow>> {
  if (ids.length === 0) return new Map();
  // One list of ids: an OR of two lists is answered by reading every enrollment.
  const { rows } = await sql<EnrollmentRow>`
    SELECT * FROM enrollments WHERE id = ANY (ARRAY(
      SELECT unnest(${ids}::text[]) UNION SELECT referred_by_id FROM enrollments WHERE id = ANY (${ids}::text[])
    )) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Clicks presented for a customer in deferred calls, with the enrollment of their links (A6). */
export function presentedClicks(db: Db, customerId: string) {
  return db
    .selectFrom("presented_clicks as c")
    .innerJoin("links as l", "l.id", "c.link_id")
    .select(["c.click_id", "c.clicked_at", "c.link_id", "l.enrollment_id"])
    .where("c.customer_id", "=", customerId)
    .execute();
}

/** Remembers a click presented in a deferred call (V3); a repeat changes nothing. */
export async function keepPresented(db: Db, customerId: string, click: ClickRow, at: Date): Promise<void> {
  await db
    .insertInto("presented_clicks")
    .values({
      customer_id: customerId,
      click_id: click.click_id,
      link_id: click.link_id,
      clicked_at: click.at,
      presented_at: at,
    })
    .onConflict((conflict) => conflict.columns(["customer_id", "click_id"]).doNothing())
    .execute();
}

export function findLink(db: Db, id: string): Promise<LinkRow | undefined> {
  return db.selectFrom("links").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The first default link of an enrollment, else its oldest one. */
export function findFirstLink(db: Db, enrollmentId: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom("links")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where("deleted_at", "is", null)
    .orderBy("is_default", "desc")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export function findLead(db: Db, customerId: string, eventKey: string): Promise<LeadRow | undefined> {
  return db
    .selectFrom("lead_events")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("event_key", "=", eventKey)
    .executeTakeFirst();
}

export function findSaleByInvoice(db: Db, workspaceId: string, invoiceId: string): Promise<SaleRow | undefined> {
  return db
    .selectFrom("sale_events")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("invoice_id", "=", invoiceId)
    .executeTakeFirst();
}

/** Whether a customer has a lead event under a link and enrollment (A10). */
export async function hasLeadUnder(
  db: Db,
  customerId: string,
  linkId: string,
  enrollmentId: string | null,
): Promise<boolean> {
  const found = await db
    .selectFrom("lead_events")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("link_id", "=", linkId)
    .where("enrollment_id", "is not distinct from", enrollmentId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What self-referral is judged by besides the customer (A12). */
export function selfReferralFacts(db: Db, enrollmentId: string, visitor: string | null) {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("partners as p", "p.id", "e.partner_id")
    .select((eb) => [
      "p.email",
      "e.tenant_id",
      eb
        .exists(
          eb
            .selectFrom("embed_visitors as v")
            .select(sql`1`.as("one"))
            .whereRef("v.enrollment_id", "=", "e.id")
            .where("v.visitor", "=", visitor ?? ""),
        )
        .as("same_visitor"),
    ])
    .where("e.id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
}

/** Counters of a link and of its enrollment, moved together (V1); absent ones stay. */
export interface CounterDelta {
  leads?: number;
  conversions?: number;
  sales?: number;
  saleAmount?: number;
}

/**
 * Moves the counters of a link and its enrollment: always link first, so that writers never wait in a circle.
 * @returns the sale amount of the enrollment, of the link without one
 */
export async function moveCounters(
  db: Db,
  linkId: string,
  enrollmentId: string | null,
  { leads = 0, conversions = 0, sales = 0, saleAmount = 0 }: CounterDelta,
): Promise<number> {
  const link = await db
    .updateTable("links")
    .set((eb) => ({
      leads: eb("leads", "+", leads),
      conversions: eb("conversions", "+", conversions),
      sales: eb("sales", "+", sales),
      sale_amount: eb("sale_amount", "+", saleAmount),
    }))
    .where("id", "=", linkId)
    .returning("sale_amount")
    .executeTakeFirst();
  if (enrollmentId === null) return link?.sale_amount ?? 0;
  const stats = await db
    .updateTable("enrollment_stats")
    .set((eb) => ({
      total_leads: eb("total_leads", "+", leads),
      total_conversions: eb("total_conversions", "+", conversions),
      total_sales: eb("total_sales", "+", sales),
      total_sale_amount: eb("total_sale_amount", "+", saleAmount),
    }))
    .where("enrollment_id", "=", enrollmentId)
    .returning("total_sale_amount")
    .executeTakeFirst();
  return stats?.total_sale_amount ?? 0;
}
