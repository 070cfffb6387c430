import type {
  AnalyticsResult,
  EmbedAnalyticsQuery,
  EmbedAnalyticsResult,
  EmbedSettings,
  Metrics,
} from "referrals-embed/contract";
import { bucketsOf } from "../analytics/buckets-of.ts";
import { readEventFilter } from "../analytics/event-filter.ts";
import { queryEarned } from "../analytics/query-earned.ts";
import { queryAnalytics } from "../analytics/query-analytics.ts";
import { onlyValue } from "../../store/queries/id-lists.ts";
import type { Context } from "../context.ts";
import { mustOwn } from "./earnings.ts";
import { openView, requireSection, type EmbedSession } from "./session.ts";

/**
 * Analytics of the partner's own links.
 * @throws ReferralsError 403, 404 for another's link, 422
 */
export async function ownAnalytics(
  ctx: Context,
  session: EmbedSession,
  query: EmbedAnalyticsQuery,
): Promise<EmbedAnalyticsResult> {
  const { program, settings } = await openView(ctx, session, { least: "read", section: "analytics" });
  const { event = "clicks", groupBy = "count", linkId, country, saleType } = query;
  if (groupBy === "top_links") requireSection(settings, "links");
  if (event === "earnings") requireSection(settings, "earnings");
  await mustOwn(ctx, session, { linkId });
  const buckets = await bucketsOf(ctx, query, { timezone: program.timezone, whole: groupBy !== "timeseries" });
  const { workspaceId, enrollmentId } = session;
  const { reports } = ctx.store;
  const question = { filter: readEventFilter({ country, saleType }), groupBy, edges: buckets.edges };
  if (event === "earnings") {
    return shown(await queryEarned(reports, { ...question, workspaceId, enrollmentId, linkId }), settings);
  }
  const result = await queryAnalytics(reports, {
    ...question,
    scope: { workspaceId, enrollmentId, linkIds: onlyValue(linkId) },
    event,
    uniqueOnly: ctx.config.clickCounting === "unique",
  });
  return shown(result, settings);
}

/** Takes out what partners may not see: sale amounts and earnings of sections that are hidden, and the folder of a link. */
function shown(result: AnalyticsResult | EmbedAnalyticsResult, { sections }: EmbedSettings): EmbedAnalyticsResult {
  const show = <R extends Metrics>(row: R): R & { earnings: number | null } => ({
    ...row,
    ...("folderId" in row && { folderId: null }),
    ...(!sections.revenue && { saleAmount: null }),
    earnings: !sections.earnings ? null : "earnings" in row ? (row.earnings as number) : 0,
  });
  return Array.isArray(result) ? result.map(show) : show(result);
}
