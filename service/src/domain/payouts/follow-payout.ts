import { lockPayout } from "../../store/queries/money/payouts.ts";
import { present } from "../../present.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { PayoutRow } from "../../store/schema/money.ts";
import { cancelShares } from "../commissions/ban-commissions.ts";
import { now, type Context } from "../context.ts";
import { nextPortion } from "../ledger/payout-portion.ts";
import { releaseRows } from "../ledger/release-rows.ts";
import { settleSources } from "../ledger/settle-sources.ts";
import { writeCommissions, type ChangeCause } from "../ledger/write-commissions.ts";

/**
 * Sets up to a portion of a payout's rows to paid, as of the payout's date.
 * @returns whether there is more
 */
export async function payRows(ctx: Context, payout: PayoutRow, cause: ChangeCause): Promise<boolean> {
  const { rows, isMore } = await nextPortion(ctx, payout, "pays");
  const to = { status: "paid" as const, paidAt: payout.paid_at ?? now(ctx) };
  await writeCommissions(
    ctx,
    rows.map((row) => ({ row, to })),
    cause,
  );
  return isMore;
}

/** Lets the next portion of rows follow a payout that has ended. The caller holds the enrollment's lock. */
export async function followPayout(ctx: Context, enrollment: EnrollmentRow, payoutId: string): Promise<void> {
  const payout = present(await lockPayout(ctx.db, payoutId), "the payout");
  const cause = { operation: `payout.${payout.status}`, reason: payout.failure_reason };
  if (payout.status === "completed") return void (await payRows(ctx, payout, cause));
  const { families } = await releaseRows(ctx, payoutId, { enrollment, cause });
  await settleReleased(ctx, families, { enrollment, cause });
}

/** Balances the families of rows that left a payout; under a ban, their shares go with them. */
export async function settleReleased(
  ctx: Context,
  families: readonly string[],
  { enrollment, cause }: { enrollment: EnrollmentRow; cause: ChangeCause },
): Promise<void> {
  const enrollments = new Map([[enrollment.id, enrollment]]);
  await settleSources(ctx, { ids: families }, { enrollments, cause });
  if (enrollment.status === "banned") await cancelShares(ctx, enrollment.id, families);
}
