import type { AnalyticsQuery, AnalyticsResult } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { bucketsOf } from "./buckets-of.ts";
import { readEventFilter } from "./event-filter.ts";
import { linkScopeOf } from "./link-scope-of.ts";
import { queryAnalytics } from "./query-analytics.ts";

/** Answers `GET /analytics`. Throws 404 for an unknown link or domain, 422 for a bad period or filter. */
export async function retrieveAnalytics(ctx: Context, query: AnalyticsQuery): Promise<AnalyticsResult> {
  const filter = readEventFilter(query);
  const { groupBy = "count" } = query;
  const buckets = await bucketsOf(ctx, query, { whole: groupBy !== "timeseries" });
  return queryAnalytics(ctx.store.reports, {
    scope: await linkScopeOf(ctx, query),
    filter,
    event: query.event ?? "clicks",
    groupBy,
    edges: buckets.edges,
    uniqueOnly: ctx.config.clickCounting === "unique",
  });
}
