import { setImmediate } from "node:timers/promises";
import type { AnalyticsEvent, GroupBy, Metrics } from "referrals-embed/contract";
import { slicesOf } from "../../slices-of.ts";
import { MOST_ROWS, type GroupRow } from "../../store/queries/analytics/analytics.ts";
import { continentOf } from "./continent.ts";

function isSpelled(groupBy: GroupBy): boolean {
  return groupBy === "continents" || groupBy.startsWith("utm_");
}

/** The key of a row as its grouping spells it; `undefined` for a row the grouping leaves out. */
function spell(groupBy: GroupBy, k: string): string | undefined {
  // Countries of no continent (`Unknown`) are left out.
  if (groupBy === "continents") return continentOf(k);
  // Percent-encoded query values: `a+b` and `a%20b` are one value.
  return groupBy.startsWith("utm_") ? decode(k) : k;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

/** How rows of a grouping are merged and ordered. */
export interface Merging<Row> {
  groupBy: GroupBy;
  add: (a: Row, b: Row) => Row;
  rank: (row: Row) => number;
  /** Bytes that are held at most, about; default {@link MOST_BYTES}. */
  mostBytes?: number;
}

/** Memory limit for the rows of one answer while they are collected; the service computes several answers at once. */
const MOST_BYTES = 16_000_000;
/** Bytes of a row without its key, about. */
const ROW_BYTES = 200;

/**
 * Collects rows by key, a batch at a time. Visitors choose referring pages and addresses, so there may be more keys than fit into memory:
 * then the smallest are dropped, and the caller must count the others again.
 */
export class MergedRows<Row extends { k: string }> {
  /** Whether keys were dropped: the counts of the others may then be too low. */
  isIncomplete = false;
  readonly #merging: Merging<Row>;
  readonly #rows = new Map<string, Row>();
  #bytes = 0;

  constructor(merging: Merging<Row>) {
    this.#merging = merging;
  }

  add(rows: readonly Row[]): void {
    const { add, mostBytes = MOST_BYTES } = this.#merging;
    for (const row of rows) {
      const known = this.#rows.get(row.k);
      this.#rows.set(row.k, known ? add(known, row) : row);
      if (!known) this.#bytes += row.k.length + ROW_BYTES;
    }
    if (this.#bytes > mostBytes) this.#forgetHalf();
  }

  /** The largest rows in the contract's order, at most {@link MOST_ROWS}, with the stored keys behind each. */
  async top(shows: (row: Row) => boolean): Promise<{ rows: Row[]; keys: string[] }> {
    const rows = await largest([...this.#spelled().values()].filter(shows), this.#merging.rank);
    const shown = new Set(rows.map(({ k }) => k));
    return { rows, keys: [...this.#rows.keys()].filter((k) => shown.has(spell(this.#merging.groupBy, k) ?? "")) };
  }

  /** A reader may see several stored keys as one. */
  #spelled(): Map<string, Row> {
    const { groupBy, add } = this.#merging;
    if (!isSpelled(groupBy)) return this.#rows;
    const spelled = new Map<string, Row>();
    for (const row of this.#rows.values()) {
      const k = spell(groupBy, row.k);
      if (k === undefined) continue;
      const known = spelled.get(k);
      spelled.set(k, { ...(known ? add(known, row) : row), k });
    }
    return spelled;
  }

  #forgetHalf(): void {
    const { rank } = this.#merging;
    const ranks = Float64Array.from(this.#rows.values(), rank).sort();
    const middle = ranks[ranks.length >> 1] ?? 0;
    let toForget = ranks.length >> 1;
    for (const [k, row] of this.#rows) {
      if (toForget === 0) break;
      if (rank(row) > middle) continue;
      this.#rows.delete(k);
      this.#bytes -= k.length + ROW_BYTES;
      toForget -= 1;
    }
    this.isIncomplete = true;
  }
}

/** The first {@link MOST_ROWS}, largest first; keys decide ties. Sorted in portions: one sort of all rows would block redirects. */
async function largest<Row extends { k: string }>(rows: readonly Row[], rank: (row: Row) => number): Promise<Row[]> {
  const inOrder = (a: Row, b: Row): number => rank(b) - rank(a) || compareBytes(a.k, b.k);
  let first: Row[] = [];
  for (const portion of slicesOf(rows, MOST_ROWS)) {
    const last = first.length === MOST_ROWS ? first.at(-1) : undefined;
    const next = portion.filter((row) => !last || inOrder(row, last) < 0);
    first = [...first, ...next].sort(inOrder).slice(0, MOST_ROWS);
    await setImmediate();
  }
  return first;
}

/** The order of the bytes of UTF-8, as the database has it. */
function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const units = a.charCodeAt(at) - b.charCodeAt(at);
    if (units !== 0) return placeOf(a.charCodeAt(at)) - placeOf(b.charCodeAt(at));
  }
  return a.length - b.length;
}

/** Surrogates stand for the characters with the highest code points. */
function placeOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** How rows of metrics become one. */
export function metricMerging(groupBy: GroupBy, event: AnalyticsEvent): Merging<GroupRow> {
  const metric = event === "sales" ? "saleAmount" : event === "leads" ? "leads" : "clicks";
  return { groupBy, add: (a, b) => ({ k: a.k, ...addMetrics(a, b) }), rank: (row) => row[metric] };
}

/** The metrics of both rows together. */
export function addMetrics(a: Metrics, b: Metrics): Metrics {
  return {
    clicks: a.clicks + b.clicks,
    uniqueClicks: a.uniqueClicks + b.uniqueClicks,
    leads: a.leads + b.leads,
    conversions: a.conversions + b.conversions,
    sales: a.sales + b.sales,
    saleAmount: a.saleAmount + b.saleAmount,
  };
}
