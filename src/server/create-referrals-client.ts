import { operations, type OperationName } from "../contract/index.ts";
import { createCaller, type CallOptions } from "../http/call.ts";
import { withRetry } from "../http/retry.ts";
import { sleep } from "../http/sleep.ts";
import { ListRequest } from "./list-request.ts";
import type { ReferralsClient } from "./client-shape.ts";
import { withFirstData } from "./with-first-data.ts";

/** Settings of a client. */
export interface ReferralsClientOptions {
  /** Secret API key, `ref_...`. Keep it on the server. */
  apiKey: string;
  /** {base_url} of the service, `https://app.example.com/api`. */
  baseUrl: string;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Of one attempt. Default 30,000. */
  timeoutMs?: number;
  /** Repeats after a failed first attempt (no answer, 429, 5xx). Default 2. */
  retries?: number;
}

/**
 * A client for every operation of the server API, grouped as `client.links.create(...)`.
 *
 * Arguments: path parameters first, then the body or query as one object, then `{ signal, timeoutMs, idempotencyKey }`.
 * A list can be awaited (one page) or walked with `for await` (every page). Reads and keyed writes are repeated after
 * a passing failure; a write gets a key of its own unless you give one, so a repeat never acts twice.
 * A client may be made where the secrets are absent, as in a build: its calls then say what is missing.
 * @throws {ReferralsError} with `code` and `status` of the service's answer; {NetworkError} when none came; {TypeError}
 * when `apiKey` or `baseUrl` is missing.
 * @example
 * const referrals = createReferralsClient({ apiKey: process.env.REFERRALS_API_KEY!, baseUrl: "https://app.example.com/api" });
 * const { publicToken } = await referrals.embedTokens.referrals({
 *   tenantId: user.id,
 *   partner: { name: user.name, email: user.email, image: user.image, tenantId: user.id },
 * });
 */
export function createReferralsClient(options: ReferralsClientOptions): ReferralsClient {
  assertServer();
  const missing = missingFrom(options);
  const rowOf = (name: OperationName) => operations[name];
  const { baseUrl, fetch, timeoutMs } = options;
  const once = createCaller({ rowOf, baseUrl, credential: options.apiKey, fetch, timeoutMs });
  const attempts = 1 + (options.retries ?? 2);
  const delays = { attempts, baseDelayMs: 500, maxDelayMs: 60_000, sleep, random: Math.random };
  const call: Call = missing ? () => Promise.reject(new TypeError(missing)) : withRetry(once, rowOf, delays);
  const client: Record<string, Record<string, unknown>> = {};
  for (const name of serverOperations()) {
    const [group, method] = name.split(".") as [string, string];
    (client[group] ??= {})[method] = methodFor(name, call);
  }
  const made = client as unknown as ReferralsClient;
  made.embedTokens.withFirstData = async (input, { timezone, ...call }) =>
    withFirstData(await made.embedTokens.referrals(input, call), timezone, { baseUrl, fetch });
  return made;
}

/** The setting that a call is missing. The call reports it, not the client: a build imports a host's modules without the secrets. */
function missingFrom({ apiKey, baseUrl }: Partial<ReferralsClientOptions>): string | undefined {
  if (!apiKey) return "createReferralsClient needs apiKey: a secret key that starts with ref_.";
  if (!/^https?:\/\//.test(baseUrl ?? ""))
    return "createReferralsClient needs baseUrl: the absolute address of the API, https://.../api.";
  return undefined;
}

/** Every operation a secret or publishable key may call: all but the embed data API, which takes embed tokens. */
export function serverOperations(): OperationName[] {
  return (Object.keys(operations) as OperationName[]).filter((name) => operations[name].auth !== "embed");
}

type Call = ReturnType<typeof createCaller>;

function methodFor(name: OperationName, call: Call): (...args: unknown[]) => unknown {
  const row = operations[name];
  const pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const inBody = row.method !== "GET" && name !== "links.deleteMany";
  return (...args) => {
    const params = Object.fromEntries(pathNames.map((key, index) => [key, String(args[index])]));
    const [input, options = {}] = args.slice(pathNames.length) as [object | undefined, CallOptions | undefined];
    const send = async (value: object | undefined): Promise<unknown> => {
      const given = inBody ? { params, body: bodyFor(row.method, value) } : { params, query: value };
      const idempotencyKey = options.idempotencyKey ?? idempotencyKeyFor(name);
      return (await call(name, given, { ...options, idempotencyKey })).value;
    };
    return name.endsWith(".list") ? new ListRequest(name, send, input as Record<string, unknown>) : send(input);
  };
}

/** A POST, PUT or PATCH always carries a JSON body; a DELETE only when it is given one. */
function bodyFor(method: string, value: object | undefined): object | undefined {
  return value ?? (method === "DELETE" ? undefined : {});
}

/** A client's key must never reach a browser; only browsers have `document`. */
function assertServer(): void {
  if (!("document" in globalThis)) return;
  throw new Error(
    "referrals-embed/server holds your API key and must not run in a browser. Call it from a server route and hand only publicToken to the page.",
  );
}

/** Answers hold a secret that a replay does not repeat: better an error the caller sees than a lost secret. */
const holdsSecret: readonly OperationName[] = ["webhooks.create", "webhooks.rotate", "apiKeys.create"];

/** A fresh key for a write that may then be repeated safely; `undefined` where none is of use. */
function idempotencyKeyFor(name: OperationName): string | undefined {
  const { method } = operations[name];
  const keyed = method === "POST" || method === "PUT" || method === "PATCH";
  return keyed && !holdsSecret.includes(name) ? globalThis.crypto.randomUUID() : undefined;
}
