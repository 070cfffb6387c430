import type { Payout, PayoutStatus } from "../../../contract/records.ts";
import { allOf, pagesOf } from "../../call.ts";
import type { Collected } from "./kept-run.ts";

/** Where the payouts of a run mostly are first; of those that are over the newest are read first. */
const statuses: readonly PayoutStatus[] = [
  "processing",
  "processed",
  "pending",
  "sent",
  "canceled",
  "failed",
  "completed",
];

/** Payouts as they are by now: somebody else may have changed, paid or canceled some of them. */
export async function payoutsNow(ids: readonly string[], signal?: AbortSignal): Promise<Payout[]> {
  const wanted = new Set(ids);
  const found = new Map<string, Payout>();
  for (const status of statuses) {
    if (found.size === wanted.size) break;
    const query = { status, sortBy: "initiatedAt", sortOrder: "desc" } as const;
    for await (const rows of pagesOf("payouts.list", query, signal ? { signal } : {})) {
      for (const row of rows) if (wanted.has(row.id)) found.set(row.id, row);
      if (found.size === wanted.size) break;
    }
  }
  return [...found.values()];
}

/** Payouts that were confirmed and are not recorded as paid yet: of runs that were left. */
export async function payoutsLeft(): Promise<Payout[]> {
  const inNoFile = await allOf("payouts.list", { status: "processing" });
  return [...inNoFile, ...(await allOf("payouts.list", { status: "processed" }))];
}

/** What was collected with the amounts of its payouts by now, and how many of them are others. */
export function withAmounts(
  collected: readonly Collected[],
  payouts: readonly Payout[],
): { collected: Collected[]; changed: number } {
  const amounts = new Map(payouts.map(({ id, amount }) => [id, amount]));
  let changed = 0;
  const rows = collected.map((row) => {
    const amount = amounts.get(row.payoutId ?? "") ?? row.amount;
    if (amount !== row.amount) changed += 1;
    return { ...row, amount };
  });
  return { collected: rows, changed };
}
