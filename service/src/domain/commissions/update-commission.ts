import { ReferralsError, type Commission, type CommissionPatch, type CommissionStatus } from "referrals-embed/contract";
import { selectCommissions } from "../../store/queries/commissions.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { changeStatus, type SettableStatus } from "./change-status.ts";
import { toCommission } from "./commission-record.ts";
import { correctCommission } from "./correct-commission.ts";
import { holdCommissions } from "./hold-commissions.ts";

/** Corrects a commission's figures, sets its status, or both, in one transaction (C1, C2). */
export function updateCommission(ctx: Context, id: string, patch: CommissionPatch): Promise<Commission> {
  return inTransaction(ctx, async (ctx) => {
    await correctCommission(ctx, await holdCommissions(ctx, [id]), patch);
    if (patch.status) await changeStatus(ctx, await holdCommissions(ctx, [id]), patch.status, null);
    return commissionById(ctx, id);
  });
}

/** Sets the status of up to 100 commissions, all or nothing; answers them in the order asked. */
export function updateCommissions(
  ctx: Context,
  ids: readonly string[],
  status: SettableStatus,
): Promise<{ id: string; status: CommissionStatus }[]> {
  return inTransaction(ctx, async (ctx) => {
    const unique = [...new Set(ids)];
    await changeStatus(ctx, await holdCommissions(ctx, unique), status, null);
    const { rows } = await holdCommissions(ctx, unique);
    const statuses = new Map(rows.map((row) => [row.id, row.status]));
    return unique.map((id) => ({ id, status: statuses.get(id)! }));
  });
}

/** The record of a commission of this workspace. @throws not_found */
export async function commissionById(ctx: Context, id: string): Promise<Commission> {
  const row = await selectCommissions(ctx.db)
    .where("c.workspace_id", "=", ctx.workspaceId)
    .where("c.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new ReferralsError("not_found", `There is no commission ${id}.`);
  return toCommission(row);
}
