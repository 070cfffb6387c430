import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { dimensions, facetOf, metricNames, type Facets } from "./metrics.ts";
import { dimensionSums, linkSums, programSums, type EventSums } from "./kept-sums.ts";
import { addTo, same, summed } from "./sum.ts";
import { present } from "../../../present.ts";

/** The change of the sums by events; absent metrics add nothing. */
interface Delta {
  workspaceId: string;
  /** `null` for links outside a program. */
  programId: string | null;
  /** The instant whose hour the events count in; for a refund the sale's. */
  at: Date;
  clicks?: number;
  uniqueClicks?: number;
  leads?: number;
  conversions?: number;
  sales?: number;
  saleAmount?: number;
}

/** The change of the sums of link and program. */
export interface LinkDelta extends Delta {
  linkId: string;
}

/** The change of the sums of each dimension. Leads and sales carry the facets of their click. */
export interface FacetDelta extends Delta {
  facets: Facets;
}

/** An hour of a program whose events changed without a change of its sums: their number is the same, or they are not counted. */
export type TouchedHour = Pick<Delta, "workspaceId" | "programId" | "at">;

/** What events add: the same events by link and by facets. */
export interface Addition {
  byLink: readonly LinkDelta[];
  byFacets: readonly FacetDelta[];
  touched?: readonly TouchedHour[];
}

type Sums = [clicks: number, unique: number, leads: number, conversions: number, sales: number, amount: number];

/**
 * Adds events to the sums per hour, day and month, in the transaction of their cause, and invalidates the address sums of each hour. Every
 * change of an event must come through here. Rows are written in key order, so that two writers of the same rows never deadlock.
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
  // PostgreSQL runs the parts of a WITH last to first: every writer locks rows of links, then of programs, then of dimensions.
  const parts = [...partsOf(dimensionSums, facets), ...partsOf(programSums, programs), ...partsOf(linkSums, links)];
  if (parts.length > 0) await sql`WITH ${sql.join(parts)} SELECT 1`.execute(tx);
}

let lastHour = { from: Number.NaN, text: "" };

/** The UTC hour an instant falls in, as ISO text; events of a batch share theirs. */
function hourOf(at: Date): string {
  const from = at.getTime() - (at.getTime() % 3_600_000);
  if (from !== lastHour.from) lastHour = { from, text: new Date(from).toISOString() };
  return lastHour.text;
}

const separator = "\u0000";

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

/** Parts of a WITH that add sums by hour to a table of each size of period. */
function partsOf({ keys, also, hours, longer }: EventSums, added: ReadonlyMap<string, Sums>): RawBuilder<unknown>[] {
  if (added.size === 0) return [];
  const given = sql.table(`given_${hours.table}`);
  const statements = [
    addTo({ ...hours, keys: same(keys) }, sql`SELECT * FROM ${given}`, also),
    ...longer.map((sum) => addTo(sum, summed(sum, given))),
  ];
  return [
    sql`${given} AS (${givenOf(keys, added)})`,
    ...statements.map((statement, index) => sql`${sql.ref(`${hours.table}_${index}`)} AS (${statement})`),
  ];
}

function givenOf(keys: readonly string[], added: ReadonlyMap<string, Sums>): RawBuilder<unknown> {
  const rows = [...added].sort(([a], [b]) => (a < b ? -1 : 1));
  const keyArrays = keys.map((key, index) => {
    const values = rows.map(([name]) => present(name.split(separator)[index], "the part of the key"));
    return sql`${values}::${sql.raw(key === "at" || key === "hour" ? "timestamptz[]" : "text[]")}`;
  });
  const sums = metricNames.map((_, index) => rows.map(([, values]) => present(values[index], "the sum")));
  const arrays = [...keyArrays, ...sums.map((values) => sql`${values}::bigint[]`)];
  return sql`SELECT * FROM unnest(${sql.join(arrays)}) AS g(${sql.raw([...keys, ...metricNames].join(", "))})`;
}
