import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { dimensions, facetOf, type Facets } from "./roll-up-dimensions.ts";
import type { Grain } from "../analytics/whole-periods.ts";
import { present } from "../../../present.ts";

/** What events add to the sums; absent metrics add nothing. */
interface Delta {
  workspaceId: string;
  /** `null` for links outside a program. */
  programId: string | null;
  /** Instant whose hour the events count in; of the sale itself for a refund. */
  at: Date;
  clicks?: number;
  uniqueClicks?: number;
  leads?: number;
  conversions?: number;
  sales?: number;
  saleAmount?: number;
}

/** What events add to the sums of their link and program. */
export interface LinkDelta extends Delta {
  linkId: string;
}

/** What events add to the sums of each dimension. Leads and sales carry the facets of the click they came from. */
export interface FacetDelta extends Delta {
  facets: Facets;
}

/** An hour of a program whose events changed in what no sum of it says: their number is the same, or they count nowhere. */
export type TouchedHour = Pick<Delta, "workspaceId" | "programId" | "at">;

/** What events add: the same events by link and by facets. */
export interface Addition {
  byLink: readonly LinkDelta[];
  byFacets: readonly FacetDelta[];
  touched?: readonly TouchedHour[];
}

type Sums = [clicks: number, unique: number, leads: number, conversions: number, sales: number, amount: number];

/**
 * Adds events to the sums per hour, day and month, in the transaction of their cause, and says of each hour that what is kept of its
 * addresses does not hold any more: whoever changes an event comes through here.
 * Rows are written in key order, so that two writers of the same rows never wait for each other in a circle.
 */
export async function addToRollUps(tx: Db, { byLink, byFacets, touched = [] }: Addition): Promise<void> {
  const links = new Map<string, Sums>();
  const programs = new Map<string, Sums>();
  const facets = new Map<string, Sums>();
  for (const delta of byLink) {
    const hour = hourOf(delta.at);
    add(links, [delta.linkId, hour], delta);
    add(programs, [delta.workspaceId, delta.programId ?? "", hour], delta);
  }
  for (const hour of touched) add(programs, [hour.workspaceId, hour.programId ?? "", hourOf(hour.at)], hour);
  for (const delta of byFacets) {
    const hour = hourOf(delta.at);
    const slice = [delta.workspaceId, delta.programId ?? ""];
    for (const name of dimensions) add(facets, [...slice, name, hour, facetOf(name, delta.facets)], delta);
  }
  const facetKeys = ["workspace_id", "program_id", "dimension", "at", "value"];
  await upsert(tx, [
    { table: "link", keys: ["link_id", "at"], grains: ["hour", "day", "month"], sums: links },
    { table: "program", keys: ["workspace_id", "program_id", "hour"], grains: ["hour"], sums: programs },
    { table: "dimension", keys: facetKeys, grains: ["hour", "day", "month"], sums: facets },
  ]);
}

let lastHour = { from: Number.NaN, text: "" };

/** The UTC hour an instant falls in, as ISO text; events of a batch share theirs. */
function hourOf(at: Date): string {
  const from = at.getTime() - (at.getTime() % 3_600_000);
  if (from !== lastHour.from) lastHour = { from, text: new Date(from).toISOString() };
  return lastHour.text;
}

const separator = "\u0000";
/** The six metrics, by their columns. */
export const metricNames = ["clicks", "unique_clicks", "leads", "conversions", "sales", "sale_amount"] as const;

function add(map: Map<string, Sums>, key: readonly string[], delta: Delta): void {
  const name = key.join(separator);
  const sums = map.get(name) ?? [0, 0, 0, 0, 0, 0];
  sums[0] += delta.clicks ?? 0;
  sums[1] += delta.uniqueClicks ?? 0;
  sums[2] += delta.leads ?? 0;
  sums[3] += delta.conversions ?? 0;
  sums[4] += delta.sales ?? 0;
  sums[5] += delta.saleAmount ?? 0;
  map.set(name, sums);
}

/** Sums by hour of what one family of tables is keyed by. */
interface KeyedSums {
  table: "link" | "program" | "dimension";
  keys: readonly string[];
  grains: readonly Grain[];
  sums: ReadonlyMap<string, Sums>;
}

/**
 * Adds sums to the table of each grain, all in one statement. PostgreSQL runs the parts of a WITH last to first, so the families stand
 * in reverse: every writer locks rows of links, then of programs, then of dimensions.
 */
async function upsert(tx: Db, families: readonly KeyedSums[]): Promise<void> {
  const parts = families.filter(({ sums }) => sums.size > 0).toReversed();
  if (parts.length === 0) return;
  const clauses = parts.flatMap(({ table, keys, grains, sums }) => [
    sql`${sql.ref(`given_${table}`)} AS (${givenOf(keys, sums)})`,
    ...grains.map((grain) => sql`${sql.ref(`${table}_${grain}`)} AS (${insertOf(table, keys, grain)})`),
  ]);
  await sql`WITH ${sql.join(clauses)} SELECT 1`.execute(tx);
}

function givenOf(keys: readonly string[], sums: ReadonlyMap<string, Sums>): RawBuilder<unknown> {
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  const keyArrays = keys.map((_, index) =>
    rows.map(([name]) => present(name.split(separator)[index], "the part of the key")),
  );
  const metricArrays = metricNames.map((_, index) => rows.map(([, values]) => present(values[index], "the sum")));
  const arrays = [
    ...keyArrays.map(
      (values, index) =>
        sql`${values}::${sql.raw(keys[index] === "at" || keys[index] === "hour" ? "timestamptz[]" : "text[]")}`,
    ),
    ...metricArrays.map((values) => sql`${values}::bigint[]`),
  ];
  return sql`SELECT * FROM unnest(${sql.join(arrays)}) AS g(${list([...keys, ...metricNames])})`;
}

function insertOf(table: string, keys: readonly string[], grain: Grain): RawBuilder<unknown> {
  const name = `${table}_${grain}s`;
  const given = sql.table(`given_${table}`);
  const added = metricNames.map(
    (metric) => sql`${sql.ref(metric)} = ${sql.ref(`${name}.${metric}`)} + ${sql.ref(`excluded.${metric}`)}`,
  );
  // The hour is read from its events until it is summed again.
  if (table === "program") added.push(sql`address_period = 0`);
  const truncated = keys.map((key) => (key === "at" ? sql`date_trunc(${sql.lit(grain)}, at, 'UTC')` : sql.ref(key)));
  const by = sql.raw(keys.map((_, index) => index + 1).join(", "));
  const source =
    grain === "hour"
      ? sql`SELECT * FROM ${given}`
      : sql`SELECT ${sql.join(truncated)}, ${sql.join(metricNames.map((metric) => sql`sum(${sql.ref(metric)})`))}
          FROM ${given} GROUP BY ${by} ORDER BY ${by}`;
  return sql`INSERT INTO ${sql.table(name)} (${list([...keys, ...metricNames])}) ${source}
    ON CONFLICT (${list(keys)}) DO UPDATE SET ${sql.join(added)}`;
}

function list(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
