import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AnalyticsEvent, AnalyticsResult, AnalyticsRow, GroupBy, Metrics } from "referrals-embed/contract";
import { MOST_ROWS, sumAll, sumByBucket, sumByKey, type GroupRow } from "../../store/queries/analytics.ts";
import { labelsOf, type LabelledGrouping } from "../../store/queries/analytics-labels.ts";
import {
  dimensionSource,
  eventSource,
  facetExpression,
  linkSource,
  programSource,
  spanOf,
  type CountedEvents,
  type EventFilter,
  type Facet,
} from "../../store/queries/analytics-source.ts";
import { eventPortions } from "../../store/queries/event-portions.ts";
import { isWholeProgram, type LinkScope } from "../../store/queries/link-scope.ts";
import { placeSeparator, type Dimension } from "../../store/queries/roll-up-dimensions.ts";
import type { Database } from "../../store/schema.ts";
import type { Buckets } from "./buckets.ts";
import { addMetrics, mergeContinents, mergeDecoded, mergeRows } from "./merge-groups.ts";

/** A question of analytics, already checked. */
export interface AnalyticsQuestion {
  scope: LinkScope;
  filter: EventFilter;
  event: AnalyticsEvent;
  groupBy: GroupBy;
  buckets: Buckets;
  /** `CLICK_COUNTING=unique`: `clicks` counts unique ones. */
  uniqueOnly?: boolean;
  /** Most events read in one statement; default 100,000. */
  portion?: number;
}

const dimensionOf: Partial<Record<GroupBy, Dimension>> = {
  countries: "country",
  continents: "country",
  regions: "region",
  cities: "city",
  devices: "device",
  browsers: "browser",
  os: "os",
  trigger: "trigger",
  triggers: "trigger",
  referers: "referer",
};

const facetsOf: Partial<Record<GroupBy, Facet>> = {
  referer_urls: "referer_url",
  top_urls: "url",
  utm_sources: "utm_source",
  utm_mediums: "utm_medium",
  utm_campaigns: "utm_campaign",
  utm_terms: "utm_term",
  utm_contents: "utm_content",
};

/** Groupings by a property of the link: the key, and what to join for it. */
const linkKeys: Partial<Record<GroupBy, { key: RawBuilder<unknown>; joins?: RawBuilder<unknown> }>> = {
  top_links: { key: sql`s.link_id` },
  top_domains: { key: sql`l.domain` },
  top_folders: { key: sql`l.folder_id` },
  top_partners: { key: sql`l.partner_id` },
  top_groups: { key: sql`e.group_id`, joins: sql`JOIN enrollments e ON e.id = l.enrollment_id` },
  top_link_tags: { key: sql`t.tag_id`, joins: sql`JOIN link_tags t ON t.link_id = s.link_id` },
  top_partner_tags: { key: sql`t.tag_id`, joins: sql`JOIN enrollment_tags t ON t.enrollment_id = l.enrollment_id` },
};

/**
 * Answers a question of analytics from sums where those can answer it, else from the events (api-contract §14).
 * The range of every grouping is exactly the bucket range, so a complete grouping adds up to `count`.
 */
export async function queryAnalytics(db: Kysely<Database>, question: AnalyticsQuestion): Promise<AnalyticsResult> {
  const { groupBy, event } = question;
  const mask = maskOf(event);
  if (groupBy === "count") {
    const sums = await read(db, question, programSource, ends(question), async (source) => [await sumAll(db, source)]);
    return mask(sums.reduce(addMetrics));
  }
  if (groupBy === "timeseries") return timeseries(db, question, mask);
  const rows = await groupRows(db, question);
  const shaped = await shape(db, question, rows);
  return shaped.map(({ row, key }) => ({ ...mask(row), ...key })) as AnalyticsRow[];
}

async function timeseries(db: Kysely<Database>, question: AnalyticsQuestion, mask: Mask): Promise<AnalyticsRow[]> {
  const { edges } = question.buckets;
  const dates = edges.map((edge) => new Date(edge));
  const found = await read(db, question, programSource, edges, (source) => sumByBucket(db, source, dates));
  const byBucket = new Map<number, Metrics>();
  for (const { bucket, ...metrics } of found) byBucket.set(bucket, addMetrics(byBucket.get(bucket) ?? zero, metrics));
  return dates.slice(0, -1).map((start, index) => ({
    start: start.toISOString(),
    ...mask(byBucket.get(index) ?? zero),
  }));
}

async function groupRows(db: Kysely<Database>, question: AnalyticsQuestion): Promise<GroupRow[]> {
  const { groupBy, event, scope } = question;
  const link = linkKeys[groupBy];
  if (link) {
    const joins = sql`JOIN links l ON l.id = s.link_id ${link.joins ?? sql``}`;
    return grouped(db, question, linkSource, link.key, joins);
  }
  const dimension = dimensionOf[groupBy];
  if (dimension && fromSums(question) && isWholeProgram(scope)) {
    const sums: SumSource = (scope, edges) => dimensionSource(scope, dimension, edges);
    return grouped(db, question, sums, sql`s.value`);
  }
  const rows = await readEvents(db, question, (source) =>
    sumByKey(db, source, eventKey(groupBy), event, { limit: null }),
  );
  return inOrder(rows, event);
}

/** Sums by a key that sums and events both have. */
async function grouped(
  db: Kysely<Database>,
  question: AnalyticsQuestion,
  sums: SumSource,
  key: RawBuilder<unknown>,
  joins?: RawBuilder<unknown>,
): Promise<GroupRow[]> {
  const limit = fromSums(question) ? MOST_ROWS : null;
  const rows = await read(db, question, sums, ends(question), (source) =>
    sumByKey(db, source, key, question.event, { joins, limit }),
  );
  return inOrder(rows, question.event);
}

function inOrder(rows: readonly GroupRow[], event: AnalyticsEvent): GroupRow[] {
  return mergeRows(rows, event)
    .slice(0, MOST_ROWS)
    .filter((row) => counts(row, event));
}

/** The key of a grouping over the columns of the events, spelled as the sums spell it. */
function eventKey(groupBy: GroupBy): RawBuilder<unknown> {
  const country = facetExpression("country");
  const region = facetExpression("region");
  const separator = sql.lit(placeSeparator);
  if (groupBy === "regions") return sql`${country} || ${separator} || ${region}`;
  if (groupBy === "cities") {
    return sql`${country} || ${separator} || ${region} || ${separator} || ${facetExpression("city")}`;
  }
  if (groupBy === "top_base_urls") return sql`COALESCE(split_part(split_part(s.url, '?', 1), '#', 1), 'Unknown')`;
  return facetExpression((dimensionOf[groupBy] ?? facetsOf[groupBy])!);
}

type SumSource = (scope: LinkScope, edges: readonly number[]) => RawBuilder<unknown>;

/** What `ask` finds in the sums if those can answer the question, else in the events, which may name a thing several times. */
function read<Row>(
  db: Kysely<Database>,
  question: AnalyticsQuestion,
  sums: SumSource,
  edges: readonly number[],
  ask: (source: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  return fromSums(question) ? ask(sums(question.scope, edges)) : readEvents(db, question, ask);
}

/** The answers of the events, a portion of them at a time. */
async function readEvents<Row>(
  db: Kysely<Database>,
  { scope, filter, event, uniqueOnly = false, buckets, portion }: AnalyticsQuestion,
  ask: (source: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[][] = [];
  for (const span of await eventPortions(db, scope, spanOf(buckets.edges), portion)) {
    found.push(await ask(eventSource(scope, span, filter, countedBy(event), uniqueOnly)));
  }
  return found.flat();
}

/** Sums are by UTC hour, so they answer whole hours without event filters. */
function fromSums({ filter, buckets }: AnalyticsQuestion): boolean {
  const filtered =
    Object.keys(filter.facets).length > 0 || filter.customerId !== undefined || filter.saleType || filter.metadata;
  return !filtered && buckets.edges.every((edge) => edge % 3_600_000 === 0);
}

/** The period as one bucket: what is not asked for by time may be summed across it. */
function ends({ buckets: { edges } }: AnalyticsQuestion): number[] {
  return [edges[0]!, edges.at(-1)!];
}

function countedBy(event: AnalyticsEvent): CountedEvents {
  const all = event === "composite";
  return { clicks: all || event === "clicks", leads: all || event === "leads", sales: all || event === "sales" };
}

type Mask = (metrics: Metrics) => Metrics;

const zero: Metrics = { clicks: 0, uniqueClicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 };

/** Metrics of events not asked for are 0. */
function maskOf(event: AnalyticsEvent): Mask {
  const { clicks, leads, sales } = countedBy(event);
  return (metrics) => ({
    clicks: clicks ? metrics.clicks : 0,
    uniqueClicks: clicks ? metrics.uniqueClicks : 0,
    leads: leads ? metrics.leads : 0,
    conversions: sales ? metrics.conversions : 0,
    sales: sales ? metrics.sales : 0,
    saleAmount: sales ? metrics.saleAmount : 0,
  });
}

/** Whether a row holds anything of what was asked for. */
function counts(row: Metrics, event: AnalyticsEvent): boolean {
  return Object.values(maskOf(event)(row)).some((value) => value !== 0);
}

interface Shaped {
  row: Metrics;
  key: object;
}

async function shape(db: Kysely<Database>, question: AnalyticsQuestion, rows: GroupRow[]): Promise<Shaped[]> {
  const { groupBy, event, scope } = question;
  if (groupBy === "continents") return mergeContinents(rows, event).map((row) => ({ row, key: { continent: row.k } }));
  if (groupBy === "top_domains") return rows.map((row) => ({ row, key: { domain: row.k } }));
  if (linkKeys[groupBy]) {
    const labels = await labelsOf(
      db,
      groupBy as LabelledGrouping,
      rows.map((row) => row.k),
      scope.workspaceId,
    );
    return rows.flatMap((row) => (labels.has(row.k) ? [{ row, key: labels.get(row.k)! }] : []));
  }
  const merged = groupBy.startsWith("utm_") ? mergeDecoded(rows, event) : rows;
  return merged.map((row) => ({ row, key: keyOf(groupBy, row.k) }));
}

function keyOf(groupBy: GroupBy, k: string): object {
  const [country, region, city] = k.split(placeSeparator);
  switch (groupBy) {
    case "countries":
      return { country, region: "*", city: "*" };
    case "regions":
      return { country, region, city: "*" };
    case "cities":
      return { country, region, city };
    case "referer_urls":
      return { refererUrl: k };
    case "top_urls":
    case "top_base_urls":
      return { url: k };
    default:
      return { [(dimensionOf[groupBy] ?? facetsOf[groupBy])!]: k };
  }
}
