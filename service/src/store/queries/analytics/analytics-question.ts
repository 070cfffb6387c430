import { sql, type RawBuilder } from "kysely";
import type { AnalyticsEvent, GroupBy, Metrics } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { AddressDimension } from "../sums/address-rows.ts";
import { addressSums } from "../sums/address-sums.ts";
import { MOST_ROWS, shownKey, sumAll, sumByBucket, sumByKey, sumsByAddress, type GroupRow } from "./analytics.ts";
import {
  dimensionSource,
  eventSource,
  facetExpression,
  linkSource,
  programSource,
  spanOf,
  type CountedEvents,
  type EventFilter,
} from "./analytics-source.ts";
import { eventPortions, FEWEST_EVENTS, PortionSize } from "./event-portions.ts";
import { isWholeProgram, type LinkScope } from "./link-scope.ts";
import { locationSeparator, type Dimension } from "../sums/metrics.ts";
import { present } from "../../../present.ts";

/** A question of analytics, already checked. */
export interface AnalyticsQuestion {
  scope: LinkScope;
  filter: EventFilter;
  event: AnalyticsEvent;
  groupBy: GroupBy;
  /** Bucket `i` is `[edges[i], edges[i + 1])`, epoch ms. */
  edges: readonly number[];
  /** `CLICK_COUNTING=unique`: `clicks` counts unique ones. */
  uniqueOnly?: boolean;
  /** Most events read in one statement; default: see `PortionSize`. */
  portion?: number;
  /** Only keys with these hashes (`keyHashes`); for `sumsByEventKey`. */
  onlyKeys?: readonly string[];
}

/** Rows as they are found, in batches: all values that visitors send might not fit into memory. */
export type Found<Row> = AsyncGenerator<Row[]>;

/** The dimension of a grouping with its own sums. */
export const dimensionOf: Partial<Record<GroupBy, Dimension>> = {
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

/** The event property of a grouping without sums. */
export const facetsOf: Partial<Record<GroupBy, AddressDimension>> = {
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

/** Whether a grouping is by a property of the link. */
export function isLinkGrouping(groupBy: GroupBy): boolean {
  return linkKeys[groupBy] !== undefined;
}

/** Metrics of the whole period, possibly in several parts to be added up. */
export function sumsOfPeriod(db: Db, question: AnalyticsQuestion): Found<Metrics> {
  return read(db, question, {
    sums: programSource,
    edges: ends(question),
    ask: async (source) => [await sumAll(db, source)],
  });
}

/** Metrics per bucket; a bucket may come several times, a bucket without events is left out. */
export function sumsByBucket(db: Db, question: AnalyticsQuestion): Found<Metrics & { bucket: number }> {
  const { edges } = question;
  const dates = edges.map((edge) => new Date(edge));
  return read(db, question, { sums: programSource, edges, ask: (source) => sumByBucket(db, source, dates) });
}

/** Metrics per key of a grouping; a key may come several times. */
export async function* sumsByKey(db: Db, question: AnalyticsQuestion): Found<GroupRow> {
  const { groupBy, event, scope } = question;
  const link = linkKeys[groupBy];
  if (link) {
    const joins = sql`JOIN links l ON l.id = s.link_id ${link.joins ?? sql``}`;
    return yield* grouped(db, question, { sums: linkSource, key: link.key, joins });
  }
  const dimension = dimensionOf[groupBy];
  if (dimension && fromSums(question) && isWholeProgram(scope)) {
    const sums: SumSource = (scope, edges) => dimensionSource(scope, dimension, edges);
    return yield* grouped(db, question, { sums, key: sql`s.value` });
  }
  const address = groupBy === "top_base_urls" ? "url" : facetsOf[groupBy];
  if (!address || !fromSums(question) || !isWholeProgram(scope)) return yield* sumsByEventKey(db, question);
  const { uniqueOnly = false } = question;
  const key = groupBy === "top_base_urls" ? baseAddress("s.value") : sql`s.value`;
  const span = spanOf(question.edges);
  const { rows, rest } = await addressSums(db, {
    scope,
    span,
    dimension: address,
    key: shownKey(key),
    event,
    uniqueOnly,
  });
  yield rows;
  for (const { from, to } of rest) {
    yield* sumsByEventKey(db, { ...question, edges: [from.getTime(), to.getTime()] });
  }
}

/** The same from the events themselves, even if sums exist. */
export function sumsByEventKey(db: Db, question: AnalyticsQuestion): Found<GroupRow> {
  const { groupBy, event, onlyKeys } = question;
  const inAddress = groupBy.startsWith("utm_") || groupBy === "top_base_urls";
  const key = eventKey(groupBy);
  return readEvents(db, question, (source) =>
    sumByKey(db, inAddress ? sumsByAddress(source) : source, { key, event, limit: null, onlyKeys }),
  );
}

/** Sums by a key that sums and events both have. */
function grouped(
  db: Db,
  question: AnalyticsQuestion,
  { sums, key, joins }: { sums: SumSource; key: RawBuilder<unknown>; joins?: RawBuilder<unknown> },
): Found<GroupRow> {
  const { event } = question;
  const limit = fromSums(question) ? MOST_ROWS : null;
  return read(db, question, {
    sums,
    edges: ends(question),
    ask: (source) => sumByKey(db, source, { key, event, joins, limit }),
  });
}

/** The key of a grouping from the columns of the events, in the spelling of the sums. */
export function eventKey(groupBy: GroupBy): RawBuilder<unknown> {
  const country = facetExpression("country");
  const region = facetExpression("region");
  const separator = sql.lit(locationSeparator);
  if (groupBy === "regions") return sql`${country} || ${separator} || ${region}`;
  if (groupBy === "cities") {
    return sql`${country} || ${separator} || ${region} || ${separator} || ${facetExpression("city")}`;
  }
  if (groupBy === "top_base_urls") return baseAddress("s.url");
  return facetExpression(present(dimensionOf[groupBy] ?? facetsOf[groupBy], "the dimension or facet"));
}

/** An address without query and fragment. */
function baseAddress(column: string): RawBuilder<unknown> {
  return sql`COALESCE(split_part(split_part(${sql.ref(column)}, '?', 1), '#', 1), 'Unknown')`;
}

type SumSource = (scope: LinkScope, edges: readonly number[]) => RawBuilder<unknown>;

/** The source of an answer: `ask` gets the sums over `edges`, or the events. */
interface Reading<Row> {
  sums: SumSource;
  edges: readonly number[];
  ask: (source: RawBuilder<unknown>) => Promise<Row[]>;
}

/** The result of `ask` on the sums if they can answer the question, else on the events, where a key may come several times. */
async function* read<Row extends object>(
  db: Db,
  question: AnalyticsQuestion,
  { sums, edges, ask }: Reading<Row>,
): Found<Row> {
  if (fromSums(question)) yield ask(sums(question.scope, edges));
  else yield* readEvents(db, question, ask);
}

/** The answers from the events, in portions. */
async function* readEvents<Row extends object>(
  db: Db,
  { scope, filter, event, uniqueOnly = false, edges, portion, onlyKeys }: AnalyticsQuestion,
  ask: (source: RawBuilder<unknown>) => Promise<Row[]>,
): Found<Row> {
  const counted = countedBy(event);
  // The answer does not show a portion's cost when most keys are left out.
  const size = new PortionSize(portion ?? (onlyKeys && FEWEST_EVENTS));
  for await (const span of eventPortions(db, scope, { span: spanOf(edges), counted, hasUncounted: uniqueOnly, size })) {
    const rows = await ask(eventSource(scope, span, { filter, counted, uniqueOnly }));
    size.took(rows.reduce((sum, row) => sum + ("k" in row ? String(row.k).length : 0), 0));
    yield rows;
  }
}

/** Sums are by UTC hour, so they answer whole hours without event filters. */
function fromSums({ filter, edges }: AnalyticsQuestion): boolean {
  const filtered =
    Object.keys(filter.facets).length > 0 || filter.customerId !== undefined || filter.saleType || filter.metadata;
  return !filtered && edges.every((edge) => edge % 3_600_000 === 0);
}

/** The period as one bucket: a question without time steps may be summed across it. */
function ends({ edges }: AnalyticsQuestion): number[] {
  return [present(edges[0], "the edge"), present(edges.at(-1), "the edge")];
}

/** Which events a question counts. */
export function countedBy(event: AnalyticsEvent): CountedEvents {
  const all = event === "composite";
  return { clicks: all || event === "clicks", leads: all || event === "leads", sales: all || event === "sales" };
}
