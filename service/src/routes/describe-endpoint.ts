import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import { errorStatuses, type ErrorCode, type OperationRow } from "referrals-embed/contract";
import { errorBody } from "../schemas/error.ts";
import type { Endpoint } from "./endpoint.ts";

/** Adds an endpoint to the API description: what validates requests and answers is what is described. */
export function describeEndpoint(registry: OpenAPIHono["openAPIRegistry"], endpoint: Endpoint): void {
  const { row, name } = endpoint;
  registry.registerPath({
    method: row.method.toLowerCase() as RouteConfig["method"],
    path: row.path,
    operationId: name,
    tags: [name.split(".")[0]!],
    summary: row.summary,
    ...(row.auth === "none" ? {} : { security: [{ [row.auth]: [] }] }),
    request: {
      ...(endpoint.params && { params: endpoint.params as never }),
      ...(endpoint.query && { query: endpoint.query as never }),
      ...(endpoint.body && { body: { required: true, content: { "application/json": { schema: endpoint.body } } } }),
    },
    responses: { [row.ok]: success(endpoint), ...Object.fromEntries(errorsOf(row).map(failure)) },
  } as RouteConfig);
}

function success({ row, output }: Endpoint) {
  const description = row.summary;
  if (row.produces) {
    return { description, content: { [row.produces]: { schema: { type: "string", format: "binary" } } } };
  }
  return output ? { description, content: { "application/json": { schema: output } } } : { description };
}

function errorsOf(row: OperationRow): ErrorCode[] {
  const always: ErrorCode[] = ["bad_request", "forbidden", "unprocessable_entity", "rate_limit_exceeded"];
  const authenticated: ErrorCode[] = row.auth === "none" ? [] : ["unauthorized"];
  return [...always, ...authenticated, ...row.also, "internal_server_error"];
}

function failure(code: ErrorCode): [number, unknown] {
  return [errorStatuses[code], { description: code, content: { "application/json": { schema: errorBody } } }];
}
