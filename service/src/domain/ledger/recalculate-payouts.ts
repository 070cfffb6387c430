import { lockPayout, sumOfRows } from "../../store/queries/money/payouts.ts";
import type { Context } from "../context.ts";
import { releaseRows } from "./release-rows.ts";
import { writePayout } from "./write-payout.ts";

/**
 * Sets pending payouts to the sum of their rows after a row left or shrank; at 0 or below, cancels the payout, and its rows wait.
 */
export async function recalculatePayouts(
  ctx: Context,
  payoutIds: Iterable<string | null>,
  {
    enrollments,
    cause,
  }: {
    enrollments: ReadonlyMap<string, { id: string; status: string }>;
    cause: { operation: string; reason?: string | null };
  },
): Promise<void> {
  const ids = [...new Set(payoutIds)].filter((id) => id !== null).sort();
  for (const id of ids) {
    const payout = await lockPayout(ctx.db, id);
    if (payout?.status !== "pending") continue;
    const amount = await sumOfRows(ctx.db, id);
    if (amount > 0) {
      await writePayout(ctx, payout, { to: { amount }, cause });
      continue;
    }
    await releaseRows(ctx, id, {
      enrollment: enrollments.get(payout.enrollment_id) ?? { id: payout.enrollment_id, status: "" },
      cause,
    });
    await writePayout(ctx, payout, { to: { status: "canceled" }, cause });
  }
}
