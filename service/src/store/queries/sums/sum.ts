import { sql, type RawBuilder } from "kysely";

/** Columns of a table of sums, each with the SQL over the source that it is taken from. */
export type Columns = Readonly<Record<string, string>>;

/**
 * A table of sums over the rows of another. Sums are linear: the same SELECT tells over the rows that came what to add, and over all rows
 * what has to be there.
 */
export interface Sum {
  table: string;
  /** The rows it is taken from: what stands after FROM. */
  source: string;
  /** What it is kept by. */
  keys: Columns;
  /** What is summed. */
  measures: Columns;
}

/** A sum with its invariant. All there are stand in `kept-sums.ts`, and `verify` checks each of them. */
export interface KeptSum extends Sum {
  /** The id of the invariant in docs/rules/invariants.md, and what it says of this sum. */
  check: `I${number} ${string}`;
  /** The rows of the table that must agree, if not all: what stands after FROM. */
  kept?: string;
  /** Named queries that `source` and `kept` read. */
  queries?: string;
  /** What names a violation, if not all its keys. */
  named?: string;
  /** Whether a row of zeros is something else than no row. */
  isExact?: boolean;
}

/** Columns that have the same name in the source. */
export function same(names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Rows of a sum taken from rows of its source, in the order of the keys: writers of the same rows never wait in a circle. */
export function summed({ keys, measures }: Sum, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const sums = Object.values(measures).map((measure) => `sum(${measure})`);
  const by = sql.raw(places(keys));
  return sql`SELECT ${list([...Object.values(keys), ...sums])} FROM ${source} GROUP BY ${by} ORDER BY ${by}`;
}

/** Adds rows of a sum to what is kept under their keys; `also` is set in rows that were there. */
export function addTo(
  { table, keys, measures }: Omit<Sum, "source">,
  rows: RawBuilder<unknown>,
  also: string[] = [],
): RawBuilder<unknown> {
  const names = Object.keys(measures);
  const added = names.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return sql`INSERT INTO ${sql.table(table)} (${list([...Object.keys(keys), ...names])}) ${rows}
    ON CONFLICT ON CONSTRAINT ${sql.ref(`${table}_pkey`)} DO UPDATE SET ${list([...added, ...also])}`;
}

/** Selects, as `id`, keys under which what is kept is not the sum of the source. */
export function differing({ table, source, keys, measures, ...check }: KeptSum): string {
  const [own, names] = [Object.keys(keys), Object.keys(measures)];
  const { queries = "", kept = table, named = `concat_ws(' ', ${own.join(", ")})` } = check;
  const sums = Object.values(measures).map((measure) => `-sum(${measure})`);
  const tests = names.map((name) => `sum(${name}) <> 0`);
  if (check.isExact) tests.push("bool_and(is_kept) = bool_or(is_kept)");
  return `${queries} SELECT DISTINCT ${named} AS id FROM (
      SELECT ${[...own, ...names].join(", ")}, true AS is_kept FROM ${kept}
      UNION ALL SELECT ${[...Object.values(keys), ...sums].join(", ")}, false FROM ${source} GROUP BY ${places(keys)}) both_sides
    GROUP BY ${own.join(", ")} HAVING ${tests.join(" OR ")}`;
}

function list(parts: readonly string[]): RawBuilder<unknown> {
  return sql.raw(parts.join(", "));
}

/** The keys of a SELECT that begins with them, by their place. */
function places(keys: Columns): string {
  return Object.keys(keys)
    .map((_, index) => index + 1)
    .join(", ");
}
