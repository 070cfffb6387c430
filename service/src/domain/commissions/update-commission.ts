import {
  ReferralsError,
  type Commission,
  type CommissionPatch,
  type CommissionStatusRow,
} from "referrals-embed/contract";
import { findCommissionRecord } from "../../store/queries/money/commission-list.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { changeStatus, type Decision } from "./change-status.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { toCommission } from "../ledger/commission-record.ts";
import { holdOf } from "../rules/change-holds.ts";
import { correctCommission } from "./correct-commission.ts";
import { holdCommissions, type HeldCommissions } from "./hold-commissions.ts";
import { present } from "../../present.ts";

/** Corrects a commission's figures, sets its status, or both, in one transaction. A note alone is accepted in any status. */
export function updateCommission(ctx: Context, id: string, patch: CommissionPatch): Promise<Commission> {
  return inTransaction(ctx, async (ctx) => {
    await correctCommission(ctx, await holdCommissions(ctx, [id]), patch);
    const { status, note } = patch;
    const held = await holdCommissions(ctx, [id]);
    if (status) await changeStatus(ctx, held, { status, note });
    else if (note !== undefined) await keepNote(ctx, held, note);
    return commissionById(ctx, id);
  });
}

/** A note does not move money: paid and locked rows take one too. */
function keepNote(ctx: Context, { rows }: HeldCommissions, note: string): Promise<void> {
  const changes = rows.map((row) => ({ row, to: { note } }));
  return writeCommissions(ctx, changes, { operation: "commission.update", reason: note });
}

/** Sets the status of up to 100 commissions, all or nothing; answers them in the order asked. */
export function updateCommissions(
  ctx: Context,
  ids: readonly string[],
  decision: Decision,
): Promise<CommissionStatusRow[]> {
  return inTransaction(ctx, async (ctx) => {
    const unique = [...new Set(ids)];
    await changeStatus(ctx, await holdCommissions(ctx, unique), decision);
    const { rows } = await holdCommissions(ctx, unique);
    const after = new Map(rows.map((row) => [row.id, row]));
    return unique.map((id) => {
      const { status, hold_reasons: reasons } = present(after.get(id), "the commission");
      return { id, status, holdReason: holdOf(reasons).holdReason };
    });
  });
}

/** The record of a commission of this workspace. @throws not_found */
export async function commissionById(ctx: Context, id: string): Promise<Commission> {
  const row = await findCommissionRecord(ctx.db, ctx.workspaceId, id);
  if (!row) throw new ReferralsError("not_found", `There is no commission ${id}.`);
  return toCommission(row);
}
