import { ReferralsError, type Commission, type CommissionPatch, type CommissionStatus } from "referrals-embed/contract";
import { findCommissions } from "../../store/queries/commissions.ts";
import {
  deleteUnverifiedSales,
  findUnverifiedSales,
  type UnverifiedSale,
} from "../../store/queries/unverified-sales.ts";
import { audit } from "../audit.ts";
import type { SettableStatus } from "../commissions/change-status.ts";
import { updateCommission, updateCommissions } from "../commissions/update-commission.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { loadCall, lockForEvent } from "./lock-event.ts";
import { recordSale } from "./track-sale.ts";

/** Changes a commission; one that waits for a confirmation is confirmed by becoming pending. */
export function decideCommission(ctx: Context, id: string, patch: CommissionPatch): Promise<Commission> {
  return inTransaction(ctx, async (ctx) => {
    if (patch.status === "pending") await confirm(ctx, [id]);
    return updateCommission(ctx, id, patch);
  });
}

/** The same for up to 100 commissions, all or none. */
export function decideCommissions(
  ctx: Context,
  ids: readonly string[],
  status: SettableStatus,
): Promise<{ id: string; status: CommissionStatus }[]> {
  return inTransaction(ctx, async (ctx) => {
    if (status === "pending") await confirm(ctx, ids);
    return updateCommissions(ctx, ids, status);
  });
}

async function confirm(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const sale of await findUnverifiedSales(ctx.db, ctx.workspaceId, ids)) await confirmSale(ctx, sale);
}

/**
 * Records a sale that a page reported, as of the time it was reported, by a person's decision; its commission keeps its id.
 * @throws conflict when the sale would not earn the partner of the commission anything
 */
async function confirmSale(
  ctx: Context,
  { commissionId, enrollmentId, customerKey, input, at }: UnverifiedSale,
): Promise<void> {
  const then: Context = { ...ctx, clock: { now: () => at.getTime() } };
  const found = await loadCall(then, input, { clickId: input.clickId || null, invoiceId: input.invoiceId || null });
  if (found.sale) throw conflict(commissionId, "its invoice is a sale already");
  const own = { commissionId, enrollmentId, customerKey, click: found.presented };
  const call = { ...found, reported: [own, ...found.reported.filter((other) => other.commissionId !== commissionId)] };
  const locked = await lockForEvent(then, call);
  await deleteUnverifiedSales(ctx.db, [commissionId], "void too");
  await recordSale(then, input, { call, locked, commissionId });
  const [made] = await findCommissions(ctx.db, [commissionId]);
  if (made?.enrollment_id !== enrollmentId) {
    throw conflict(commissionId, "by what is known now, its sale would earn this partner nothing");
  }
  const change = { operation: "commission.confirm", entity: "commission", entityId: commissionId };
  await audit(ctx, { ...change, from: "hold", to: made.status });
}

function conflict(id: string, why: string): ReferralsError {
  return new ReferralsError("conflict", `The commission ${id} cannot be confirmed: ${why}. Set it to canceled.`);
}
