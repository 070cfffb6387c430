import type { Context as HonoContext, Hono } from "hono";
import { ReferralsError, type OperationRow } from "referrals-embed/contract";
import { preflight } from "../middleware/cors.ts";
import { errorAnswer } from "../middleware/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { checkEncoding, runEndpoint, type Runtime } from "./run-endpoint.ts";
import { present } from "../present.ts";

/** Serves the endpoints, and answers 404 for everything else. */
export function registerEndpoints(api: Hono, endpoints: readonly Endpoint[], runtime: Runtime): void {
  for (const endpoint of inOrder(endpoints)) {
    api.on(
      [endpoint.row.method, ...(endpoint.aliases ?? [])],
      honoPath(endpoint.row.path),
      runEndpoint(endpoint, runtime),
    );
  }
  answerPreflights(api, endpoints, runtime);
  api.all("*", (c) => notFound(c, endpoints, runtime));
}

/** Static segments win over parameters, in any order of files. */
export function inOrder(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.toSorted((a, b) => pathParamCount(a.row.path) - pathParamCount(b.row.path));
}

function pathParamCount(path: string): number {
  return path.split("/").filter((segment) => segment.startsWith("{")).length;
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function answerPreflights(api: Hono, endpoints: readonly Endpoint[], runtime: Runtime): void {
  const open = endpoints.filter(({ row }) => row.auth !== "key").map(({ row }) => row);
  for (const path of new Set(open.map((row) => row.path))) {
    const rows = open.filter((row) => row.path === path);
    const { auth } = present(rows[0], "the row");
    const methods = auth === "embed" ? rows.map((row) => row.method) : ["POST", "GET"];
    api.options(honoPath(path), (c) => {
      runtime.rateLimit.show(c, runtime.addressOf(c));
      return preflight(c, auth, methods);
    });
  }
}

function notFound(c: HonoContext, endpoints: readonly Endpoint[], runtime: Runtime): Response {
  try {
    checkEncoding(c.req.url);
  } catch (error) {
    return errorAnswer(c, error, runtime);
  }
  runtime.rateLimit.show(c, runtime.addressOf(c));
  c.header("Cache-Control", "no-store");
  const path = new URL(c.req.url).pathname.replace(/^(\/console)?\/api(?=\/)/, "").replace(/(?<=.)\/$/, "");
  const segments = path.split("/");
  const methods = endpoints
    .filter(({ row }) => matches(row, segments))
    .flatMap(({ row, aliases = [] }) => [row.method, ...aliases]);
  if (methods.length === 0) {
    return errorAnswer(
      c,
      new ReferralsError("not_found", `There is no ${path} here. See /docs for the addresses.`),
      runtime,
    );
  }
  const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
  c.header("Allow", allowed.join(", "));
  const message = `${c.req.method} is not offered here; this address takes ${allowed.join(", ")}.`;
  return errorAnswer(c, new ReferralsError("not_found", message), runtime);
}

function matches(row: OperationRow, given: readonly string[]): boolean {
  const wanted = row.path.split("/");
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith("{") || part === given[index]);
}
