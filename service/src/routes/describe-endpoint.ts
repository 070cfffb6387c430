import type { OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z, type RouteConfig } from "@hono/zod-openapi";
import { errorStatuses, type ErrorCode, type OperationRow } from "referrals-embed/contract";
import { errorBody } from "../schemas/error.ts";
import { isForEveryone } from "../middleware/authorize.ts";
import { isRevalidated } from "../middleware/caching.ts";
import { isCsvOperation } from "./csv-answer.ts";
import type { Endpoint } from "./endpoint.ts";

const keyed = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({
      param: {
        description: "A name of your own for this request: repeated within 24 hours, it gets the first answer again.",
      },
    }),
});

/** Adds an endpoint and its aliases to the API description, from the schemas that validate requests and answers. */
export function describeEndpoint(registry: OpenAPIRegistry, endpoint: Endpoint): void {
  const { name, aliases = [] } = endpoint;
  describe(registry, endpoint, { method: endpoint.row.method, operationId: name });
  for (const method of aliases)
    describe(registry, endpoint, { method, operationId: `${name}.${method.toLowerCase()}` });
}

function describe(
  registry: OpenAPIRegistry,
  endpoint: Endpoint,
  { method, operationId }: { method: OperationRow["method"]; operationId: string },
): void {
  const { row, name } = endpoint;
  registry.registerPath({
    method: method.toLowerCase() as RouteConfig["method"],
    path: row.path,
    operationId,
    tags: [name.split(".")[0] ?? ""],
    summary: row.summary,
    description: endpoint.description,
    ...(endpoint.example && { "x-example": endpoint.example }),
    security: row.auth === "none" ? [] : [{ [row.auth]: [] }],
    request: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
      ...(takesKey(endpoint) && { headers: keyed }),
      ...(endpoint.body && { body: { required: true, content: { "application/json": { schema: endpoint.body } } } }),
    },
    responses: {
      [row.ok]: success(endpoint),
      ...(isRevalidated(row) && { 304: { description: "The caller's copy is still right (`If-None-Match`)." } }),
      ...Object.fromEntries(
        (endpoint.listed ?? []).map((code) => failure(code, `${code}: never answered by this operation`)),
      ),
      ...Object.fromEntries(errorsOf(endpoint).map((code) => failure(code))),
    },
  } as RouteConfig);
}

/** An authenticated write that accepts an `Idempotency-Key`. */
function takesKey({ row, idempotent }: Endpoint): boolean {
  return idempotent && row.auth !== "none" && ["POST", "PUT", "PATCH"].includes(row.method);
}

function success({ name, row, output }: Endpoint) {
  const description = row.summary;
  const file = { schema: { type: "string", format: "binary" } };
  if (row.produces) {
    return { description, content: Object.fromEntries(row.produces.split(", ").map((type) => [type, file])) };
  }
  if (!output) return { description };
  const csv = isCsvOperation(name) ? { "text/csv": file } : {};
  return { description, content: { "application/json": { schema: output }, ...csv } };
}

/** Every error an endpoint can answer, in the order of their statuses. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { row, body } = endpoint;
  const can = new Set<ErrorCode>(row.also);
  for (const code of ["bad_request", "forbidden", "unprocessable_entity", "rate_limit_exceeded"] as const)
    can.add(code);
  can.add("internal_server_error");
  if (!isForEveryone(row)) can.add("unauthorized");
  // A key used again with another body.
  if (body && takesKey(endpoint)) can.add("conflict");
  // The enrollment of a token may no longer exist: its application was withdrawn.
  if (row.auth === "embed") can.add("not_found");
  return (Object.keys(errorStatuses) as ErrorCode[]).filter((code) => can.has(code));
}

function failure(code: ErrorCode, description: string = code): [number, unknown] {
  return [errorStatuses[code], { description, content: { "application/json": { schema: errorBody } } }];
}
