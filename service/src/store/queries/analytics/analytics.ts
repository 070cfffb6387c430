import { sql, type RawBuilder } from "kysely";
import type { AnalyticsEvent, Metrics } from "referrals-embed/contract";
import { slicesOf } from "../../../slices-of.ts";
import type { Db } from "../../schema.ts";
import { metricSums } from "./analytics-source.ts";
import { metricNames } from "../sums/metrics.ts";
import { present } from "../../../present.ts";

/** Metrics under one key of a grouping. */
export interface GroupRow extends Metrics {
  k: string;
}

/** Which metric rows are ordered by. */
const orderMetric: Record<AnalyticsEvent, string> = {
  clicks: "clicks",
  leads: "leads",
  sales: "saleAmount",
  composite: "clicks",
};

/** The sums of the six metrics of rows `s`, by their names in an answer. */
export const metricTotals = sql.raw(
  metricNames.map((name) => `coalesce(sum(s.${name}), 0)::bigint AS "${answerName(name)}"`).join(", "),
);

function answerName(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Most rows of a grouping. */
export const MOST_ROWS = 5000;

/** A key for the answer: only the beginning of a long one, since visitors can send any length. */
export function shownKey(key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left(${key}, 2048)`;
}

/** How a source is grouped. */
export interface Grouping {
  /** An expression over the source's columns and those of `joins`. */
  key: RawBuilder<unknown>;
  event: AnalyticsEvent;
  joins?: RawBuilder<unknown> | undefined;
  limit: number | null;
  /** Only keys with these hashes (`keyHashes`); default all. */
  onlyKeys?: readonly string[] | undefined;
}

/** Most keys sent at once: each may have thousands of letters. */
const KEYS_AT_ONCE = 500;

/** Short names of keys, for statements that run once per portion. */
export async function keyHashes(db: Db, keys: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const portion of slicesOf(keys, KEYS_AT_ONCE)) {
    const { rows } = await sql<{ hash: string }>`
      SELECT ${hashOf(sql`k`)}::text AS hash FROM unnest(${portion}::text[]) k`.execute(db);
    hashes.push(...rows.map(({ hash }) => hash));
  }
  return hashes;
}

function hashOf(key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended(${key}, 0)`;
}

/** Sums of a source under a key: the largest `limit`, or all. */
export async function sumByKey(db: Db, source: RawBuilder<unknown>, grouping: Grouping): Promise<GroupRow[]> {
  const { key, event, joins = sql``, limit, onlyKeys } = grouping;
  // A sub-select is looked up by hash; `= ANY` would compare each with all.
  const isWanted = onlyKeys ? sql`${hashOf(sql`k`)} IN (SELECT unnest(${onlyKeys}::bigint[]))` : sql`true`;
  const first = sql`ORDER BY ${sql.ref(orderMetric[event])} DESC, k COLLATE "C" ASC LIMIT ${limit}`;
  const { rows } = await sql<GroupRow>`
    SELECT * FROM (SELECT ${shownKey(key)} AS k, ${metricTotals} FROM (${source}) s ${joins} GROUP BY 1) grouped
    WHERE k IS NOT NULL AND ${isWanted}
    ${limit === null ? sql`` : first}`.execute(db);
  return rows;
}

/** The same sums, one row per address: each address is parsed once, not for every event. */
export function sumsByAddress(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT url, ${metricSums} FROM (${source}) e GROUP BY url`;
}

/** Sums of a source by bucket index; buckets without events are left out. */
export async function sumByBucket(
  db: Db,
  source: RawBuilder<unknown>,
  edges: readonly Date[],
): Promise<(Metrics & { bucket: number })[]> {
  const { rows } = await sql<Metrics & { bucket: number }>`
    SELECT width_bucket(at, ${edges}::timestamptz[]) - 1 AS bucket, ${metricTotals} FROM (${source}) s GROUP BY 1`.execute(
    db,
  );
  return rows;
}

/** Sum of a source; all zero when it is empty. */
export async function sumAll(db: Db, source: RawBuilder<unknown>): Promise<Metrics> {
  const { rows } = await sql<Metrics>`SELECT ${metricTotals} FROM (${source}) s`.execute(db);
  return present(rows[0], "the row");
}

/** When a workspace began: its creation or its first event, whichever is earlier. */
export async function workspaceStart(db: Db, workspaceId: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT LEAST(w.created_at, (
      SELECT min(hour) FROM program_hours WHERE workspace_id = w.id
    )) AS at FROM workspaces w WHERE w.id = ${workspaceId}`.execute(db);
  return rows[0]?.at ?? new Date(0);
}
