import { ReferralsError } from "../contract/errors.ts";
import type { IssueCode } from "../contract/validation-issue.ts";
import type { EmbedList } from "../contract/scalars.ts";

/** What is wrong, in the contract's words. */
type Issue = `${IssueCode}: ${string}: ${string}`;

/** Throws a 422 unless `holds`. */
export function check(holds: unknown, issue: Issue): asserts holds {
  if (!holds) throw new ReferralsError("unprocessable_entity", issue);
}

/** A parameter that must be one of `values`; `null` when it is not given. */
export function oneOf<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T | null {
  const value = query.get(name) as T | null;
  check(value === null || values.includes(value), `invalid_value: ${name}: must be one of ${values.join(", ")}`);
  return value;
}

/** A page of `rows`, which are newest first; the cursor names the list and the last row seen. */
export function page<T extends { id: string }>(query: URLSearchParams, list: string, rows: readonly T[]): EmbedList<T> {
  const given = query.get("limit") ?? "25";
  check(/^\d+$/.test(given), "invalid_type: limit: must be an integer");
  const limit = Number(given);
  check(limit > 0, "too_small: limit: must be at least 1");
  check(limit <= 100, "too_big: limit: must be at most 100");
  const cursor = query.get("cursor");
  const from = cursor === null ? 0 : 1 + rows.findIndex(({ id }) => cursor === `${list}-${id}`);
  check(cursor === null || from > 0, "invalid_value: cursor: not of this list");
  const data = rows.slice(from, from + limit);
  const hasMore = from + limit < rows.length;
  return { data, nextCursor: hasMore ? `${list}-${data.at(-1)!.id}` : null, total: rows.length };
}
