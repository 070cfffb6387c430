import type { GroupBy, Metrics } from "../contract/records.ts";
import {
  embedAnalyticsEvents,
  type programGroupBys,
  type AnalyticsRow,
  type EmbedAnalyticsResult,
  type EmbedAnalyticsRow,
} from "../contract/analytics.ts";
import { checkShown } from "./access.ts";
import type { Fact } from "./activity.ts";
import { isEarned } from "./answer-earnings.ts";
import type { DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import { findLink, linkDomain } from "./links.ts";
import { count } from "./metrics.ts";
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
export function answerAnalytics(state: DemoState, { query }: DemoCall): EmbedAnalyticsResult {
  const event = oneOf(query, "event", embedAnalyticsEvents) ?? "clicks";
  const groupBy = oneOf(query, "groupBy", groupings) ?? "count";
  if (groupBy === "top_links") checkShown(state.scene, "links");
  if (event === "earnings") checkShown(state.scene, "earnings");
  const period = readPeriod(query, state.scene, "30d", groupBy !== "timeseries");
  const saleType = oneOf(query, "saleType", ["new", "recurring"]);
  const country = query.get("country");
  const link = findLink(state.links, query.get("linkId"));
  const isAsked = (fact: Fact): boolean =>
    (!link || fact.link === link) &&
    (country === null || matches(country, fact.row.country!)) &&
    (!saleType || fact.row.event !== "sale" || fact.first === (saleType === "new"));
  const counted: Counted[] =
    event === "earnings"
      ? earnedFacts(state).filter(({ fact }) => isAsked(fact))
      : state.facts
          .filter((fact) => (event === "composite" || event === `${fact.row.event}s`) && isAsked(fact))
          .map((fact) => ({ fact, at: fact.at }));
  const within = counted.filter(({ at }) => bucketAt(period, at) >= 0);
  if (groupBy === "count") return within.reduce(add, noSums());
  if (groupBy === "timeseries") {
    const rows = period.slice(0, -1).map((start) => ({ start: iso(start), ...noSums() }));
    for (const one of within) add(rows[bucketAt(period, one.at)]!, one);
    return rows;
  }
  const order = event === "leads" || event === "earnings" ? event : event === "sales" ? "saleAmount" : "clicks";
  const rows = grouped(within, keys[groupBy], order);
  return event === "earnings" ? rows.filter(({ earnings }) => earnings !== 0) : rows;
}

type Sums = Metrics & { earnings: number };
const noSums = (): Sums => ({ ...noMetrics(), earnings: 0 });

/** Something to count: what happened, or what was earned by it and when. */
interface Counted {
  fact: Fact;
  at: number;
  earnings?: number;
}

/** What was earned, each amount with the sale behind it; that of a refund is the sale it takes from. */
function earnedFacts({ facts, earnings }: DemoState): Counted[] {
  const sales = new Map(facts.flatMap((fact) => (fact.commission ? [[fact.commission.id, fact] as const] : [])));
  return earnings.filter(isEarned).flatMap(({ id, sourceId, createdAt, earnings }) => {
    const fact = sales.get(sourceId ?? id);
    return fact ? [{ fact, at: Date.parse(createdAt), earnings }] : [];
  });
}

function add<R extends Sums>(row: R, { fact, earnings }: Counted): R {
  if (earnings === undefined) count(row, fact);
  else row.earnings += earnings;
  return row;
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

function grouped(counted: readonly Counted[], keysOf: Keys, order: keyof Sums): (EmbedAnalyticsRow & Sums)[] {
  const rows = new Map<string, Sums>();
  for (const one of counted) {
    const key = JSON.stringify(keysOf(one.fact));
    rows.set(key, add(rows.get(key) ?? noSums(), one));
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
