import { commissionsOfPayout, currentBan, findFamilies } from "../../store/queries/commissions.ts";
import { writeCommissions, type CommissionChange } from "./write-commissions.ts";
import type { Context } from "../context.ts";
import type { CommissionRow } from "../../store/schema/money.ts";

/**
 * Gives the rows of a payout back: to pending, or on hold where the sale is disputed by now; while the enrollment is banned to canceled
 * under the ban's mark, so that unban makes them that.
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
  const families = await findFamilies(ctx.db, { ids: rows.map(({ id }) => id) });
  const disputed = new Set(families.filter((row) => row.disputed).map(({ id }) => id));
  await writeCommissions(
    ctx,
    rows.map((row) => released(row, { ban, isDisputed: disputed.has(row.id) })),
    cause,
  );
}

function released(
  row: CommissionRow,
  { ban, isDisputed }: { ban: string | null; isDisputed: boolean },
): CommissionChange {
  const opened = isDisputed
    ? { status: "hold" as const, holdReasons: ["dispute" as const], payoutId: null }
    : { status: "pending" as const, holdReasons: [], payoutId: null };
  if (ban === null) return { row, to: opened };
  return { row, to: { status: "canceled", payoutId: null, mark: { ban, ...opened } } };
}
