import type { CommissionType, HoldReason } from "referrals-embed/contract";
import type { BanMark, CommissionValues, CommissionWithPayout } from "../../store/schema/money.ts";
import { isLocked } from "./statuses.ts";

/** Hold reasons a person's decision removes; the others end with what caused them. */
export const decidable: readonly HoldReason[] = ["self_referral", "review"];

/** What of a commission's hold is said: the reason, and the one that a person has to decide. */
export function holdOf(reasons: readonly HoldReason[]) {
  return {
    holdReason: reasons[0] ?? null,
    reviewReason: reasons.find((reason) => reason === "unverified" || decidable.includes(reason)) ?? null,
  };
}

/** Hold reasons under which the worth of a commission is not known yet: its amounts are stored as 0. */
export const unknowns = ["fx_unknown", "unverified"] as const satisfies readonly HoldReason[];

/** Why it is not known what a commission is worth; `null` when it is. A ban keeps the reasons in its mark. */
export function unknownOf({
  mark = null,
  hold_reasons: own,
}: Pick<CommissionWithPayout, "hold_reasons"> & { mark?: BanMark | null }): (typeof unknowns)[number] | null {
  const reasons = mark?.holdReasons ?? own;
  return unknowns.find((reason) => reasons.includes(reason)) ?? null;
}

/** Which of a commission's amounts are not known: without a rate both, and the value of a sale that is reported without one. */
export function knownAmounts<Amounts extends { amount: number; earnings: number }>(
  { amount, earnings }: Amounts,
  { type, unknown }: { type: CommissionType; unknown: HoldReason | null },
): { amount: number | null; earnings: number | null } {
  if (unknown === null) return { amount, earnings };
  const isValueUnknown = unknown === "fx_unknown" || (type === "sale" && amount === 0);
  return { amount: isValueUnknown ? null : amount, earnings: null };
}

/**
 * What a new hold reason does to a commission: pending rows, and those of a pending payout, are held and detached; a
 * ban-marked row takes it into its mark; void, locked and paid rows stay as they are.
 */
export function withHold(row: CommissionWithPayout, reason: HoldReason): Partial<CommissionValues> {
  if (row.mark) {
    const holdReasons = add(row.mark.holdReasons ?? [], reason);
    return { mark: { ...row.mark, status: "hold", holdReasons, payoutId: null } };
  }
  if (isLocked(row) || !["pending", "hold", "processed"].includes(row.status)) return {};
  return { status: "hold", holdReasons: add(row.hold_reasons, reason), payoutId: null };
}

/** What a commission becomes that comes back: on hold for the reasons there are, else pending. */
export function comingBack(reasons: readonly HoldReason[]): { status: "pending" | "hold"; holdReasons: HoldReason[] } {
  return { status: reasons.length > 0 ? "hold" : "pending", holdReasons: [...reasons].sort() };
}

/** The same while a ban may be in force: under its mark until it ends (C22). */
export function comingBackUnder(
  ban: string | null,
  reasons: readonly HoldReason[],
): Pick<CommissionValues, "status" | "holdReasons" | "mark"> {
  const back = comingBack(reasons);
  if (ban === null) return { ...back, mark: null };
  return { status: "canceled", holdReasons: [], mark: { ban, ...back, payoutId: null } };
}

/** What holds the commissions of a sale: a dispute that is open, a rate that is missing. */
export function holdsOfSale(sale: { disputed: boolean; value: number | null }): HoldReason[] {
  return [...(sale.disputed ? ["dispute" as const] : []), ...(sale.value === null ? ["fx_unknown" as const] : [])];
}

/** What a hold reason that is gone does: without any left the commission is pending again, or will be after the ban. */
export function withoutHold(row: CommissionWithPayout, reason: HoldReason): Partial<CommissionValues> {
  if (row.mark) return { mark: withoutReason(row.mark, reason) };
  if (row.status !== "hold") return {};
  const holdReasons = row.hold_reasons.filter((held) => held !== reason);
  return holdReasons.length > 0 ? { holdReasons } : { status: "pending", holdReasons };
}

function withoutReason(mark: BanMark, reason: HoldReason): BanMark {
  const holdReasons = (mark.holdReasons ?? []).filter((held) => held !== reason);
  const status = mark.status === "hold" && holdReasons.length === 0 ? "pending" : mark.status;
  return { ...mark, status, holdReasons };
}

function add(reasons: readonly HoldReason[], reason: HoldReason): HoldReason[] {
  return [...new Set([...reasons, reason])].sort();
}
