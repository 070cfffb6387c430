import type { Commission } from "../../../../contract/records.ts";

/** A step of a balance: a commission, or money that was sent. */
export interface BalanceEvent {
  at: string;
  /** What it adds to the balance; 0 of a commission that does not count. */
  change: number;
  /** The balance after it. */
  balance: number;
  /** `null` of money that was sent. */
  commission: Commission | null;
}

/** What a balance is made of: `earned - voided - takenBack - paid = balance`, and the parts of the balance are its sum. */
export interface BalanceSums {
  earned: number;
  voided: number;
  takenBack: number;
  paid: number;
  balance: number;
  held: number;
  inPayout: number;
  clearing: number;
  payable: number;
}

const voidStatuses = ["refunded", "duplicate", "fraud", "canceled"] as const;

/** Whether a commission was taken out of the count by a decision or a refund. */
export function isVoid({ status }: Commission): boolean {
  return (voidStatuses as readonly string[]).includes(status);
}

const sum = (rows: readonly Commission[]): number => rows.reduce((total, { earnings }) => total + earnings, 0);

/** The sums of all commissions of a partner at a moment. */
export function balanceSums(rows: readonly Commission[], now: number): BalanceSums {
  const counted = rows.filter((row) => !isVoid(row));
  const open = counted.filter(({ status }) => status !== "paid");
  const pending = open.filter(({ status }) => status === "pending");
  const isClearing = ({ payableAt }: Commission): boolean => payableAt !== null && Date.parse(payableAt) > now;
  const positive = ({ earnings }: Commission): boolean => earnings > 0;
  return {
    earned: sum(rows.filter(positive)),
    voided: sum(rows.filter(isVoid).filter(positive)),
    takenBack: -sum(counted.filter(({ earnings }) => earnings < 0)),
    paid: sum(counted.filter(({ status }) => status === "paid")),
    balance: sum(open),
    held: sum(open.filter(({ status }) => status === "hold")),
    inPayout: sum(open.filter(({ status }) => status === "processed")),
    clearing: sum(pending.filter(isClearing)),
    payable: sum(pending.filter((row) => !isClearing(row))),
  };
}

/** The steps, newest first. What was paid at one moment is one step. */
export function balanceStory(rows: readonly Commission[]): BalanceEvent[] {
  const paid = new Map<string, number>();
  for (const { status, paidAt, updatedAt, earnings } of rows)
    if (status === "paid") paid.set(paidAt ?? updatedAt, (paid.get(paidAt ?? updatedAt) ?? 0) + earnings);
  const steps = [
    ...rows.map((row) => ({ at: row.createdAt, change: isVoid(row) ? 0 : row.earnings, commission: row })),
    ...[...paid].map(([at, amount]) => ({ at, change: -amount, commission: null })),
  ].sort((a, b) => a.at.localeCompare(b.at) || Number(a.commission === null) - Number(b.commission === null));
  let balance = 0;
  const story = steps.map((step) => ({ ...step, balance: (balance += step.change) }));
  return story.reverse();
}
