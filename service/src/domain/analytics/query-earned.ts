import type { EmbedAnalyticsResult } from "referrals-embed/contract";
import { MOST_ROWS } from "../../store/queries/analytics.ts";
import { earnedByBucket, earnedByKey, type EarnedQuestion } from "../../store/queries/earning-groups.ts";
import type { Db } from "../../store/schema.ts";
import { groupKeys } from "./group-keys.ts";
import { mergeRows } from "./merge-groups.ts";
import { zeroMetrics } from "./query-analytics.ts";

/** Answers what was earned by a grouping of the traffic behind it, by the day a commission was made, as the figures over time do. */
export async function queryEarned(db: Db, question: EarnedQuestion): Promise<EmbedAnalyticsResult> {
  const { groupBy, edges } = question;
  if (groupBy === "count" || groupBy === "timeseries") {
    const sums = edges.slice(1).map(() => 0);
    for (const { k, earnings } of await earnedByBucket(db, question))
      sums[Number(k)] = (sums[Number(k)] ?? 0) + earnings;
    const rows = sums.map((earnings) => ({ ...zeroMetrics, earnings }));
    if (groupBy === "count") return { ...zeroMetrics, earnings: sums.reduce((sum, earnings) => sum + earnings, 0) };
    return rows.map((row, n) => ({ start: new Date(edges[n] ?? 0).toISOString(), ...row }));
  }
  const merged = mergeRows(await earnedByKey(db, question), {
    groupBy,
    add: (a, b) => ({ ...a, earnings: a.earnings + b.earnings }),
    rank: ({ earnings }) => earnings,
  });
  const rows = merged.filter(({ earnings }) => earnings !== 0).slice(0, MOST_ROWS);
  const keys = await groupKeys(
    db,
    question,
    rows.map(({ k }) => k),
  );
  return rows.flatMap(({ k, earnings }) =>
    keys.has(k) ? [{ ...zeroMetrics, earnings, ...keys.get(k) }] : [],
  ) as EmbedAnalyticsResult;
}
