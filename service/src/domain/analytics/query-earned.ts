import type { EmbedAnalyticsResult } from "referrals-embed/contract";
import {
  earnedByBucket,
  earnedByKey,
  type EarnedQuestion,
  type EarnedRow,
} from "../../store/queries/analytics/earning-groups.ts";
import type { Db } from "../../store/schema.ts";
import { groupKeys } from "./group-keys.ts";
import { MergedRows } from "./merge-groups.ts";
import { zeroMetrics } from "./query-analytics.ts";

/** Answers earnings per group of the traffic behind them, by the day a commission was made, as the figures over time do. */
export async function queryEarned(db: Db, question: EarnedQuestion): Promise<EmbedAnalyticsResult> {
  const { groupBy, edges } = question;
  if (groupBy === "count" || groupBy === "timeseries") {
    const sums = edges.slice(1).map(() => 0);
    for await (const rows of earnedByBucket(db, question))
      for (const { k, earnings } of rows) sums[Number(k)] = (sums[Number(k)] ?? 0) + earnings;
    const rows = sums.map((earnings) => ({ ...zeroMetrics, earnings }));
    if (groupBy === "count") return { ...zeroMetrics, earnings: sums.reduce((sum, earnings) => sum + earnings, 0) };
    return rows.map((row, n) => ({ start: new Date(edges[n] ?? 0).toISOString(), ...row }));
  }
  const merged = new MergedRows<EarnedRow>({
    groupBy,
    add: (a, b) => ({ ...a, earnings: a.earnings + b.earnings }),
    rank: ({ earnings }) => earnings,
    // Visitors cannot make thousands of commissions, so all rows fit into memory.
    mostBytes: Number.POSITIVE_INFINITY,
  });
  for await (const rows of earnedByKey(db, question)) merged.add(rows);
  const { rows } = await merged.top(({ earnings }) => earnings !== 0);
  const keys = await groupKeys(
    db,
    question,
    rows.map(({ k }) => k),
  );
  return rows.flatMap(({ k, earnings }) =>
    keys.has(k) ? [{ ...zeroMetrics, earnings, ...keys.get(k) }] : [],
  ) as EmbedAnalyticsResult;
}
