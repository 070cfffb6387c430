import { sql } from "kysely";
import type { Commission, CommissionListQuery } from "referrals-embed/contract";
import { selectCommissionIds, selectCommissions } from "../../store/queries/commissions.ts";
import { containing } from "../../store/queries/link-list.ts";
import { inListOrder, windowOrder, windowTest } from "../../store/queries/list-window.ts";
import { bucketsOf } from "../analytics/buckets-of.ts";
import type { Context } from "../context.ts";
import { listWindow } from "../list-window.ts";
import { findEnrollment } from "../partners/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { toCommission } from "./commission-record.ts";

/**
 * Lists the program's commissions, newest first unless said; nothing is hidden by default (api-contract §15).
 * @throws not_found for an unknown tenant, unprocessable_entity for a bad period or cursor
 */
export async function listCommissions(ctx: Context, query: CommissionListQuery): Promise<Commission[]> {
  const program = await defaultProgram(ctx);
  const { sortBy = "createdAt", sortOrder: direction = "desc" } = query;
  const order = { table: "c", column: sortBy === "amount" ? "amount" : "created_at", direction };
  const window = await listWindow(query, sortBy !== "createdAt", (id) => positionOf(ctx, id));
  const tests = await testsOf(ctx, query);
  let ids = selectCommissionIds(ctx.db)
    .where("c.program_id", "=", program.id)
    .where(windowTest(window, order))
    .orderBy(windowOrder(window, order))
    .limit(window.limit);
  for (const test of tests) ids = ids.where(test);
  if ("offset" in window) ids = ids.offset(window.offset);
  const rows = await selectCommissions(ctx.db).where("c.id", "in", ids).orderBy(windowOrder(window, order)).execute();
  return inListOrder(window, rows).map(toCommission);
}

async function positionOf(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom("commissions")
    .select(["id", "created_at"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { id: row.id, createdAt: row.created_at };
}

/** Columns a query names exactly. */
const exact = {
  type: "c.type",
  status: "c.status",
  customerId: "c.customer_id",
  payoutId: "c.payout_id",
  groupId: "e.group_id",
  invoiceId: "c.invoice_id",
} as const;

async function testsOf(ctx: Context, query: CommissionListQuery) {
  const tests = Object.entries(exact)
    .filter(([name]) => query[name as keyof typeof exact] !== undefined)
    .map(([name, column]) => sql<boolean>`${sql.ref(column)} = ${query[name as keyof typeof exact]}`);
  const { partnerId, tenantId, partnerTagId: tag, query: search } = query;
  if (partnerId !== undefined) {
    tests.push(sql<boolean>`c.enrollment_id IN (SELECT id FROM enrollments WHERE partner_id = ${partnerId})`);
  } else if (tenantId !== undefined) {
    tests.push(sql<boolean>`c.enrollment_id = ${(await findEnrollment(ctx, { tenantId })).id}`);
  }
  if (tag !== undefined) {
    tests.push(
      sql<boolean>`EXISTS (SELECT 1 FROM enrollment_tags t WHERE t.enrollment_id = e.id AND t.tag_id = ${tag})`,
    );
  }
  if (search?.trim()) {
    const text = sql`lower(concat_ws(E'\n', c.id, c.description, c.invoice_id, f.name, p.email, u.name, u.email))`;
    tests.push(sql<boolean>`${text} LIKE ${containing(search.trim())}`);
  }
  if (query.start !== undefined || query.end !== undefined || (query.interval ?? "all") !== "all") {
    const { edges } = await bucketsOf(ctx, query, { interval: "all" });
    const [from, to] = [new Date(edges[0]!), new Date(edges.at(-1)!)];
    tests.push(sql<boolean>`c.created_at >= ${from} AND c.created_at < ${to}`);
  }
  return tests;
}
