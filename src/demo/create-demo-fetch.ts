import { errorStatuses, ReferralsError, type ErrorBody } from "../contract/errors.ts";
import { checkAccess } from "./access.ts";
import type { DemoCall, DemoRoute } from "./call.ts";
import { demoNow } from "./clock.ts";
import { createFailures, type Failures } from "./failures.ts";
import { createQuery, invalid } from "./query.ts";
import { routes } from "./routes.ts";
import { defaultScene, type DemoScene, type EmbedOperation } from "./scene.ts";
import { demoVariants, type DemoVariant } from "./variants.ts";
import { createWorld, type World } from "./world.ts";

/** Settings of {@link createDemoFetch}. */
export interface DemoFetchOptions {
  /** What follows `demo:` in the token; empty or absent for `demo`. An unknown one is answered with 400. */
  variant?: DemoVariant | (string & {});
  /** Changes the variant's scene, for stories and tests. */
  override?: Partial<DemoScene>;
  /** Milliseconds since some start; default `performance.now`. */
  elapsed?: () => number;
}

interface Demo {
  world: World | null;
  failures: Failures;
}

interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
  signal: AbortSignal | undefined;
}

const prefix = "/embed/referrals";

/**
 * A `fetch` that answers the embed data API from memory: fixed clock and seed, writes last until it is thrown away.
 * @example
 * const fetch = createDemoFetch({ variant: "empty" });
 * const answer = await fetch("/api/embed/referrals", { headers: { Authorization: "Bearer demo:empty" } });
 */
export function createDemoFetch({ variant = "", override, elapsed }: DemoFetchOptions = {}): typeof fetch {
  const known = variant in demoVariants;
  const scene: DemoScene = { ...defaultScene, ...(known ? demoVariants[variant as DemoVariant] : {}), ...override };
  const failures = createFailures(scene, elapsed ?? (() => performance.now()));
  const demo: Demo = { world: known ? createWorld(scene) : null, failures };
  return async (input, init) => {
    const sent = readRequest(input, init);
    await wait(scene.delayMs, sent.signal);
    const response = await answer(demo, sent).catch(toErrorResponse);
    return finish(sent, response);
  };
}

async function answer(demo: Demo, sent: Sent): Promise<Response> {
  const [name, route, id] = findRoute(sent);
  demo.failures.check(name, sent.headers.get("Authorization"));
  if (!demo.world) {
    const names = Object.keys(demoVariants).map((variant) => (variant ? `demo:${variant}` : "demo"));
    throw new ReferralsError("bad_request", `There is no such demo. Use one of ${names.join(", ")}.`);
  }
  checkAccess(demo.world, route);
  const body = route.method === "GET" ? {} : readBody(sent);
  const call: DemoCall = {
    world: demo.world,
    query: createQuery(sent.url.searchParams),
    body,
    id,
    signal: sent.signal,
  };
  const value = await route.answer(call);
  demo.failures.answered(name);
  return value instanceof Response ? value : json(value, route.ok);
}

function readRequest(input: RequestInfo | URL, init: RequestInit = {}): Sent {
  const request = input instanceof Request ? input : undefined;
  return {
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    url: new URL(request?.url ?? String(input), "https://demo.invalid"),
    headers: new Headers(init.headers ?? request?.headers),
    body: typeof init.body === "string" ? init.body : "",
    signal: init.signal ?? request?.signal,
  };
}

function findRoute({ method, url }: Sent): [EmbedOperation, DemoRoute<EmbedOperation>, string] {
  const path = url.pathname.slice(url.pathname.indexOf(prefix) + prefix.length).replace(/\/$/, "") || "/";
  for (const [name, route] of Object.entries(routes)) {
    const [start, end] = route.path.split("{id}");
    const fits =
      end === undefined ? path === route.path : path.startsWith(start!) && !path.slice(start!.length).includes("/");
    if (fits && method === route.method && url.pathname.includes(prefix)) {
      return [
        name as EmbedOperation,
        route as DemoRoute<EmbedOperation>,
        decodeURIComponent(path.slice(start!.length)),
      ];
    }
  }
  throw new ReferralsError("not_found", `There is no ${method} ${path}. Check method and address.`);
}

function readBody({ headers, body }: Sent): Record<string, unknown> {
  if (!headers.get("Content-Type")?.startsWith("application/json")) {
    throw new ReferralsError("bad_request", "The content type must be application/json.");
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ReferralsError("bad_request", "The body is not JSON.");
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid("invalid_type", "body", "must be an object");
}

function json(value: unknown, status: number): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

function toErrorResponse(error: unknown): Response {
  if (!(error instanceof ReferralsError)) throw error;
  const { code, message, retryAfter, credential } = error;
  const body: ErrorBody = { error: { code, message, doc_url: `https://demo.invalid/docs/errors#${code}` } };
  const response = json(body, errorStatuses[code]);
  if (retryAfter) response.headers.set("Retry-After", String(retryAfter));
  if (credential) {
    response.headers.set("WWW-Authenticate", `Bearer error="invalid_token", error_description="${credential}"`);
  }
  return response;
}

/** Adds what every answer carries (api-contract §5). */
function finish({ method, headers, url }: Sent, response: Response): Response {
  const read = method === "GET" && response.ok;
  const every = {
    "X-Request-Id": headers.get("X-Request-Id") ?? `demo-${url.pathname.length}`,
    "X-Content-Type-Options": "nosniff",
    "X-RateLimit-Limit": "120",
    "X-RateLimit-Remaining": response.status === 429 ? "0" : "119",
    "X-RateLimit-Reset": String(demoNow / 1000 + 60),
    "Cache-Control": read ? "private, max-age=0, must-revalidate" : "no-store",
  };
  for (const [name, value] of Object.entries(every)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

async function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (delayMs > 0 && !signal?.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
  if (signal?.aborted) throw signal.reason;
}
