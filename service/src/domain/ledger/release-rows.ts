import { commissionsOfPayout, currentBan } from "../../store/queries/commissions.ts";
import { writeCommissions, type CommissionChange } from "./write-commissions.ts";
import type { Context } from "../context.ts";
import type { CommissionRow } from "../../store/schema/money.ts";

/**
 * Gives the rows of a payout back: to pending, and while the enrollment is banned to canceled under the ban's mark, so that
 * unban makes them pending.
 */
export async function releaseRows(
  ctx: Context,
  payoutId: string,
  {
    enrollment,
    cause,
  }: { enrollment: { id: string; status: string }; cause: { operation: string; reason?: string | null } },
): Promise<void> {
  const rows = await commissionsOfPayout(ctx.db, payoutId);
  const ban = enrollment.status === "banned" ? await currentBan(ctx.db, enrollment.id) : null;
  await writeCommissions(
    ctx,
    rows.map((row) => released(row, ban)),
    cause,
  );
}

function released(row: CommissionRow, ban: string | null): CommissionChange {
  if (ban === null) return { row, to: { status: "pending", payoutId: null } };
  const mark = { ban, status: "pending", holdReasons: [], payoutId: null };
  return { row, to: { status: "canceled", payoutId: null, mark } };
}
