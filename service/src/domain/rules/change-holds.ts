import type { CommissionType, HoldReason } from "referrals-embed/contract";
import type { BanMark, CommissionValues, CommissionWithPayout } from "../../store/schema/money.ts";
import { isLocked } from "./statuses.ts";

/** Hold reasons that a person's decision removes; the others end with their cause. */
export const decidable: readonly HoldReason[] = ["self_referral", "review"];

/** The hold of a commission as shown: the main reason, and the reason that a person has to decide. */
export function holdOf(reasons: readonly HoldReason[]) {
  return {
    holdReason: reasons[0] ?? null,
    reviewReason: reasons.find((reason) => reason === "unverified" || decidable.includes(reason)) ?? null,
  };
}

/** Hold reasons with an unknown amount: the commission stores 0. */
export const unknowns = ["fx_unknown", "unverified"] as const satisfies readonly HoldReason[];

/** Why a commission's amount is unknown; `null` when it is known. A ban keeps the reasons in its mark. */
export function unknownOf({
  mark = null,
  hold_reasons: own,
}: Pick<CommissionWithPayout, "hold_reasons"> & { mark?: BanMark | null }): (typeof unknowns)[number] | null {
  const reasons = mark?.holdReasons ?? own;
  return unknowns.find((reason) => reasons.includes(reason)) ?? null;
}

/** The unknown amounts of a commission: both without a rate; the sale's value when the report had none. */
export function knownAmounts<Amounts extends { amount: number; earnings: number }>(
  { amount, earnings }: Amounts,
  { type, unknown }: { type: CommissionType; unknown: HoldReason | null },
): { amount: number | null; earnings: number | null } {
  if (unknown === null) return { amount, earnings };
  const isValueUnknown = unknown === "fx_unknown" || (type === "sale" && amount === 0);
  return { amount: isValueUnknown ? null : amount, earnings: null };
}

/**
 * A commission after a new hold reason: pending rows, and rows of a pending payout, become held and leave the payout; a ban-marked row
 * stores the reason in its mark; void, locked and paid rows do not change.
 */
export function withHold(row: CommissionWithPayout, reason: HoldReason): Partial<CommissionValues> {
  if (row.mark) {
    const holdReasons = add(row.mark.holdReasons ?? [], reason);
    return { mark: { ...row.mark, status: "hold", holdReasons, payoutId: null } };
  }
  if (isLocked(row) || !["pending", "hold", "processed"].includes(row.status)) return {};
  return { status: "hold", holdReasons: add(row.hold_reasons, reason), payoutId: null };
}

/** The status of a restored commission: on hold if there are reasons, else pending. */
export function comingBack(reasons: readonly HoldReason[]): { status: "pending" | "hold"; holdReasons: HoldReason[] } {
  return { status: reasons.length > 0 ? "hold" : "pending", holdReasons: [...reasons].sort() };
}

/** The same when a ban may be in force: marked until the ban ends (C22). */
export function comingBackUnder(
  ban: string | null,
  reasons: readonly HoldReason[],
): Pick<CommissionValues, "status" | "holdReasons" | "mark"> {
  const back = comingBack(reasons);
  if (ban === null) return { ...back, mark: null };
  return { status: "canceled", holdReasons: [], mark: { ban, ...back, payoutId: null } };
}

/** Hold reasons from a sale: an open dispute, a missing rate. */
export function holdsOfSale(sale: { disputed: boolean; value: number | null }): HoldReason[] {
  return [...(sale.disputed ? ["dispute" as const] : []), ...(sale.value === null ? ["fx_unknown" as const] : [])];
}

/** A commission after a hold reason ended: without other reasons it is pending again, or will be after the ban. */
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
