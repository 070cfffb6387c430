import type { Payout, PayoutListQuery } from "referrals-embed/contract";
import { listPayoutRows } from "../../store/queries/payouts.ts";
import type { Context } from "../context.ts";
import { toPayout } from "../ledger/payout-record.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

const columns = { amount: "o.amount", initiatedAt: "o.initiated_at", paidAt: "o.paid_at" } as const;

/** Lists the program's payouts, largest first unless said. @throws not_found for an unknown tenant */
export async function listPayouts(ctx: Context, query: PayoutListQuery): Promise<Payout[]> {
  const program = await defaultProgram(ctx);
  const { partnerId, tenantId, status, invoiceId, groupId, sortBy = "amount", sortOrder = "desc" } = query;
  const { page = 1, pageSize = 100 } = query;
  const isOfTenant = partnerId === undefined && tenantId !== undefined;
  const rows = await listPayoutRows(ctx.db, {
    programId: program.id,
    partnerId,
    enrollmentId: isOfTenant ? (await findEnrollment(ctx, { tenantId })).id : undefined,
    status,
    invoiceId,
    groupId,
    order: { column: columns[sortBy], direction: sortOrder },
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return rows.map(toPayout);
}
