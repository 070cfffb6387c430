import { sql, type RawBuilder } from "kysely";
import { slicesOf } from "../../slices-of.ts";

/** The protocol counts a statement's parameters in 16 bits; a larger number would overflow. */
const MOST_PARAMETERS = 65_535;

/** Whether a column is in a list of any length, sent as one parameter: `IN` needs one per item. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = ANY (${values}::text[])`;
}

/** Values that a column must have one of, or none of. */
export interface ValueFilter {
  values: string[];
  exclude: boolean;
}

/** The filter of a single value that need not be given. */
export const onlyValue = (value: string | undefined): ValueFilter | undefined =>
  value === undefined ? undefined : { values: [value], exclude: false };

/** A test of a filter's values, or its opposite: what has none of them is not left out. */
export function wanted({ exclude }: ValueFilter, test: RawBuilder<unknown>): RawBuilder<boolean> {
  return exclude ? sql<boolean>`(${test}) IS NOT TRUE` : sql<boolean>`${test}`;
}

/** Whether a column passes a filter. */
export function passes(column: string, filter: ValueFilter): RawBuilder<boolean> {
  return wanted(filter, isOneOf(column, filter.values));
}

/** Writes rows of any number, as many at a time as a statement has parameters for. */
export async function inBatches<Row extends object>(
  rows: readonly Row[],
  write: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  const columns = Math.max(1, ...rows.map((row) => Object.keys(row).length));
  const most = Math.floor(MOST_PARAMETERS / columns);
  for (const batch of slicesOf(rows, most)) await write(batch);
}
