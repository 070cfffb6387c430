import { findCommissions, idsInPayout } from "../../store/queries/money/commissions.ts";
import { changeMoneyMove, findMoneyMove } from "../../store/queries/partners/enrollments.ts";
import type { MoneyMove } from "../../store/schema/enrollments.ts";
import type { CommissionWithPayout, PayoutRow } from "../../store/schema/money.ts";
import type { Context } from "../context.ts";

/** Rows of a payout that follow its end in one transaction. */
export interface PayoutPortion {
  rows: CommissionWithPayout[];
  /** Whether more have still to follow. */
  isMore: boolean;
}

/**
 * The next rows that follow the end of their payout. Whether there are more is noted in the enrollment, whose lock the caller holds: a job
 * goes on where the process is killed.
 * @param how what they do: leave the payout, or become paid
 */
export async function nextPortion(
  ctx: Context,
  { id: payoutId, enrollment_id: enrollmentId }: Pick<PayoutRow, "id" | "enrollment_id">,
  how: keyof Pick<MoneyMove, "releases" | "pays">,
): Promise<PayoutPortion> {
  const { commissionsAtOnce: most } = ctx.config;
  const ids = await idsInPayout(ctx.db, payoutId, most + 1);
  const isMore = ids.length > most;
  const noted = (await findMoneyMove(ctx.db, enrollmentId))?.[how] ?? [];
  const others = noted.filter((id) => id !== payoutId);
  const left = isMore ? [...others, payoutId] : others;
  await changeMoneyMove(ctx.db, enrollmentId, { [how]: left.length > 0 ? left : undefined });
  return { rows: await findCommissions(ctx.db, ids.slice(0, most)), isMore };
}
