import { keptAfterRefund } from "./scale.ts";
import { isLocked, voidStatuses } from "./statuses.ts";
import type { HoldReason } from "referrals-embed/contract";
import { comingBackUnder, decidable } from "./change-holds.ts";
import type { CommissionValues, CommissionWithPayout } from "../../store/schema/money.ts";

/** A commission of a sale with every row that corrects it: a family, balanced as a whole. */
export interface SourceFamily {
  row: CommissionWithPayout;
  /** Rows of any status that name it as their source and have a cause, oldest first. */
  corrections: readonly CommissionWithPayout[];
  /** The amount of the sale after refunds, in its currency. */
  sale: { amount: number; refundedAmount: number };
  returned: Returned;
}

/** Hold reasons for a commission restored by a reversed refund, and the ban in force. */
export interface Returned {
  holdReasons: readonly HoldReason[];
  ban: string | null;
}

/** The changes that balance a family. */
export interface FamilyBalance {
  changes: { row: CommissionWithPayout; to: Partial<CommissionValues> }[];
  /** Earnings of the correction that is still missing; 0 for none. */
  correction: number;
}

/**
 * Balances a commission with its corrections, for any events in any order:
 *
 * - earnings + all corrections = what the sale's refunds leave of the gross (I12). A correction that a person voided is forgiven: it counts
 *   as taken, as long as refunds take that much.
 * - A commission that is void by decision is worth 0: what its corrections took is returned.
 *
 * A locked commission never changes; its corrections do. Any other commission absorbs its open corrections. A balanced family is not
 * changed.
 */
export function balanceSource({ row, corrections, sale, returned }: SourceFamily): FamilyBalance {
  const kept = keptAfterRefund(row.gross_earnings, sale.amount, sale.refundedAmount);
  const locked = sumOf(corrections.filter(isLocked));
  const setAside = corrections.filter(isVoidByDecision);
  const forgiven = Math.max(sumOf(setAside), kept - row.gross_earnings);
  const eased = adjust(setAside, forgiven).changes;
  const open = corrections.filter((correction) => !isLocked(correction) && !isVoidByDecision(correction));
  const fixed = locked + forgiven;
  if (isLocked(row)) {
    const { changes, correction } = adjust(open, kept - row.earnings - fixed);
    return { changes: [...eased, ...changes], correction };
  }
  const heldThen = sale.refundedAmount < sale.amount ? heldBeforeRefund(row) : null;
  const isVoid = isVoidByDecision(row) && heldThen === null;
  const openSum = isVoid ? -locked : kept - fixed - clamp(kept - fixed, row.gross_earnings);
  const earnings = clamp(kept - fixed - openSum, row.gross_earnings);
  const isRefunded = earnings === 0 && locked === 0 && sale.refundedAmount === sale.amount && !isVoid;
  const { changes, correction } = adjust(open, openSum);
  const back = heldThen && comesBack(heldThen, returned);
  return {
    changes: [...eased, ...changes, { row, to: isRefunded ? refunded(row) : { ...back, earnings } }],
    correction,
  };
}

/** Brings open corrections to a sum: those of the other direction shrink first, the newest before the others. */
function adjust(open: readonly CommissionWithPayout[], sum: number): FamilyBalance {
  const changes: FamilyBalance["changes"] = [];
  let left = sum - sumOf(open);
  for (const correction of open.toReversed()) {
    const { earnings } = correction;
    if (left === 0 || left > 0 === earnings > 0) continue;
    const share = Math.sign(left) * Math.min(Math.abs(left), Math.abs(earnings));
    changes.push({ row: correction, to: reducedTo(earnings + share) });
    left -= share;
  }
  return { changes, correction: left };
}

/** Void by a decision: what only a ban canceled comes back with the unban. */
function isVoidByDecision({ status, mark }: CommissionWithPayout): boolean {
  return mark === null && (voidStatuses as readonly string[]).includes(status);
}

/** Void for another reason than a ban or a refund. */
export function isSetAside(row: CommissionWithPayout): boolean {
  return isVoidByDecision(row) && heldBeforeRefund(row) === null;
}

/** Void only because its sale was refunded in full, not by a decision. */
export function isVoidByRefund(row: CommissionWithPayout): boolean {
  return heldBeforeRefund(row) !== null;
}

/** The reason of a commission voided by a refund, with the hold reasons a person had yet to decide. */
const byRefund = "refund";

function refunded({ mark, hold_reasons: own }: CommissionWithPayout): Partial<CommissionValues> {
  const held = (mark?.holdReasons ?? own).filter((reason) => decidable.includes(reason));
  const reason = [byRefund, ...(held.length > 0 ? [held.join(",")] : [])].join(":");
  return { earnings: 0, status: "refunded", holdReasons: [], payoutId: null, mark: null, reason };
}

/** The hold reasons of a commission when a refund voided it; `null` if it is not void, or void by a person's decision. */
function heldBeforeRefund({ status, reason, mark }: CommissionWithPayout): HoldReason[] | null {
  const [how, held = ""] = reason?.split(":") ?? [];
  if (status !== "refunded" || how !== byRefund || mark) return null;
  return decidable.filter((known) => held.split(",").includes(known));
}

/** A commission whose refund was reversed: its earlier state, with the ban's mark if a ban is in force by now. */
function comesBack(held: readonly HoldReason[], returned: Returned): Partial<CommissionValues> {
  return { ...comingBackUnder(returned.ban, [...held, ...returned.holdReasons]), reason: null };
}

/** A correction with a reduced amount; at 0 it is void. */
function reducedTo(earnings: number): Partial<CommissionValues> {
  const figures = { amount: earnings, grossEarnings: earnings, earnings };
  return earnings === 0 ? { ...figures, status: "canceled", holdReasons: [], payoutId: null, mark: null } : figures;
}

function sumOf(rows: readonly CommissionWithPayout[]): number {
  return rows.reduce((sum, { earnings }) => sum + earnings, 0);
}

function clamp(earnings: number, gross: number): number {
  return Math.min(Math.max(earnings, 0), gross);
}
