import { sql, type Insertable, type Updateable } from "kysely";
import type { CustomerListQuery } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { containing } from "../links/link-list.ts";
import { isOneOf } from "../id-lists.ts";
import {
  inListOrder,
  isOnPage,
  listOrder,
  windowOrder,
  windowTest,
  type ListOrder,
  type ListPosition,
  type ListWindow,
} from "../list-window.ts";
import type { CustomersTable } from "../../schema/tables.ts";

/** Customers that are not erased, joined with what the expanded record shows. */
function selectCustomers(db: Db) {
  return db
    .selectFrom("customers as u")
    .leftJoin("links as l", "l.id", "u.link_id")
    .leftJoin("enrollments as e", "e.id", "u.enrollment_id")
    .leftJoin("partners as p", "p.id", "e.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .leftJoin("discounts as d", "d.id", "e.discount_id")
    .selectAll("u")
    .select([
      "l.domain as link_domain",
      "l.key as link_key",
      "l.short_link as link_short_link",
      "l.url as link_url",
      "l.program_id",
      "p.id as partner_id",
      "p.email as partner_email",
      "f.name as partner_name",
      "f.image as partner_image",
      "d.id as discount_id",
      "d.type as discount_type",
      "d.amount_minor",
      "d.rate_bp",
      "d.max_duration",
      "d.description as discount_description",
    ])
    .where("u.erased_at", "is", null);
}

/** A joined row of `selectCustomers`. */
export type CustomerRecordRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>["execute"]>>[number];

/** A customer of a workspace by `cus_...`, or by `ext_` and the integrator's id. */
export function findCustomerRecord(db: Db, workspaceId: string, id: string): Promise<CustomerRecordRow | undefined> {
  return selectCustomers(db)
    .where("u.workspace_id", "=", workspaceId)
    .where((eb) => (id.startsWith("ext_") ? eb("u.external_key", "=", id.slice(4)) : eb("u.id", "=", id)))
    .executeTakeFirst();
}

const sortColumns = {
  createdAt: "created_at",
  saleAmount: "sale_amount",
  firstSaleAt: "first_sale_at",
  subscriptionCanceledAt: "subscription_canceled_at",
} as const;

function orderOf({ sortBy = "createdAt", sortOrder: direction = "desc" }: CustomerListQuery): ListOrder {
  return { table: "u", column: sortColumns[sortBy], direction };
}

function selectListed(db: Db, query: CustomerListQuery & { workspaceId: string }) {
  let ids = selectCustomers(db).clearSelect().select("u.id").where("u.workspace_id", "=", query.workspaceId);
  for (const test of listTests(query)) ids = ids.where(test);
  return ids;
}

/** The ids of all customers that fit, in order. */
export async function listedCustomers(db: Db, query: CustomerListQuery & { workspaceId: string }): Promise<string[]> {
  const rows = await selectListed(db, query)
    .orderBy(listOrder(orderOf(query)))
    .execute();
  return rows.map(({ id }) => id);
}

/** The records of customers, in no order; those that were erased are not in it. */
export function findCustomerRecords(db: Db, ids: readonly string[]): Promise<CustomerRecordRow[]> {
  return selectCustomers(db).where(isOneOf("u.id", ids)).execute();
}

/** A part of a workspace's customers, newest first by default; `email` beats `externalId` beats `search`. */
export async function listCustomerRecords(
  db: Db,
  query: CustomerListQuery & { workspaceId: string },
  window: ListWindow,
): Promise<CustomerRecordRow[]> {
  const order = orderOf(query);
  let ids = selectListed(db, query).where(windowTest(window, order)).orderBy(windowOrder(window, order));
  ids = ids.limit(window.limit);
  if ("offset" in window) ids = ids.offset(window.offset);
  const rows = await selectCustomers(db).where(isOnPage("u.id", ids)).orderBy(windowOrder(window, order)).execute();
  return inListOrder(window, rows);
}

function listTests({ email, externalId, search, country, linkId, programId, partnerId }: CustomerListQuery) {
  const tests = [];
  if (email !== undefined) tests.push(sql<boolean>`lower(u.email) = ${email.toLowerCase()}`);
  else if (externalId !== undefined) tests.push(sql<boolean>`u.external_key = ${externalId.replace(/^ext_/, "")}`);
  else if (search?.trim()) {
    const found = sql`SELECT t.customer_id FROM customer_texts t WHERE t.search_text LIKE ${containing(search.trim())}`;
    tests.push(sql<boolean>`u.id IN (${found})`);
  }
  if (country !== undefined) tests.push(sql<boolean>`u.country = ${country.toUpperCase()}`);
  if (linkId !== undefined) tests.push(sql<boolean>`u.link_id = ${linkId}`);
  if (programId !== undefined) tests.push(sql<boolean>`l.program_id = ${programId}`);
  if (partnerId !== undefined) tests.push(sql<boolean>`e.partner_id = ${partnerId}`);
  return tests;
}

/** Where a customer stands in the list by creation. */
export function findCustomerPosition(db: Db, workspaceId: string, id: string): Promise<ListPosition | undefined> {
  return db
    .selectFrom("customers")
    .select(["id", "created_at as createdAt"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Customers of a workspace with an email, in any letter case, that have an external id; the oldest first. */
export function customersByEmail(db: Db, workspaceId: string, email: string) {
  return db
    .selectFrom("customers")
    .select(["external_id", "email"])
    .where("workspace_id", "=", workspaceId)
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("external_id", "is not", null)
    .orderBy("created_at")
    .execute();
}

/** Adds a customer; a taken external id is a unique violation. */
export async function insertCustomer(db: Db, row: Insertable<CustomersTable>): Promise<void> {
  await db.insertInto("customers").values(row).execute();
}

/** Writes columns of a customer; a taken external id is a unique violation. */
export async function updateCustomerRow(db: Db, id: string, patch: Updateable<CustomersTable>): Promise<void> {
  await db.updateTable("customers").set(patch).where("id", "=", id).execute();
}

/** The enrollments of customers' commissions, regardless of the current binding. */
export async function enrollmentsOfCustomer(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions")
    .select("enrollment_id")
    .distinct()
    .where("customer_id", "=", customerId)
    .execute();
  return rows.map(({ enrollment_id: id }) => id);
}
