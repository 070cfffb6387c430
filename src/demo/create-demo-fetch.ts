import { ReferralsError, type CredentialProblem } from "../contract/errors.ts";
import { checkAccess } from "./access.ts";
import { isRecord } from "./call.ts";
import { quarterOf } from "./clock.ts";
import { toJson } from "./to-json.ts";
import { check } from "./query.ts";
import { routes } from "./routes.ts";
import { defaultScene, type DemoScene } from "./scene.ts";
import { demoVariants, type DemoVariant } from "./variants.ts";
import { createDemoState } from "./demo-state.ts";
import type { ErrorBody } from "../contract/records.ts";

/** Settings of {@link createDemoFetch}. */
export interface DemoFetchOptions {
  /** What follows `demo:` in the token; empty or absent for `demo`. An unknown one is answered with 400. */
  variant?: DemoVariant | (string & {});
  /** Changes the variant's scene, for stories and tests. */
  override?: Partial<DemoScene>;
  /** Milliseconds since some start; default `performance.now`. */
  elapsed?: () => number;
}

/**
 * A `fetch` that answers the embed data API from memory: the same activity for everyone, up to today; writes last until it is thrown away.
 * @example
 * const fetch = createDemoFetch({ variant: "empty" });
 * const answer = await fetch("/api/embed/referrals", { headers: { Authorization: "Bearer demo:empty" } });
 */
export function createDemoFetch({
  variant = "",
  override,
  elapsed = () => performance.now(),
}: DemoFetchOptions = {}): typeof fetch {
  const changes = Object.hasOwn(demoVariants, variant) ? demoVariants[variant as DemoVariant] : undefined;
  const scene: DemoScene = { ...defaultScene, now: quarterOf(Date.now()), ...changes, ...override };
  const checkFailure = createFailures(scene, elapsed);
  const state = changes && createDemoState(scene);

  async function answer(request: Request, signal: AbortSignal | null | undefined): Promise<Response> {
    const { method } = request;
    const { pathname, searchParams: query } = new URL(request.url);
    const [, path = "", id = ""] = /\/embed\/referrals(.*?([^/]*))\/?$/.exec(pathname) ?? [];
    const address = `${method} ${path || "/"}`;
    const name = address in routes ? address : address.replace(id, "{id}");
    const route = routes[name];
    if (!route) throw new ReferralsError("not_found", `No ${address}. Check method and address.`);
    checkFailure(name, request.headers.get("Authorization"));
    // The first variant has no name.
    if (!state)
      throw new ReferralsError("bad_request", `No such demo. Use demo${Object.keys(demoVariants).join(", demo:")}.`);
    checkAccess(state, route);
    for (const name of query.keys())
      check(query.getAll(name).length === 1, `invalid_type: ${name}: must be given once`);
    const body = method === "GET" ? {} : await readBody(request);
    const value = route.answer(state, { query, body, id: decodeURIComponent(id), signal });
    return value instanceof Response
      ? value
      : jsonResponse(toJson(scene, value), method === "POST" && route.section ? 201 : 200);
  }

  return async (input, init) => {
    const sent = input instanceof Request ? input : undefined;
    const signal = init?.signal ?? sent?.signal;
    // The signal stays outside, as that of a test's DOM would be refused.
    const request = new Request(sent ?? new URL(input as string, demoOrigin), { ...init, signal: null });
    await wait(scene.delayMs, signal);
    return answer(request, signal).catch((thrown: unknown) => {
      if (thrown instanceof ReferralsError) return refusal(thrown);
      throw thrown;
    });
  };
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (!request.headers.get("Content-Type")?.startsWith("application/json")) {
    throw new ReferralsError("bad_request", "Send application/json.");
  }
  const value: unknown = await request.json().catch(() => {
    throw new ReferralsError("bad_request", "Send JSON.");
  });
  check(isRecord(value), "invalid_type: body: must be an object");
  return value;
}

async function wait(delayMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (delayMs === 0) return;
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, delayMs);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** Throws the failure of a call, if it has one. */
type CheckFailure = (route: string, authorization: string | null) => void;

/** The failures of a scene: credentials, the ones it asks for, and a token that ends. */
function createFailures({ failure, expiresAfterMs }: DemoScene, elapsed: () => number): CheckFailure {
  let isLoaded = false;
  let refusals = 0;
  let since: number | undefined;
  const fails = (calls: string | readonly string[], route: string): boolean => {
    if (calls === "afterLoad") return isLoaded;
    if (calls === "panels") return route !== "GET /" && route !== "GET /token";
    return calls === "all" || calls.includes(route);
  };
  return (route, authorization) => {
    if (!authorization?.startsWith("Bearer ")) throw unauthorized("missing");
    since ??= elapsed();
    const isOver = expiresAfterMs !== null && elapsed() - since >= expiresAfterMs;
    if (isOver && ++refusals <= 2) throw unauthorized("expired");
    if (failure && fails(failure.calls, route)) {
      if (failure.with === "network") throw new TypeError("Failed to fetch");
      throw new ReferralsError(failure.with, "Fails on purpose.");
    }
    isLoaded ||= route === "GET /";
  };
}

function unauthorized(credential: CredentialProblem): ReferralsError {
  return new ReferralsError("unauthorized", "Get a new token.", { credential });
}

/** An error as an answer; a 429 asks for 20 s, a 401 says what is wrong with the token. */
function refusal({ code, message, status, credential = "revoked" }: ReferralsError): Response {
  const body: ErrorBody = { error: { code, message, doc_url: `${demoOrigin}/docs/errors#${code}` } };
  const response = jsonResponse(JSON.stringify(body), status);
  if (code === "rate_limit_exceeded") response.headers.set("Retry-After", "20");
  if (code === "unauthorized") {
    response.headers.set("WWW-Authenticate", `Bearer error="invalid_token", error_description="${credential}"`);
  }
  return response;
}

/** A JSON answer. */
function jsonResponse(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "application/json; charset=utf-8" } });
}

/** A reserved host name: requests of a demo never leave the page. */
const demoOrigin = "https://demo.invalid";
