import type { CommissionStatus, Earning, PayoutRow } from "../contract/index.ts";
import type { Fact } from "./activity.ts";
import { dayMs, iso } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { createRandom } from "./random.ts";
import type { DemoScene } from "./scene.ts";

/** A commission of the demo, whose program has one currency: what it is worth is known. */
export type DemoEarning = Earning & Readonly<Record<"earnings" | "grossEarnings", number>>;

/** What was earned and paid, newest first. */
export interface Ledger {
  earnings: DemoEarning[];
  payouts: PayoutRow[];
}

/** Days between a sale and the day its commission may be paid. */
export const holdingPeriodDays = 30;
/** Per cent of a sale. */
export const rewardPercent = 25;
/** Id of the sample reward. */
export const rewardId: string = demoId("rw", 1, 1);

/** Books a commission per sale, then pays them out on the first of each month. */
export function createLedger(scene: DemoScene, facts: readonly Fact[]): Ledger {
  const random = createRandom(7);
  const sales = facts.filter((fact) => fact.row.event === "sale");
  const earnings = sales.map((sale, n) => (sale.commission = book(sale, n, scene, random())));
  const payouts = payOut(scene, earnings);
  for (let n = 0; n < scene.clawbacks; n++) {
    const clawback = claw(scene, sales, n);
    if (clawback && earnings.length < scene.maxCommissions) earnings.push(clawback);
  }
  return { earnings: earnings.sort(newestFirst), payouts: payouts.reverse() };
}

/** The sum of what was earned, minor units. */
export function totalOf(earnings: readonly DemoEarning[]): number {
  return earnings.reduce((sum, row) => sum + row.earnings, 0);
}

/** Newest first, ids decide ties. */
export function newestFirst(a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1;
}

function book(sale: Fact, n: number, scene: DemoScene, chance: number): DemoEarning {
  const status = statusOf(sale, chance, scene.now);
  const grossEarnings = Math.round((sale.amount * rewardPercent) / 100);
  return {
    id: demoId("cm", sale.at, n),
    type: "sale",
    isRenewal: !sale.first,
    productId: scene.products[scene.prices.indexOf(sale.amount)] ?? null,
    amount: sale.amount,
    earnings: sale.refunded ? 0 : grossEarnings,
    grossEarnings,
    unknownReason: null,
    refunded: sale.refunded ? sale.amount : 0,
    paidIn: null,
    currency: scene.currency,
    status,
    quantity: 1,
    description: null,
    statusReason: status === "hold" ? "review" : sale.refunded ? "refund" : null,
    createdAt: iso(sale.at),
    payableAt: iso(sale.at + holdingPeriodDays * dayMs),
    paidAt: null,
    payout: null,
    customer: sale.row.customer,
    link: sale.link.ref,
    sourceId: null,
    rule: { rewardId, type: "percentage", amount: rewardPercent, capped: false, corrected: false },
  };
}

function statusOf(sale: Fact, chance: number, now: number): CommissionStatus {
  if (sale.refunded) return "refunded";
  if (chance < 0.006) return "duplicate";
  if (chance < 0.012) return "fraud";
  if (chance < 0.02) return "canceled";
  return chance < 0.1 && sale.at > now - 20 * dayMs ? "hold" : "pending";
}

/** One payout per month that reaches the minimum; the one before last went wrong once and was sent again. */
function payOut(scene: DemoScene, earnings: DemoEarning[]): PayoutRow[] {
  const payouts: PayoutRow[] = [];
  const today = new Date(scene.now);
  for (let month = 1; month <= 11; month++) {
    const cutoff = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11 + month);
    const periodEnd = iso(cutoff);
    const open = earnings.filter((row) => row.status === "pending" && row.payableAt! <= periodEnd);
    const amount = totalOf(open);
    if (amount < scene.minPayoutAmount || amount <= 0) continue;
    const isLast = month === 11;
    // The last one may be of today.
    const createdAt = Math.min(cutoff + dayMs / 4, scene.now);
    const payout: PayoutRow = {
      id: demoId("po", createdAt, 1),
      number: null,
      amount,
      currency: scene.currency,
      status: isLast ? "processing" : "completed",
      method: scene.payoutMethod ?? "paypal",
      periodStart: open[0]!.createdAt,
      periodEnd,
      createdAt: iso(createdAt),
      initiatedAt: createdAt + dayMs > scene.now ? null : iso(createdAt + dayMs),
      paidAt: isLast ? null : iso(createdAt + 3 * dayMs),
      failureReason: null,
      commissionCount: open.length,
    };
    if (month === 9) payouts.push(failedCopy(payout, cutoff));
    if (isLast && scene.lastPayout === "failed") {
      payouts.push(failedCopy(payout, cutoff));
      continue;
    }
    payouts.push(payout);
    for (const row of open) {
      row.status = isLast ? "processed" : "paid";
      row.paidAt = payout.paidAt;
      row.payout = { id: payout.id, status: payout.status };
    }
  }
  return payouts.map((payout, index) => ({ ...payout, number: String(index + 1).padStart(6, "0") }));
}

function failedCopy(payout: PayoutRow, cutoff: number): PayoutRow {
  return {
    ...payout,
    id: demoId("po", cutoff, 2),
    status: "failed",
    createdAt: iso(cutoff),
    initiatedAt: iso(cutoff),
    paidAt: null,
    failureReason: "The account could not receive the payment.",
    commissionCount: 0,
  };
}

/** A sale refunded after its commission was paid: the money is taken from what comes next. */
function claw({ now, payoutDay, prices }: DemoScene, sales: Fact[], n: number): DemoEarning | undefined {
  const sale = sales.findLast(
    ({ commission, amount, refunded }) => commission?.status === "paid" && !refunded && amount === prices[0],
  );
  const source = sale?.commission;
  if (!source) return undefined;
  sale.refunded = true;
  source.refunded = sale.amount;
  const at = now - 2 * dayMs;
  // What has cleared was paid today: alone, what is taken back would be a debt.
  const payableAt = new Date(now).getUTCDate() === payoutDay ? now + dayMs : at;
  return {
    ...source,
    id: demoId("cm", at, 1e9 - n),
    type: "custom",
    isRenewal: false,
    amount: 0,
    earnings: -source.earnings,
    grossEarnings: -source.earnings,
    refunded: 0,
    status: "pending",
    statusReason: "refund",
    createdAt: iso(at),
    payableAt: iso(payableAt),
    paidAt: null,
    payout: null,
    sourceId: source.id,
    rule: null,
  };
}
