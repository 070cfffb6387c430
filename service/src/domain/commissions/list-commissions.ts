import type { Commission, CommissionListQuery } from "referrals-embed/contract";
import { findCommissionPosition, listCommissionRows } from "../../store/queries/commissions.ts";
import { bucketsOf } from "../analytics/buckets-of.ts";
import type { Context } from "../context.ts";
import { toCommission } from "../ledger/commission-record.ts";
import { listWindow } from "../read-window.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

/**
 * Lists the program's commissions, newest first unless said; nothing is hidden by default.
 * @throws not_found for an unknown tenant, unprocessable_entity for a bad period or cursor
 */
export async function listCommissions(ctx: Context, query: CommissionListQuery): Promise<Commission[]> {
  const program = await defaultProgram(ctx);
  const { sortBy = "createdAt", sortOrder: direction = "desc" } = query;
  const order = { table: "c", column: sortBy === "amount" ? "amount" : "created_at", direction };
  const window = await listWindow(query, sortBy !== "createdAt", (id) =>
    findCommissionPosition(ctx.db, ctx.workspaceId, id),
  );
  const { type, status, customerId, payoutId, groupId, invoiceId, partnerId, tenantId, partnerTagId } = query;
  const isOfTenant = partnerId === undefined && tenantId !== undefined;
  const enrollmentId = isOfTenant ? (await findEnrollment(ctx, { tenantId })).id : undefined;
  const filter = { programId: program.id, type, status, customerId, payoutId, groupId, invoiceId, partnerId };
  const search = query.query?.trim() || undefined;
  const created = await periodOf(ctx, query);
  const narrowed = { ...filter, enrollmentId, partnerTagId, search, created };
  const rows = await listCommissionRows(ctx.db, narrowed, { window, order });
  return rows.map(toCommission);
}

/** The period a query asks for; nothing for all time. */
async function periodOf(ctx: Context, query: CommissionListQuery): Promise<{ from: Date; to: Date } | undefined> {
  if (query.start === undefined && query.end === undefined && (query.interval ?? "all") === "all") return undefined;
  const { edges } = await bucketsOf(ctx, query, { interval: "all", whole: true });
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  return { from: new Date(from), to: new Date(to) };
}
