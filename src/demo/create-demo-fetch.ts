import { ReferralsError } from "../contract/errors.ts";
import { checkAccess } from "./access.ts";
import { isRecord } from "./call.ts";
import { createFailures } from "./failures.ts";
import { toJson } from "./to-json.ts";
import { check } from "./query.ts";
import { routes } from "./routes.ts";
import { defaultScene, type DemoScene } from "./scene.ts";
import { demoVariants, type DemoVariant } from "./variants.ts";
import { createWorld } from "./world.ts";
import { demoOrigin, jsonResponse, refusal } from "./refusal.ts";

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
 * A `fetch` that answers the embed data API from memory: fixed clock and seed, writes last until it is thrown away.
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
  const scene: DemoScene = { ...defaultScene, ...changes, ...override };
  const checkFailure = createFailures(scene, elapsed);
  const world = changes && createWorld(scene);

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
    if (!world)
      throw new ReferralsError("bad_request", `No such demo. Use demo${Object.keys(demoVariants).join(", demo:")}.`);
    checkAccess(world, route);
    for (const name of query.keys())
      check(query.getAll(name).length === 1, `invalid_type: ${name}: must be given once`);
    const body = method === "GET" ? {} : await readBody(request);
    const value = route.answer(world, { query, body, id: decodeURIComponent(id), signal });
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
