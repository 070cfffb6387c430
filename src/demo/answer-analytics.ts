import type { GroupBy, Metrics } from "../contract/records.ts";
import {
  analyticsEvents,
  type programGroupBys,
  type AnalyticsResult,
  type AnalyticsRow,
} from "../contract/analytics.ts";
import type { Fact } from "./activity.ts";
import type { DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import { findLink, linkDomain } from "./links.ts";
import { count, metricsOf } from "./metrics.ts";
import { noMetrics } from "./no-metrics.ts";
import { bucketAt, readPeriod, type Period } from "./period.ts";
import { oneOf } from "./query.ts";
import type { DemoState } from "./demo-state.ts";

type Offered = Exclude<GroupBy, (typeof programGroupBys)[number] | "count" | "timeseries">;
type Keys = (fact: Fact) => object;

/** Groupings named by the plural of what they show; campaigns are unknown here. */
function plurals<Name extends string>(...names: Name[]): Record<`${Name}s`, Keys> {
  const keysOf =
    (name: string): Keys =>
    (fact) => ({ [name]: fact.row[name as "os"] ?? "Unknown" });
  return Object.fromEntries(names.map((name) => [`${name}s`, keysOf(name)])) as Record<`${Name}s`, Keys>;
}

/** What each grouping adds to a row. */
const keys: Readonly<Record<Offered, Keys>> = {
  ...plurals("device", "browser", "trigger", "referer"),
  ...plurals("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"),
  continents: ({ continent }) => ({ continent }),
  countries: ({ row: { country } }) => ({ country, region: "*", city: "*" }),
  regions: ({ row: { country }, region }) => ({ country, region, city: "*" }),
  cities: ({ row: { country, city }, region }) => ({ country, region, city }),
  os: ({ row: { os } }) => ({ os }),
  trigger: ({ row: { trigger } }) => ({ trigger }),
  referer_urls: ({ row: { referer } }) => ({ refererUrl: referer }),
  top_links: ({ link: { ref, key, createdAt } }) => ({
    link: ref.id,
    domain: linkDomain,
    key,
    ...ref,
    createdAt,
    title: null,
    comments: null,
    folderId: null,
    partnerId: null,
  }),
  top_urls: ({ link: { ref } }) => ({ url: ref.url }),
  top_base_urls: ({ link: { ref } }) => ({ url: ref.url.split("?")[0] }),
};
const groupings = ["count", "timeseries", ...(Object.keys(keys) as Offered[])] as const;

/** Counts the partner's own activity, grouped and filtered. */
export function answerAnalytics(state: DemoState, { query }: DemoCall): AnalyticsResult {
  const event = oneOf(query, "event", analyticsEvents) ?? "clicks";
  const groupBy = oneOf(query, "groupBy", groupings) ?? "count";
  const period = readPeriod(query, "30d", groupBy !== "timeseries");
  const saleType = oneOf(query, "saleType", ["new", "recurring"]);
  const country = query.get("country");
  const link = findLink(state.links, query.get("linkId"));
  const facts = state.facts.filter(
    (fact) =>
      bucketAt(period, fact.at) >= 0 &&
      (event === "composite" || event === `${fact.row.event}s`) &&
      (!link || fact.link === link) &&
      (country === null || matches(country, fact.row.country!)) &&
      (!saleType || fact.row.event !== "sale" || fact.first === (saleType === "new")),
  );
  if (groupBy === "count") return metricsOf(facts);
  if (groupBy === "timeseries") return timeseries(facts, period);
  const order = event === "leads" ? "leads" : event === "sales" ? "saleAmount" : "clicks";
  return grouped(facts, keys[groupBy], order);
}

/** The metrics of each bucket, empty ones included. */
export function timeseries(facts: readonly Fact[], period: Period): AnalyticsRow<"timeseries">[] {
  const rows = period.slice(0, -1).map((start) => ({ start: iso(start), ...noMetrics() }));
  for (const fact of facts) {
    const row = rows[bucketAt(period, fact.at)];
    if (row) count(row, fact);
  }
  return rows;
}

function grouped(facts: readonly Fact[], keysOf: Keys, order: keyof Metrics): AnalyticsRow[] {
  const rows = new Map<string, Metrics>();
  for (const fact of facts) {
    const key = JSON.stringify(keysOf(fact));
    const row = rows.get(key) ?? noMetrics();
    count(row, fact);
    rows.set(key, row);
  }
  return [...rows]
    .sort(([keyA, a], [keyB, b]) => b[order] - a[order] || (keyA < keyB ? -1 : 1))
    .slice(0, 5000)
    .map(([key, metrics]) => ({ ...JSON.parse(key), ...metrics }));
}

/** Whether a filter (`a,b`, or `-a,b` for all but these) lets a value through. */
function matches(filter: string, value: string): boolean {
  const isListed = filter.replace(/^-/, "").split(",").includes(value);
  return isListed !== filter.startsWith("-");
}
