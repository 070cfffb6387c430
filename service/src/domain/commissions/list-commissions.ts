import type { Commission, CommissionFilter, CommissionListQuery, CommissionSum } from "referrals-embed/contract";
import {
  findCommissionPosition,
  findCommissionRecords,
  listCommissionRows,
  listedCommissions,
  sumsByStatus,
  type CommissionScope,
} from "../../store/queries/money/commission-list.ts";
import { listedPeriod } from "../analytics/buckets-of.ts";
import type { Context } from "../context.ts";
import { toCommission } from "../ledger/commission-record.ts";
import type { ListOrder } from "../../store/queries/list-window.ts";
import { inBatches, listWindow } from "../read-window.ts";
import { parseMetadataFilter, valuesOf } from "../filter-grammar.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

/**
 * Lists the program's commissions, newest first by default, in every status unless filtered.
 * @throws not_found for an unknown tenant, unprocessable_entity for a bad period or cursor
 */
export async function listCommissions(ctx: Context, query: CommissionListQuery): Promise<Commission[]> {
  const sorted = (query.sortBy ?? "createdAt") !== "createdAt";
  const window = await listWindow(query, sorted, (id) => findCommissionPosition(ctx.db, ctx.workspaceId, id));
  const rows = await listCommissionRows(ctx.db, await filterOf(ctx, query), { window, order: orderOf(query) });
  return rows.map(toCommission);
}

/**
 * Counts and sums of the program's commissions by status.
 * @throws not_found for an unknown tenant, unprocessable_entity for a bad period
 */
export async function sumCommissions(ctx: Context, query: CommissionFilter): Promise<CommissionSum[]> {
  return sumsByStatus(ctx.store.reports, await filterOf(ctx, query));
}

/** All matching commissions, in batches: those that exist at the start, each as it is when its batch is read. */
export async function* allCommissions(
  ctx: Context,
  query: CommissionListQuery,
  size: number,
): AsyncGenerator<readonly Commission[]> {
  const ids = await listedCommissions(ctx.db, await filterOf(ctx, query), orderOf(query));
  yield* inBatches(ids, size, async (batch) => (await findCommissionRecords(ctx.db, batch)).map(toCommission));
}

function orderOf({ sortBy, sortOrder: direction = "desc" }: CommissionListQuery): ListOrder {
  return { table: "c", column: sortBy === "amount" ? "amount" : "created_at", direction };
}

async function filterOf(ctx: Context, query: CommissionFilter): Promise<CommissionScope> {
  const program = await defaultProgram(ctx);
  const { type, status, customerId, payoutId, groupId, invoiceId, partnerId, tenantId, partnerTagId } = query;
  const isOfTenant = partnerId === undefined && tenantId !== undefined;
  const enrollmentId = isOfTenant ? (await findEnrollment(ctx, { tenantId })).id : undefined;
  const metadata = query.query === undefined ? undefined : parseMetadataFilter(query.query);
  return {
    programId: program.id,
    type,
    status,
    customerId,
    payoutId,
    invoiceId,
    enrollmentId,
    partnerId: valuesOf(partnerId),
    groupId: valuesOf(groupId),
    partnerTagId: valuesOf(partnerTagId),
    metadata,
    search: metadata ? undefined : query.query?.trim() || undefined,
    created: await listedPeriod(ctx, query),
  };
}
