import {
  analyticsEvents,
  type programGroupBys,
  type AnalyticsResult,
  type AnalyticsRow,
  type GroupBy,
  type Metrics,
} from "../contract/analytics.ts";
import { ReferralsError } from "../contract/errors.ts";
import { isShown } from "./access.ts";
import type { Fact } from "./activity.ts";
import type { DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import type { DemoLink } from "./links.ts";
import { linkDomain } from "./links.ts";
import { count, isCounted, noMetrics } from "./metrics.ts";
import { bucketAt, readPeriod, type Period } from "./period.ts";
import type { Query } from "./query.ts";
import type { World } from "./world.ts";

type Offered = Exclude<GroupBy, (typeof programGroupBys)[number] | "count" | "timeseries">;

const link = ({ ref, key, createdAt }: DemoLink): object => ({
  link: ref.id,
  id: ref.id,
  domain: linkDomain,
  key,
  shortLink: ref.shortLink,
  url: ref.url,
  createdAt,
  title: null,
  comments: null,
  folderId: null,
  partnerId: null,
});
const trigger = ({ trigger }: Fact): object => ({ trigger });

/** What each grouping adds to a row. */
const keys: Readonly<Record<Offered, (fact: Fact, link: DemoLink) => object>> = {
  continents: ({ place: [, continent] }) => ({ continent }),
  countries: ({ place: [country] }) => ({ country, region: "*", city: "*" }),
  regions: ({ place: [country, , region] }) => ({ country, region, city: "*" }),
  cities: ({ place: [country, , region, city] }) => ({ country, region, city }),
  devices: ({ device }) => ({ device }),
  browsers: ({ browser }) => ({ browser }),
  os: ({ os }) => ({ os }),
  trigger,
  triggers: trigger,
  referers: ({ referer }) => ({ referer }),
  referer_urls: ({ referer }) => ({ refererUrl: referer }),
  top_links: (_, own) => link(own),
  top_urls: (_, { ref }) => ({ url: ref.url }),
  top_base_urls: (_, { ref }) => ({ url: ref.url.split("?")[0] }),
  utm_sources: () => ({ utm_source: "Unknown" }),
  utm_mediums: () => ({ utm_medium: "Unknown" }),
  utm_campaigns: () => ({ utm_campaign: "Unknown" }),
  utm_terms: () => ({ utm_term: "Unknown" }),
  utm_contents: () => ({ utm_content: "Unknown" }),
};
const groupings = ["count", "timeseries", ...(Object.keys(keys) as Offered[])] as const;

/** Counts the partner's own activity, grouped and filtered (api-contract §14). */
export function answerAnalytics({ world, query }: DemoCall): AnalyticsResult {
  const event = query.oneOf("event", analyticsEvents) ?? "clicks";
  const groupBy = query.oneOf("groupBy", groupings) ?? "count";
  const period = readPeriod(query, "30d");
  const saleType = query.oneOf("saleType", ["new", "recurring"]);
  const country = query.text("country");
  const linkId = readLink(world, query);
  const facts = world.facts.filter(
    (fact) =>
      isCounted(event, fact) &&
      (linkId === undefined || fact.linkId === linkId) &&
      (country === undefined || matches(country, fact.place[0])) &&
      (saleType === undefined || fact.event !== "sale" || fact.first === (saleType === "new")),
  );
  return hideRevenue(world, grouped(world, facts, groupBy, period, event));
}

/** The metrics of each bucket, empty ones included. */
export function timeseries(facts: readonly Fact[], period: Period): AnalyticsRow<"timeseries">[] {
  const rows = period.starts.map((start) => ({ start: iso(start), ...noMetrics() }));
  for (const fact of facts) {
    const row = rows[bucketAt(period, fact.at)];
    if (row) count(row, fact);
  }
  return rows;
}

/** `linkId` of the query; 404 unless it is the partner's own. */
export function readLink(world: World, query: Query): string | undefined {
  const id = query.text("linkId");
  if (id === undefined || world.metrics.has(id)) return id;
  throw new ReferralsError("not_found", "There is no such link. Check the id.");
}

function grouped(
  world: World,
  facts: readonly Fact[],
  groupBy: (typeof groupings)[number],
  period: Period,
  event: (typeof analyticsEvents)[number],
): AnalyticsResult {
  if (groupBy === "timeseries") return timeseries(facts, period);
  const links = new Map(world.links.map((link) => [link.ref.id, link]));
  const rows = new Map<string, Metrics>();
  for (const fact of facts) {
    if (bucketAt(period, fact.at) < 0) continue;
    const key = groupBy === "count" ? "" : JSON.stringify(keys[groupBy](fact, links.get(fact.linkId)!));
    const row = rows.get(key) ?? noMetrics();
    rows.set(key, row);
    count(row, fact);
  }
  if (groupBy === "count") return rows.get("") ?? noMetrics();
  const by = event === "leads" ? "leads" : event === "sales" ? "saleAmount" : "clicks";
  return [...rows]
    .sort(([keyA, a], [keyB, b]) => b[by] - a[by] || (keyA < keyB ? -1 : 1))
    .slice(0, 5000)
    .map(([key, metrics]) => ({ ...(JSON.parse(key) as object), ...metrics }) as AnalyticsRow);
}

function matches(filter: string, value: string): boolean {
  const excluding = filter.startsWith("-");
  return (
    filter
      .slice(excluding ? 1 : 0)
      .split(",")
      .includes(value) !== excluding
  );
}

function hideRevenue(world: World, result: AnalyticsResult): AnalyticsResult {
  if (isShown(world, "revenue")) return result;
  const hide = <T extends object>(row: T): T => ({ ...row, saleAmount: null });
  return Array.isArray(result) ? result.map(hide) : hide(result);
}
