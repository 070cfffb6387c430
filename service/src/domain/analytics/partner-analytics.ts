import {
  ReferralsError,
  type Metrics,
  type PartnerAnalyticsQuery,
  type PartnerAnalyticsResult,
} from "referrals-embed/contract";
import { earningsByBucket, earningsByLink, earningTotal } from "../../store/queries/sums/earning-sums.ts";
import { findEnrollmentId } from "../../store/queries/analytics/analytics-scope.ts";
import type { Context } from "../context.ts";
import { bucketsOf } from "./buckets-of.ts";
import { readEventFilter } from "./event-filter.ts";
import { queryAnalytics } from "./query-analytics.ts";
import { present } from "../../present.ts";
import { spanOf } from "../../store/queries/analytics/analytics-source.ts";

/** Answers `GET /partners/analytics`: a partner's figures with what they earned. Throws 404 for an unknown partner. */
export async function partnerAnalytics(ctx: Context, query: PartnerAnalyticsQuery): Promise<PartnerAnalyticsResult> {
  const filter = readEventFilter({ query: query.query });
  const enrollmentId = await enrollmentOf(ctx, query);
  const groupBy = query.groupBy ?? "count";
  const buckets = await bucketsOf(ctx, query, { interval: "all", whole: groupBy !== "timeseries" });
  const result = await queryAnalytics(ctx.store.reports, {
    scope: { workspaceId: ctx.workspaceId, enrollmentId },
    filter,
    event: "composite",
    groupBy,
    edges: buckets.edges,
    uniqueOnly: ctx.config.clickCounting === "unique",
  });
  const edges = buckets.edges.map((edge) => new Date(edge));
  const earner = { enrollmentId, metadata: filter.metadata };
  const span = spanOf(edges);
  if (groupBy === "count") {
    return { ...(result as Metrics), earnings: await earningTotal(ctx.db, earner, span) };
  }
  const rows = result as (Metrics & { id: string })[];
  if (groupBy === "timeseries") {
    const earnings = await earningsByBucket(ctx.db, earner, edges);
    return rows.map((row, index) => ({ ...row, earnings: earnings.get(index) ?? 0 })) as PartnerAnalyticsResult;
  }
  const earnings = await earningsByLink(ctx.db, earner, span);
  return rows.map((row) => ({ ...row, earnings: earnings.get(row.id) ?? 0 })) as unknown as PartnerAnalyticsResult;
}

async function enrollmentOf(ctx: Context, { partnerId, tenantId }: PartnerAnalyticsQuery): Promise<string> {
  if (partnerId === undefined && tenantId === undefined) {
    throw new ReferralsError("unprocessable_entity", "invalid_type: partnerId: required, or give tenantId");
  }
  const by = partnerId !== undefined ? { partnerId } : { tenantId: present(tenantId, "tenantId") };
  const found = await findEnrollmentId(ctx.db, ctx.workspaceId, by);
  if (!found) throw new ReferralsError("not_found", "There is no such partner in this program.");
  return found;
}
