import { ReferralsError, type PayoutBulkResult } from "referrals-embed/contract";
import { enrollmentsOfPayouts, pendingPayouts } from "../../store/queries/money/payouts.ts";
import type { Context } from "../context.ts";
import { lockAhead } from "../lock-ahead.ts";
import { updatePayout, type PayoutMove } from "./update-payout.ts";

/**
 * Confirms the given payouts; without ids, all pending ones.
 * @param amounts what each of them was seen to pay: one of another amount is refused
 */
export async function confirmPayouts(
  ctx: Context,
  ids?: readonly string[],
  amounts?: readonly number[],
): Promise<PayoutBulkResult> {
  const asked = ids ?? (await pendingPayouts(ctx.db, ctx.workspaceId));
  return settlePayouts(
    ctx,
    asked.map((id, index) => ({ id, status: "processing" as const, seenAmount: amounts?.[index] })),
  );
}

/** Moves payouts, each alone: a payout that cannot move stays as it is and is answered with the reason. */
export async function settlePayouts(
  ctx: Context,
  changes: readonly (PayoutMove & { id: string })[],
): Promise<PayoutBulkResult> {
  await lockAhead(ctx, () =>
    enrollmentsOfPayouts(
      ctx.db,
      ctx.workspaceId,
      changes.map(({ id }) => id),
    ),
  );
  const result: PayoutBulkResult = { payoutIds: [], refused: [] };
  for (const { id, ...patch } of changes) {
    try {
      await updatePayout(ctx, id, patch);
      result.payoutIds.push(id);
    } catch (error) {
      if (!(error instanceof ReferralsError)) throw error;
      result.refused.push({ id, reason: error.message });
    }
  }
  return result;
}
