import { ReferralsError, type IssueCode } from "../contract/errors.ts";
import type { EmbedList } from "../contract/scalars.ts";

/** A 422 in the contract's words: `<issue>: <path>: <message>` (api-contract §3). */
export function invalid(issue: IssueCode, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path}: ${message}`);
}

/** Reads the parameters of a call, as strict as the service. */
export interface Query {
  text(name: string): string | undefined;
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined;
  integer(name: string, low: number, high: number): number | undefined;
  flag(name: string): boolean | undefined;
}

/** A reader of `parameters`; throws 422 for a scalar given twice. */
export function createQuery(parameters: URLSearchParams): Query {
  for (const name of parameters.keys()) {
    if (parameters.getAll(name).length > 1) throw invalid("invalid_type", name, "must be given once");
  }
  const text = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | undefined => {
    const value = text(name);
    if (value === undefined || values.includes(value as T)) return value as T | undefined;
    throw invalid("invalid_value", name, `must be one of ${values.join(", ")}`);
  };
  return {
    text,
    oneOf,
    integer(name, low, high) {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^\d+$/.test(value)) throw invalid("invalid_type", name, "must be an integer");
      if (Number(value) < low) throw invalid("too_small", name, `must be at least ${low}`);
      if (Number(value) > high) throw invalid("too_big", name, `must be at most ${high}`);
      return Number(value);
    },
    flag(name) {
      const value = oneOf(name, ["true", "false"]);
      return value && value === "true";
    },
  };
}

/** A page of `rows`, which are newest first; the cursor names the list and the last row seen. */
export function page<T extends { id: string }>(query: Query, list: string, rows: readonly T[]): EmbedList<T> {
  const limit = query.integer("limit", 1, 100) ?? 25;
  const cursor = query.text("cursor");
  const from = cursor === undefined ? 0 : 1 + rows.findIndex((row) => cursorOf(list, row) === cursor);
  if (cursor !== undefined && from === 0) throw invalid("invalid_value", "cursor", "is not one of this list");
  const data = rows.slice(from, from + limit);
  const last = from + limit < rows.length ? data.at(-1) : undefined;
  return { data, nextCursor: last ? cursorOf(list, last) : null, total: rows.length };
}

function cursorOf(list: string, row: { id: string }): string {
  return btoa(`${list} ${row.id}`).replace(/=+$/, "");
}
