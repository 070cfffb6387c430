import type { Context as HonoContext, Handler } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import { createContext, type Actor, type Context } from "../domain/context.ts";
import type { ClickStore } from "../domain/click-store.ts";
import type { Admission, WorkOwner } from "../middleware/admission.ts";
import { authenticate, credentialMissing, type Caller } from "../middleware/authenticate.ts";
import { authorize, checkRole, isForEveryone } from "../middleware/authorize.ts";
import { isNotModified, setCaching } from "../middleware/caching.ts";
import { addressBucket } from "../middleware/client-address.ts";
import { allowOrigin, checkOrigin } from "../middleware/cors.ts";
import { errorAnswer } from "../middleware/errors.ts";
import { idempotencyKey, once, onceInPortions } from "../middleware/idempotency.ts";
import type { RateLimit } from "../middleware/rate-limit.ts";
import { parseJson, readBody } from "../middleware/read-body.ts";
import { classOf, type WorkClass } from "../middleware/work-classes.ts";
import { csvAnswer, isCsvOperation, refuseAmounts, wantsCsv } from "./csv-answer.ts";
import { checkRequest } from "./check-request.ts";
import { Answer, type Endpoint, type EndpointRequest } from "./endpoint.ts";

/** Additional dependencies of every request. */
export interface Runtime extends AppDeps {
  rateLimit: RateLimit;
  admission: Admission;
  addressOf: (c: HonoContext) => string;
  isByProxy: (c: HonoContext) => boolean;
  /** Who is signed in, where a session stands for a credential. @throws unauthorized */
  signedIn?: (c: HonoContext) => Promise<Caller>;
}

interface Outcome {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/**
 * Serves an endpoint in the order of docs/api.md (api §3): credential, rate limit, kind, scope and plan, size, syntax (400),
 * validation (422); existence, access and state are the domain's.
 */
export function runEndpoint(endpoint: Endpoint, runtime: Runtime): Handler {
  const { row } = endpoint;
  return async (c) => {
    try {
      allowOrigin(c, row.auth);
      setCaching(c, row);
      const caller = await identify(endpoint, runtime, c);
      authorize(row, caller);
      checkRole(endpoint.name, caller);
      checkOrigin(c.req.header("origin"), caller, runtime.config);
      // After the credential: a caller without one must not make the service hold a body.
      const address = runtime.addressOf(c);
      const bytes = await readBody(c.req.raw, address);
      const key = idempotencyKey(row, c.req.header("idempotency-key"));
      checkEncoding(c.req.url);
      const given = endpoint.body ? parseJson(bytes, c.req.header("content-type") ?? null) : undefined;
      const count: EndpointRequest<never, never, never, never>["count"] = (limit, id) =>
        runtime.rateLimit.countIn(c, limit, { address, id });
      const request = {
        ...checkRequest(endpoint, c, given),
        caller,
        bytes,
        from: { address, isByProxy: runtime.isByProxy(c) },
        count,
        onExhausted: runtime.onExhausted ?? (() => {}),
        request: c.req.raw,
      };
      if (isCsvOperation(endpoint.name)) c.header("Vary", "Accept", { append: true });
      // Reading a whole list takes as long as a report.
      const workClass = wantsCsv(endpoint.name, c.req.raw) ? "reports" : classOf(endpoint.name);
      const owner = ownerOf(caller, address);
      const leave = await runtime.admission[workClass].enter(owner, c.req.raw.signal);
      const store = storeOf(runtime, c.req.raw, { workClass, workspaceId: owner.workspace });
      return await counted(endpoint, { ...runtime, store }, { c, request, key, given }).finally(leave);
    } catch (error) {
      // Every answer has rate headers: one that fails before a bucket was used has those of its address.
      if (!c.res.headers.has("x-ratelimit-limit")) runtime.rateLimit.show(c, runtime.addressOf(c));
      return errorAnswer(c, error, runtime);
    }
  };
}

/** Authenticates and counts the request; a failed credential is counted against the address. */
async function identify(endpoint: Endpoint, runtime: Runtime, c: HonoContext): Promise<Caller> {
  const { row, name } = endpoint;
  const address = runtime.addressOf(c);
  // A session proves who calls: what a page sends beside it is no credential, and must not count as one that was accepted.
  const header = runtime.signedIn ? undefined : c.req.header("authorization");
  try {
    const caller = await callerOf(endpoint, runtime, c);
    if (caller.kind === "none" && row.auth !== "none") throw credentialMissing();
    await runtime.rateLimit.count(c, { operation: name, caller, address });
    if (header !== undefined && (caller.kind === "key" || caller.kind === "embed")) runtime.proven?.accept(header);
    return caller;
  } catch (error) {
    if (header !== undefined) runtime.proven?.refuse(header);
    if (error instanceof ReferralsError && error.code === "unauthorized")
      await runtime.rateLimit.countFailure(c, address);
    throw error;
  }
}

async function callerOf({ row }: Endpoint, runtime: Runtime, c: HonoContext): Promise<Caller> {
  if (runtime.signedIn) return runtime.signedIn(c);
  return isForEveryone(row) ? { kind: "none" } : authenticate(runtime, c.req.header("authorization"));
}

/** @throws bad_request for a percent sign that begins no byte of UTF-8 */
export function checkEncoding(url: string): void {
  if (!isDecodable(url)) throw new ReferralsError("bad_request", "The address holds a broken percent-encoding.");
}

/** Returns a value that is used: a bundler removes a call made only for its exception. */
function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== "";
  } catch {
    return false;
  }
}

/** A request that passed the checks. */
interface Asked {
  c: HonoContext;
  request: object & { caller: Caller; query: unknown; body: unknown };
  /** Its `Idempotency-Key`, where it applies. */
  key: string | undefined;
  /** The parsed body. */
  given: unknown;
}

/** The answer; a publishable key's call that stored nothing is not counted in the key's total. */
async function counted(endpoint: Endpoint, runtime: Runtime, given: Asked): Promise<Response> {
  if (endpoint.row.auth !== "publishable") return answer(endpoint, runtime, given);
  const takeBack = await runtime.rateLimit.countStored(given.c, given.request.caller);
  try {
    const answered = await answer(endpoint, runtime, given);
    if (answered.headers.has("idempotent-replayed")) takeBack();
    return answered;
  } catch (error) {
    takeBack();
    throw error;
  }
}

async function answer(endpoint: Endpoint, runtime: Runtime, { c, request, key, given }: Asked): Promise<Response> {
  const { caller } = request;
  const ctx = contextOf(runtime, c, caller);
  await waitForClicks(ctx.clicks, c.req.method);
  const { name } = endpoint;
  /** Prepares a request, or a portion of one, for its transaction. */
  const prepared = async (
    request: Asked["request"],
    handle = endpoint.handle,
  ): Promise<(ctx: Context) => Promise<Outcome | Response>> => {
    const prepared = await prepare(endpoint, { ...request, ctx } as EndpointRequest<never, never, never, never>);
    return async (ctx) => {
      const given = { ...request, ctx, prepared } as EndpointRequest<never, never, never, never, never>;
      const isCsv = wantsCsv(name, given.request);
      if (!isCsv && isCsvOperation(name)) refuseAmounts(given.query);
      const csv = isCsv ? await csvAnswer(ctx, name, { query: given.query, url: c.req.url }) : undefined;
      const result = csv ?? (await handle(given));
      return result instanceof Response ? result : outcome(endpoint, runtime, result);
    };
  };
  // Open operations do not count as authenticated, even with a publishable key: a repeated click is not counted anyway.
  // A dry run writes nothing, so it can be repeated.
  const isRepeatable = endpoint.idempotent && endpoint.row.auth !== "none" && !isTry(request);
  if (key === undefined || !isRepeatable || caller.kind === "none") {
    const result = await (await prepared(request))(ctx);
    return result instanceof Response ? withHeaders(c, result) : send(c, endpoint, result);
  }
  const repeatable = { credentialId: caller.id, method: c.req.method, path: c.req.path, key };
  const portion = async (items: object, handle = endpoint.handle): Promise<(ctx: Context) => Promise<Outcome>> =>
    (await prepared({ ...request, ...items }, handle)) as (ctx: Context) => Promise<Outcome>;
  const { answer, replayed } = Array.isArray(given)
    ? await onceInPortions(ctx, { ...repeatable, body: given }, (from, to) =>
        portion({ body: (request.body as unknown[]).slice(from, to) }),
      )
    : await once(
        ctx,
        { ...repeatable, body: given },
        {
          work: await portion({}),
          keep: ({ body }) => (endpoint.kept ? JSON.stringify(endpoint.kept(JSON.parse(body) as never)) : body),
          answerAgain: endpoint.answerAgain && (await portion({}, endpoint.answerAgain)),
        },
      );
  if (replayed) c.header("Idempotent-Replayed", "true");
  return send(c, endpoint, { headers: {}, ...answer });
}

function isTry({ query }: Asked["request"]): boolean {
  return (query as { dryRun?: boolean } | undefined)?.dryRun === true;
}

/** A read shows the clicks stored so far; a change is refused if clicks are neither stored nor in memory. */
const readWaitMs = 250;
const changeWaitMs = 10_000;

/**
 * Waits for the clicks answered before a request, which its answer shows. A change must know them too, e.g. deleting a clicked link differs
 * from deleting an unclicked one: it looks them up in memory, and waits only for those of an earlier process. So changes also work while
 * visitors come faster than clicks are stored.
 * @throws Error when a change would have to do without them
 */
async function waitForClicks(clicks: ClickStore | undefined, method: string): Promise<void> {
  if (!clicks) return;
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && !(await clicks.loadedFromBefore(changeWaitMs)))
    throw new Error(`clicks of an earlier process wait in the journal for more than ${changeWaitMs} ms`);
  if (method !== "POST") await clicks.loaded(readWaitMs);
}

/** The store for a workspace's call of a class. A read-only report ends when its caller disconnects; a write is finished. */
function storeOf(
  { store }: Runtime,
  { method, signal }: Request,
  { workClass, workspaceId }: { workClass: WorkClass; workspaceId: string },
): Runtime["store"] {
  const isRead = method === "GET" || method === "HEAD";
  return store.in(workClass, { workspaceId, gone: workClass === "reports" && isRead ? signal : undefined });
}

/**
 * The caller for admission: visitors share a publishable key, so the address distinguishes them; a partner has many tokens, one per page.
 */
function ownerOf(caller: Caller, address: string): WorkOwner {
  if (caller.kind === "none") return { caller: addressBucket(address), workspace: "" };
  const { id, workspaceId: workspace } = caller;
  if (caller.kind === "embed") return { caller: caller.enrollmentId, workspace, isPartner: true };
  return { caller: caller.kind === "publishable" ? `${id} ${addressBucket(address)}` : id, workspace };
}

function contextOf(runtime: Runtime, c: HonoContext, caller: Caller): Context {
  const { store, clock, ids, config, clicks } = runtime;
  return createContext({
    clicks,
    store,
    clock,
    ids,
    config,
    actor: actorOf(caller),
    workspaceId: caller.kind === "none" ? "" : caller.workspaceId,
    requestId: c.get("requestId") ?? null,
  });
}

function actorOf(caller: Caller): Actor {
  if (caller.kind === "embed") return { type: "partner", id: caller.partnerId };
  if (caller.kind === "none") return { type: "system", id: null };
  const person = caller.kind === "key" ? caller.person : undefined;
  return person ? { type: "person", id: caller.id, name: person.name } : { type: "api_key", id: caller.id };
}

function outcome(endpoint: Endpoint, runtime: Runtime, result: unknown): Outcome {
  const headers = result instanceof Answer ? result.headers : {};
  const text = result instanceof Answer && result.json !== undefined ? result.json : undefined;
  const body = text ?? JSON.stringify(result instanceof Answer ? result.body : result);
  if (runtime.checkAnswers && endpoint.output) {
    const checked = endpoint.output.safeParse(JSON.parse(body));
    if (!checked.success) throw new Error(`${endpoint.name} answers against its schema: ${checked.error.message}`);
  }
  return { status: endpoint.row.ok, body, headers };
}

/** Runs an endpoint's work before its transaction. An error is thrown only inside the transaction: a replay already has its answer. */
async function prepare(
  endpoint: Endpoint,
  request: EndpointRequest<never, never, never, never>,
): Promise<() => unknown> {
  if (!endpoint.prepare) return () => undefined;
  try {
    const found = await endpoint.prepare(request);
    return () => found;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function send(c: HonoContext, endpoint: Endpoint, { status, body, headers }: Outcome): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (isNotModified(c, endpoint.row, body)) return c.body(null, 304);
  c.header("Content-Type", "application/json; charset=utf-8");
  return c.body(body, status as 200);
}

/** A handler's own Response gets the headers every answer has; its own win. HEAD: cancel the body stream. */
async function withHeaders(c: HonoContext, response: Response): Promise<Response> {
  for (const [name, value] of response.headers) c.header(name, value);
  if (c.req.method !== "HEAD") return c.newResponse(response.body, response.status as 200);
  await response.body?.cancel();
  return c.newResponse(null, response.status as 200);
}
