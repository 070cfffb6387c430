import { z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import { bounds, ways } from "../bounds.ts";
import { lenientOperations } from "../middleware/lenient-operations.ts";
import { queryOf } from "../middleware/read-query.ts";
import { rejectUnstorable } from "../middleware/reject-unstorable.ts";
import { validate, validateExactly } from "../middleware/validate.ts";
import { warningOf } from "../middleware/warn-unknown.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * The parts of a request as their schemas read them.
 * @throws unprocessable_entity for the first mistake in document order
 */
export function checkRequest(endpoint: Endpoint, c: HonoContext, given: unknown) {
  const query = allParameters(c);
  rejectUnstorable(c.req.param(), { bytes: bounds.pathParameter });
  rejectUnstorable(query, { bytes: bounds.queryParameter });
  rejectUnstorable(given, { bytes: bounds.bodyString, parts: ways.body.parts });
  return {
    params: endpoint.params && validate(endpoint.params, c.req.param()),
    query: endpoint.query && validate(endpoint.query, query),
    body: endpoint.body && bodyOf(endpoint.body, endpoint, { c, given }),
  };
}

/** The checked body. Unknown properties are refused; lenient operations ignore and report them. */
function bodyOf(
  schema: z.ZodType,
  { name, item }: Endpoint,
  { c, given }: { c: HonoContext; given: unknown },
): unknown {
  if (!lenientOperations.has(name)) return validateExactly(schema, given);
  const body = validate(schema, given);
  const warning = warningOf(item ? z.array(item) : schema, given);
  if (warning !== undefined) c.header("Warning", warning);
  return body;
}

/** The query as schemas read it: a repeated parameter is a list. */
function allParameters(c: HonoContext): Record<string, string | string[]> {
  const all = new Map<string, string | string[]>();
  for (const [name, value] of queryOf(c)) {
    const before = all.get(name);
    if (before === undefined) all.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else all.set(name, [before, value]);
  }
  return Object.fromEntries(all);
}
