import type { ComingPayout, NextPayout, PayoutMethodName } from "../contract/records.ts";
import type { Need } from "./payout-needs.ts";
import { localDate, nextDayOfMonth, startOfDay } from "./time-zone.ts";

/** Enrollment statuses that are paid out. */
export const payableStatuses = ["approved", "archived", "deactivated"] as const;

/** The least sum that is paid out; a deactivated partner is paid what is left. */
export function leastPayout(minPayoutAmount: number, status: string): number {
  return status === "deactivated" ? 1 : Math.max(1, minPayoutAmount);
}

/** A partner's money at a run: in the open payout, and payable at the cut-off in addition. */
interface Payable {
  open: number;
  payable: number;
  /** As {@link leastPayout} says. */
  least: number;
}

/** The decision of a run. */
export interface RunVerdict {
  /** Whether the payable money goes into the open payout or a new one. */
  collects: boolean;
  /** The amount that can be paid after the run; 0 for nothing. */
  pays: number;
  /** Why payable money waits, and the amount missing to the minimum payout, or to 0. */
  waits: { reason: "below_minimum" | "negative_balance"; missing: number } | null;
}

/** The only decision about payouts: the run makes payouts by it, and its answer and the partner's screen show it. */
export function judgeRun({ open, payable, least }: Payable): RunVerdict {
  const total = open + payable;
  if (total >= least) return { collects: true, pays: total, waits: null };
  const waits =
    total <= 0
      ? { reason: "negative_balance" as const, missing: -total }
      : { reason: "below_minimum" as const, missing: least - total };
  // Money in an open payout stays there and can be confirmed.
  return { collects: false, pays: open >= least ? open : 0, waits };
}

/** The partner's money, and when the program pays. */
export interface PayoutOutlook {
  nowMs: number;
  /** Day of the month on which the program pays; `null` = no fixed day. */
  payoutDay: number | null;
  timezone: string;
  /** As {@link leastPayout} says. */
  least: number;
  /** In the open payout. */
  open: number;
  /** Payable now, beside the open payout. */
  ready: number;
  /** Payable later, the earliest first. */
  clearing: readonly { at: number; amount: number }[];
  /** In payouts that are confirmed and not completed. */
  onTheWay: number;
  paid: number;
  need: Need | null;
  /** The last payout, where it failed and the partner is still paid the same way. */
  failure: Failure | null;
}

/** A payout that failed. */
export interface Failure {
  payoutId: string;
  amount: number;
  method: PayoutMethodName | null;
  reason: string | null;
  /** Whether it repeated one that was completed: then no commission waits for it. */
  isReissue: boolean;
}

/**
 * The next payout, as a run on the program's payout day would make it, and the later ones until all clearing money is assigned. Without a
 * payout day it assumes a run whenever a commission clears.
 */
export function nextPayoutOf(given: PayoutOutlook): NextPayout {
  const { open, least, need, failure, onTheWay } = given;
  const payouts: ComingPayout[] = [];
  let [held, waiting, placed] = [open, 0, 0];
  let first: { total: number; pays: number; date: string | null } | undefined;
  const money = [{ at: given.nowMs, amount: given.ready }, ...given.clearing];
  for (const { at, date } of cutoffsOf(given)) {
    while (placed < money.length && (money[placed]?.at ?? 0) <= at) waiting += money[placed++]?.amount ?? 0;
    const { collects, pays } = judgeRun({ open: held, payable: waiting, least });
    first ??= { total: held + waiting, pays, date };
    if (pays === 0) continue;
    payouts.push({ date, amount: pays });
    held = 0;
    if (collects) waiting = 0;
  }
  const left = held + waiting;
  const counted = payouts.length > 0 ? 0 : (first?.total ?? 0);
  return {
    ...sentenceOf(given, { payouts, total: first?.total ?? 0, pays: first?.pays ?? 0 }),
    isFirst: given.paid === 0 && onTheWay === 0,
    payouts,
    counted,
    later: left === counted ? null : { date: lastOf(given), amount: left - counted },
    onTheWay,
    needs: need?.until ? null : (need?.reason ?? null),
    failure: failure && {
      payoutId: failure.payoutId,
      method: failure.method,
      reason: failure.reason,
      isIncluded: !failure.isReissue && payouts.length > 0,
    },
  };
}

/** The kind of the one sentence about it; a reason that blocks all money comes first. */
function sentenceOf(
  { least, need, failure }: PayoutOutlook,
  { payouts, total, pays }: { payouts: readonly ComingPayout[]; total: number; pays: number },
): Pick<NextPayout, "kind" | "amount" | "date"> {
  const [next] = payouts;
  if (failure && (next || total > 0 || failure.isReissue))
    return { kind: "failed", amount: failure.amount, date: null };
  if (next && need && !need.until) return { kind: "details_missing", ...next };
  if (next && pays > 0) return { kind: "payout", ...next };
  if (total < 0) return { kind: "negative_balance", amount: -total, date: null };
  if (next && total === 0) return { kind: "nothing_cleared", ...next };
  if (total === 0 && least === 1) return { kind: "nothing", amount: 0, date: null };
  return { kind: "below_minimum", amount: least - total, date: null };
}

/** The times of runs to show: the payout days until all money has cleared; without a payout day, now and whenever money clears. */
function cutoffsOf(given: PayoutOutlook): { at: number; date: string | null }[] {
  const { nowMs, payoutDay, timezone, clearing, need } = given;
  const from = Math.max(nowMs, need?.until?.getTime() ?? 0);
  const said = (at: number): string => new Date(at).toISOString();
  if (payoutDay === null) {
    const later = clearing.filter(({ at }) => at > from).map(({ at }) => ({ at, date: said(at) }));
    return [{ at: from, date: from === nowMs ? null : said(from) }, ...later];
  }
  const end = Math.max(from, clearing.at(-1)?.at ?? 0);
  const cutoffs: { at: number; date: string }[] = [];
  for (let day = nextDayOfMonth(payoutDay, nowMs, timezone); ; day = monthAfter(day, timezone)) {
    const at = Math.max(day, nowMs);
    if (at >= from) cutoffs.push({ at, date: said(day) });
    if (at >= end) return cutoffs;
  }
}

function monthAfter(dayMs: number, timezone: string): number {
  const { year, month, day } = localDate(dayMs, timezone);
  return startOfDay({ year, month: month + 1, day }, timezone);
}

function lastOf({ nowMs, clearing }: PayoutOutlook): string {
  return new Date(clearing.at(-1)?.at ?? nowMs).toISOString();
}
