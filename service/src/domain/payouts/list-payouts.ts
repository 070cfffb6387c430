import type { Payout, PayoutListQuery } from "referrals-embed/contract";
import {
  findPayoutRecords,
  listedPayouts,
  listPayoutRows,
  type PayoutFilter,
  type PayoutOrder,
} from "../../store/queries/money/payouts.ts";
import { listedPeriod } from "../analytics/buckets-of.ts";
import type { Context } from "../context.ts";
import { inBatches } from "../read-window.ts";
import { toPayout } from "../ledger/payout-record.ts";
import { valuesOf } from "../filter-grammar.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

const columns = { amount: "amount", initiatedAt: "initiated_at", paidAt: "paid_at" } as const;

/** Lists the program's payouts, largest first by default. @throws not_found for an unknown tenant, unprocessable_entity for a bad period */
export async function listPayouts(ctx: Context, query: PayoutListQuery): Promise<Payout[]> {
  const { page = 1, pageSize = 100 } = query;
  const part = { order: orderOf(query), limit: pageSize, offset: (page - 1) * pageSize };
  return (await listPayoutRows(ctx.db, await filterOf(ctx, query), part)).map(toPayout);
}

/** All matching payouts, in batches: those that exist at the start, each as it is when its batch is read. */
export async function* allPayouts(
  ctx: Context,
  query: PayoutListQuery,
  size: number,
): AsyncGenerator<readonly Payout[]> {
  const ids = await listedPayouts(ctx.db, await filterOf(ctx, query), orderOf(query));
  yield* inBatches(ids, size, async (batch) => (await findPayoutRecords(ctx.db, batch)).map(toPayout));
}

function orderOf({ sortBy = "amount", sortOrder = "desc" }: PayoutListQuery): PayoutOrder {
  return { table: "o", column: columns[sortBy], direction: sortOrder };
}

async function filterOf(ctx: Context, query: PayoutListQuery): Promise<PayoutFilter> {
  const { partnerId, tenantId, status, invoiceId, groupId } = query;
  const isOfTenant = partnerId === undefined && tenantId !== undefined;
  const enrollmentId = isOfTenant ? (await findEnrollment(ctx, { tenantId })).id : undefined;
  const { id: programId } = await defaultProgram(ctx);
  const period = await listedPeriod(ctx, query);
  return { programId, partnerId, enrollmentId, status, invoiceId, groupId: valuesOf(groupId), period };
}
