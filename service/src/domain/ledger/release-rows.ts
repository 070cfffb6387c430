import { disputedCommissions } from "../../store/queries/money/commissions.ts";
import { isSetAside } from "../rules/balance-source.ts";
import { comingBackUnder } from "../rules/change-holds.ts";
import { aboveOf, type Above } from "./above-of.ts";
import { familyOf, waitsWithSale } from "./families.ts";
import { nextPortion } from "./payout-portion.ts";
import { followed, writeCommissions, type CommissionChange } from "./write-commissions.ts";
import type { Context } from "../context.ts";
import type { CommissionRow } from "../../store/schema/money.ts";

/** What left a payout. */
export interface Released {
  /** The commissions that head the families of the rows. */
  families: string[];
  /** Whether more have still to leave it. */
  isMore: boolean;
}

/**
 * Takes up to a portion of rows out of a payout: they become pending, or on hold where the sale is disputed by now. While the enrollment is
 * banned they become canceled with the ban's mark, and unban sets that status. A share follows the current status of its source (C15).
 */
export async function releaseRows(
  ctx: Context,
  payoutId: string,
  {
    enrollment,
    cause,
  }: { enrollment: { id: string; status: string }; cause: { operation: string; reason?: string | null } },
): Promise<Released> {
  const { rows, isMore } = await nextPortion(ctx, { id: payoutId, enrollment_id: enrollment.id }, "releases");
  const above = await aboveOf(ctx, rows, new Map([[enrollment.id, enrollment]]));
  const disputed = await disputedCommissions(ctx.db, rows.map(familyOf));
  const isDisputed = (row: CommissionRow): boolean => disputed.has(familyOf(row)) && waitsWithSale(row);
  const changes = rows.map((row) => released(row, { ...above(row), isDisputed: isDisputed(row) }));
  await writeCommissions(ctx, changes, cause);
  return { families: [...new Set(rows.map(familyOf))], isMore };
}

function released(row: CommissionRow, { ban, source, isDisputed }: Above & { isDisputed: boolean }): CommissionChange {
  if (source && isSetAside(source))
    return { row, to: { status: source.status, holdReasons: [], payoutId: null, reason: followed } };
  const isReviewed = (source?.mark?.holdReasons ?? source?.hold_reasons)?.includes("review") === true;
  const reasons = [...(isDisputed ? ["dispute" as const] : []), ...(isReviewed ? ["review" as const] : [])];
  return { row, to: { ...comingBackUnder(ban, reasons), payoutId: null, ...(isReviewed && { reason: followed }) } };
}
