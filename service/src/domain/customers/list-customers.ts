import { sql } from "kysely";
import type { Customer, CustomerListQuery } from "referrals-embed/contract";
import { selectCustomers } from "../../store/queries/customers.ts";
import { containing } from "../../store/queries/link-list.ts";
import { inListOrder, windowOrder, windowTest } from "../../store/queries/list-window.ts";
import type { Context } from "../context.ts";
import { listWindow } from "../list-window.ts";
import { toCustomer, toExpandedCustomer } from "./customer-record.ts";

const columns = {
  createdAt: "created_at",
  saleAmount: "sale_amount",
  firstSaleAt: "first_sale_at",
  subscriptionCanceledAt: "subscription_canceled_at",
} as const;

/**
 * Lists the workspace's customers, newest first unless said; `email` beats `externalId` beats `search` (api-contract §15).
 * @throws unprocessable_entity for a bad cursor
 */
export async function listCustomers(ctx: Context, query: CustomerListQuery): Promise<Customer[]> {
  const { sortBy = "createdAt", sortOrder: direction = "desc" } = query;
  const order = { table: "u", column: columns[sortBy], direction };
  const window = await listWindow(query, sortBy !== "createdAt", (id) => positionOf(ctx, id));
  let ids = selectCustomers(ctx.db)
    .clearSelect()
    .select("u.id")
    .where("u.workspace_id", "=", ctx.workspaceId)
    .where(windowTest(window, order))
    .orderBy(windowOrder(window, order))
    .limit(window.limit);
  for (const test of testsOf(query)) ids = ids.where(test);
  if ("offset" in window) ids = ids.offset(window.offset);
  const rows = await selectCustomers(ctx.db).where("u.id", "in", ids).orderBy(windowOrder(window, order)).execute();
  return inListOrder(window, rows).map(query.includeExpandedFields ? toExpandedCustomer : toCustomer);
}

async function positionOf(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom("customers")
    .select(["id", "created_at"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { id: row.id, createdAt: row.created_at };
}

function testsOf({ email, externalId, search, country, linkId, programId, partnerId }: CustomerListQuery) {
  const tests = [];
  if (email !== undefined) tests.push(sql<boolean>`lower(u.email) = ${email.toLowerCase()}`);
  else if (externalId !== undefined) tests.push(sql<boolean>`u.external_key = ${externalId.replace(/^ext_/, "")}`);
  else if (search?.trim()) {
    const text = sql`lower(concat_ws(E'\n', u.id, u.external_id, u.name, u.email))`;
    tests.push(sql<boolean>`${text} LIKE ${containing(search.trim())}`);
  }
  if (country !== undefined) tests.push(sql<boolean>`u.country = ${country.toUpperCase()}`);
  if (linkId !== undefined) tests.push(sql<boolean>`u.link_id = ${linkId}`);
  if (programId !== undefined) tests.push(sql<boolean>`l.program_id = ${programId}`);
  if (partnerId !== undefined) tests.push(sql<boolean>`e.partner_id = ${partnerId}`);
  return tests;
}
