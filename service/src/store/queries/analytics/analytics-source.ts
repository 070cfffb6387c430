import { sql, type RawBuilder } from "kysely";
import type { ValueFilter } from "../id-lists.ts";
import { isWholeProgram, linkIdsInScope, type LinkScope } from "./link-scope.ts";
import { metricNames, metricsOf, metricsOfEvents, type Dimension } from "../sums/metrics.ts";
import { grains, wholePeriods } from "./whole-periods.ts";
import { present } from "../../../present.ts";

/** Requested events; the metrics of others are 0. */
export interface CountedEvents {
  clicks: boolean;
  leads: boolean;
  sales: boolean;
}

/** Facets of an event: columns of its click, or derived from the address the click was sent to. */
export type Facet =
  | "country"
  | "region"
  | "city"
  | "continent"
  | "device"
  | "browser"
  | "os"
  | "trigger"
  | "referer"
  | "referer_url"
  | "url"
  | "utm_source"
  | "utm_medium"
  | "utm_campaign"
  | "utm_term"
  | "utm_content";

/** Filters that only the events themselves can answer. */
export interface EventFilter {
  facets: Partial<Record<Facet, ValueFilter>>;
  customerId?: string;
  /** First sales of a customer, or the later ones. */
  saleType?: "new" | "recurring";
  metadata?: { key: string; value: string };
}

/** Which events are read, and how clicks count. */
export interface EventChoice {
  filter: EventFilter;
  counted: CountedEvents;
  /** Unique clicks only. */
  uniqueOnly: boolean;
}

/** Period `[from, to)`. */
export interface Span {
  from: Date;
  to: Date;
}

/** The six metrics. */
export const metricColumns: RawBuilder<unknown> = sql.join(metricNames.map((name) => sql.ref(name)));

/** Their sums. */
export const metricSums: RawBuilder<unknown> = sql.join(
  metricNames.map((name) => sql`sum(${sql.ref(name)}) AS ${sql.ref(name)}`),
);

/** Sums of a whole program or workspace: `at` and the six metrics. No sum spans two of the buckets between `edges`. */
export function programSource(scope: LinkScope, edges: readonly number[]): RawBuilder<unknown> {
  if (!isWholeProgram(scope)) return linkSource(scope, edges);
  return sql`SELECT hour AS at, ${metricColumns} FROM program_hours WHERE ${slice(scope)} AND ${within(sql`hour`, spanOf(edges))}`;
}

/** Sums of links: `at`, `link_id` and the six metrics. */
export function linkSource(scope: LinkScope, edges: readonly number[]): RawBuilder<unknown> {
  return bySize("link", { key: sql`link_id`, scope: sql`link_id IN (${linkIdsInScope(scope)})`, edges });
}

/** Sums of one dimension of a program: `at`, `value` and the six metrics. */
export function dimensionSource(scope: LinkScope, dimension: Dimension, edges: readonly number[]): RawBuilder<unknown> {
  return bySize("dimension", { key: sql`value`, scope: sql`${slice(scope)} AND dimension = ${dimension}`, edges });
}

/** Most parts of one statement: planning more takes longer than reading every hour. */
const MOST_RUNS = 60;

/** The same sums exist by hour, day and month: each run is read from the longest that fit (`wholePeriods`). */
function bySize(
  table: "link" | "dimension",
  { key, scope, edges }: { key: RawBuilder<unknown>; scope: RawBuilder<unknown>; edges: readonly number[] },
): RawBuilder<unknown> {
  const fitting = wholePeriods(edges);
  const count = grains.reduce((sum, grain) => sum + fitting[grain].length, 0);
  const runs =
    count > MOST_RUNS
      ? {
          month: [],
          day: [],
          hour: [{ from: present(edges[0], "the edge"), to: present(edges.at(-1), "the edge") }],
        }
      : fitting;
  // One query per run: an OR of runs would read the whole table.
  const parts = grains.flatMap((grain) =>
    runs[grain].map(
      ({ from, to }) => sql`SELECT at, ${key}, ${metricColumns} FROM ${sql.table(`${table}_${grain}s`)}
        WHERE ${scope} AND ${within(sql`at`, { from: new Date(from), to: new Date(to) })}`,
    ),
  );
  return sql.join(parts, sql` UNION ALL `);
}

/** From the first edge to the last. */
export function spanOf(edges: readonly (number | Date)[]): Span {
  return { from: new Date(present(edges[0], "the first edge")), to: new Date(present(edges.at(-1), "the last edge")) };
}

/**
 * The events themselves, for questions that no sum answers: `at`, `link_id`, every facet and the six metrics.
 * Leads and sales take their facets from the click they came from.
 */
export function eventSource(
  scope: LinkScope,
  span: Span,
  { filter, counted, uniqueOnly }: EventChoice,
): RawBuilder<unknown> {
  const branches: RawBuilder<unknown>[] = [];
  if (counted.clicks && !filter.metadata) branches.push(clickRows(scope, span, { filter, uniqueOnly }));
  if (counted.leads) branches.push(conversionRows("lead_events", { scope, span, filter }));
  if (counted.sales) branches.push(conversionRows("sale_events", { scope, span, filter }));
  if (branches.length === 0) branches.push(sql`${clickRows(scope, span, { filter, uniqueOnly })} AND false`);
  const tests = facetTests(filter.facets);
  const rows = sql.join(branches, sql` UNION ALL `);
  if (tests.length === 0) return rows;
  return sql`SELECT * FROM (${rows}) filtered WHERE ${sql.join(tests, sql` AND `)}`;
}

/** The expression of a facet over the columns of `eventSource`. */
export function facetExpression(facet: Facet): RawBuilder<string> {
  if (facet === "referer" || facet === "referer_url") return sql<string>`COALESCE(${sql.ref(facet)}, '(direct)')`;
  if (facet.startsWith("utm_")) return sql<string>`COALESCE(NULLIF(${parameter(facet)}, ''), 'Unknown')`;
  return sql<string>`COALESCE(${sql.ref(facet)}, 'Unknown')`;
}

/** The first value of a parameter of the address. A regular expression for the same takes a hundred times longer. */
function parameter(name: string): RawBuilder<string> {
  const place = sql`strpos(replace(url, '?', '&'), ${sql.lit(`&${name}=`)})`;
  const rest = sql`substr(url, ${place} + ${sql.lit(name.length + 2)})`;
  return sql<string>`CASE WHEN ${place} > 0 THEN split_part(split_part(${rest}, '&', 1), '#', 1) END`;
}

/** The test of a facet filter over the columns of `eventSource`. */
function facetTest(facet: Facet, { values, exclude }: ValueFilter): RawBuilder<unknown> {
  const test = sql`lower(${facetExpression(facet)}) = ANY(${values.map((value) => value.toLowerCase())}::text[])`;
  return exclude ? sql`NOT (${test})` : test;
}

/** The tests of all facets of a filter. */
export function facetTests(facets: EventFilter["facets"]): RawBuilder<unknown>[] {
  return Object.entries(facets).map(([name, test]) => facetTest(name as Facet, test));
}

const facetColumns = [
  "country",
  "region",
  "city",
  "continent",
  "device",
  "browser",
  "os",
  "trigger",
  "referer",
  "referer_url",
  "url",
];

/** The columns of a click that facets are read from. */
export function facetsOf(alias: string): RawBuilder<unknown> {
  return sql.join(facetColumns.map((column) => sql.ref(`${alias}.${column}`)));
}

function clickRows(
  scope: LinkScope,
  span: Span,
  { filter, uniqueOnly }: Pick<EventChoice, "filter" | "uniqueOnly">,
): RawBuilder<unknown> {
  const tests = [eventScope("c", scope), within(sql.ref("c.at"), span)];
  if (filter.customerId !== undefined) {
    tests.push(sql`c.click_id = (SELECT click_id FROM customers WHERE id = ${filter.customerId})`);
  }
  return sql`SELECT c.at, c.link_id, ${facetsOf("c")},
      ${sql.raw(metricsOf(metricsOfEvents(uniqueOnly).click))}
    FROM click_events c WHERE ${sql.join(tests, sql` AND `)}`;
}

function conversionRows(
  table: "lead_events" | "sale_events",
  { scope, span, filter }: { scope: LinkScope; span: Span; filter: EventFilter },
): RawBuilder<unknown> {
  const tests = [sql`e.link_id IS NOT NULL`, eventScope("e", scope), within(sql.ref("e.at"), span)];
  if (filter.customerId !== undefined) tests.push(sql`e.customer_id = ${filter.customerId}`);
  if (filter.metadata) tests.push(sql`e.metadata ->> ${filter.metadata.key} = ${filter.metadata.value}`);
  if (filter.saleType && table === "sale_events") tests.push(sql`e.is_first = ${filter.saleType === "new"}`);
  const { lead, sale } = metricsOfEvents(false);
  return sql`SELECT e.at, e.link_id, ${facetsOf("c")}, ${sql.raw(metricsOf(table === "lead_events" ? lead : sale))}
    FROM ${sql.table(table)} e
    LEFT JOIN LATERAL (
      SELECT * FROM click_events WHERE click_id = e.click_id ORDER BY at LIMIT 1
    ) c ON true
    WHERE ${sql.join(tests, sql` AND `)}`;
}

/**
 * The condition of a scope on the columns of an event. A whole program is selected by the event's own program id, in time order: by links,
 * some ten thousand would be looked up for each day.
 */
export function eventScope(alias: string, scope: LinkScope): RawBuilder<unknown> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  if (!isWholeProgram(scope)) return sql`${column("link_id")} IN (${linkIdsInScope(scope)})`;
  const workspace = sql`${column("workspace_id")} = ${scope.workspaceId}`;
  if (scope.programId === undefined) return workspace;
  if (scope.programId === null) return sql`${workspace} AND ${column("program_id")} IS NULL`;
  return sql`${workspace} AND ${column("program_id")} = ${scope.programId}`;
}

/** The test of a whole program or workspace over the columns of its sums. */
export function slice({ workspaceId, programId }: LinkScope): RawBuilder<unknown> {
  const workspace = sql`workspace_id = ${workspaceId}`;
  if (programId !== undefined) return sql`${workspace} AND program_id = ${programId ?? ""}`;
  // Lists all values: without the second key column PostgreSQL before 18 reads a whole index for a short span.
  const all = sql`ARRAY(SELECT '' UNION ALL SELECT id FROM programs WHERE workspace_id = ${workspaceId})`;
  return sql`${workspace} AND program_id = ANY (${all})`;
}

/** The test of a span over a column. */
export function within(column: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> {
  return sql`${column} >= ${from}::timestamptz AND ${column} < ${to}::timestamptz`;
}
