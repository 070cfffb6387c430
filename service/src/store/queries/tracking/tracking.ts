import { sql, type Insertable, type Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import type { EnrollmentRow } from "../../schema/enrollments.ts";
import type { LinkRow } from "../../schema/links.ts";
import type { ProgramRow } from "../../schema/accounts.ts";
import type { ClickRow, CounterDelta, CustomerRow } from "../../schema/tracking.ts";
import type { CustomersTable } from "../../schema/tables.ts";

/** The first click event of a click id. */
export function findStoredClick(db: Db, clickId: string): Promise<ClickRow | undefined> {
  return db
    .selectFrom("click_events")
    .selectAll()
    .where("click_id", "=", clickId)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
}

/** When the latest click of a workspace happened. */
export async function lastClickAt(db: Db, workspaceId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("click_events")
    .select("at")
    .where("workspace_id", "=", workspaceId)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The workspace's program. */
export function findDefaultProgram(db: Db, workspaceId: string): Promise<ProgramRow | undefined> {
  return db
    .selectFrom("programs as p")
    .innerJoin("workspaces as w", "w.default_program_id", "p.id")
    .where("w.id", "=", workspaceId)
    .selectAll("p")
    .executeTakeFirst();
}

/** A customer by the integrator's id; one leading `ext_` does not count. */
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

/** Takes the row locks of enrollments in id order, those who brought them in included. */
export async function lockEnrollments(db: Db, ids: readonly string[]): Promise<Map<string, EnrollmentRow>> {
  if (ids.length === 0) return new Map();
  // One list of ids: an OR of two lists would read every enrollment.
  const { rows } = await sql<EnrollmentRow>`
    SELECT * FROM enrollments WHERE id = ANY (ARRAY(
      SELECT unnest(${ids}::text[]) UNION SELECT referred_by_id FROM enrollments WHERE id = ANY (${ids}::text[])
    )) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Remembers a click presented in a deferred call; a repeat changes nothing. */
export async function keepPresented(
  db: Db,
  customerId: string,
  { click, at }: { click: ClickRow; at: Date },
): Promise<void> {
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

/**
 * Locks links in id order, including those of customers' leads and first sales, before the first of several counter changes. Locked later,
 * they would be out of order, and after figures, which the click loader locks after links.
 */
export async function lockCounted(
  db: Db,
  { linkIds, customerIds }: { linkIds: readonly string[]; customerIds: readonly string[] },
): Promise<void> {
  await sql`
    SELECT id FROM links WHERE id = ANY (ARRAY(
      SELECT unnest(${linkIds}::text[])
      UNION SELECT link_id FROM lead_events WHERE customer_id = ANY (${customerIds}::text[])
      UNION SELECT link_id FROM sale_events WHERE customer_id = ANY (${customerIds}::text[]) AND is_first
    )) ORDER BY id FOR NO KEY UPDATE`.execute(db);
}

/** The change of the counters of a link and its enrollment by an event. */
export type CounterMove = CounterDelta & { linkId: string; enrollmentId: string | null };

/** Changes the counters of links and their enrollments in one statement: always links first, so that writers never deadlock. */
export async function moveCounters(db: Db, moves: readonly CounterMove[]): Promise<void> {
  const list = moves.map(({ leads = 0, conversions = 0, sales = 0, saleAmount = 0, linkId, enrollmentId }) => {
    return { link: linkId, enrollment: enrollmentId, leads, conversions, sales, amount: saleAmount };
  });
  await sql`
    WITH given AS (SELECT link, enrollment, sum(leads) AS leads, sum(conversions) AS conversions, sum(sales) AS sales,
        sum(amount) AS amount
      FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS g(link text, enrollment text, leads bigint,
        conversions bigint, sales bigint, amount bigint)
      GROUP BY link, enrollment),
    locked AS (SELECT id FROM links WHERE id IN (SELECT link FROM given) ORDER BY id FOR NO KEY UPDATE),
    counted AS (UPDATE links l SET leads = l.leads + g.leads, conversions = l.conversions + g.conversions,
        sales = l.sales + g.sales, sale_amount = l.sale_amount + g.amount
      FROM (SELECT link, sum(leads) AS leads, sum(conversions) AS conversions, sum(sales) AS sales, sum(amount) AS amount
        FROM given JOIN locked ON locked.id = given.link GROUP BY link) AS g
      WHERE l.id = g.link RETURNING l.id)
    UPDATE enrollment_stats s SET total_leads = s.total_leads + g.leads,
      total_conversions = s.total_conversions + g.conversions, total_sales = s.total_sales + g.sales,
      total_sale_amount = s.total_sale_amount + g.amount
    FROM (SELECT enrollment, sum(leads) AS leads, sum(conversions) AS conversions, sum(sales) AS sales,
        sum(amount) AS amount
      FROM given JOIN counted ON counted.id = given.link GROUP BY enrollment) AS g
    WHERE s.enrollment_id = g.enrollment`.execute(db);
}

/** Removes from a customer the binding and presented clicks that only pages reported. */
export async function forgetPageBinding(db: Db, id: string): Promise<CustomerRow> {
  await db.deleteFrom("presented_clicks").where("customer_id", "=", id).execute();
  return db
    .updateTable("customers")
    .set({ link_id: null, enrollment_id: null, click_id: null, bound_at: null, code_link_id: null, unverified: false })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a customer unless the external id is taken: two first calls for one customer make one. */
export function insertCustomer(db: Db, values: Insertable<CustomersTable>): Promise<CustomerRow | undefined> {
  return db
    .insertInto("customers")
    .values(values)
    .onConflict((conflict) => conflict.columns(["workspace_id", "external_key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes columns of a customer. */
export async function updateCustomer(db: Db, id: string, values: Updateable<CustomersTable>): Promise<void> {
  await db.updateTable("customers").set(values).where("id", "=", id).execute();
}
