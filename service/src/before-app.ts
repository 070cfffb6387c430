import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import { errorStatuses } from "referrals-embed/contract";
import type { Log } from "./app-deps.ts";
import type { Config } from "./config.ts";
import { limits } from "./limits.ts";
import { parseRanges, type Range } from "./address-ranges.ts";
import { addressBucket, clientAddress } from "./middleware/client-address.ts";
import { errorBody } from "./middleware/errors.ts";
import { RequestError } from "@hono/node-server";
import type { Duplex } from "node:stream";

/** How long a request waits for the service to open everything; how many do at once is in `limits`. */
const WAIT_MS = 10_000;

/** Where requests go while the service starts, and afterwards. */
export interface Door {
  listener: RequestListener;
  /** Passes waiting and later requests to the service. */
  open(answer: RequestListener): void;
  /** Refuses those that wait: the start has failed. */
  shut(): void;
}

/**
 * Holds requests until everything is open, so that the first call after a deploy is answered and not refused. `/health` answers at once,
 * because the process runs; `/ready` answers "not ready". After too long a wait, a request gets an error with `Retry-After` that says that the
 * service is starting.
 */
export function openDoor(config: Pick<Config, "appUrl" | "trustedProxies">, log: Log, waitMs = WAIT_MS): Door {
  const refuse = refusal(config, log);
  const trusted = parseRanges(config.trustedProxies);
  /** The function that continues each request, and its address. */
  const waiting = new Map<() => void, string>();
  let service: RequestListener | undefined;
  let isShut = false;

  function keep(request: IncomingMessage, response: ServerResponse): void {
    const from = bucketOf(request, trusted);
    const own = [...waiting.values()].filter((name) => name === from).length;
    // Counted per address first: one visitor must not take all the slots.
    if (own >= limits.waitingOfAddress.amount || waiting.size >= limits.waitingAtStart.amount)
      return refuse(request, response, "starting");
    const proceed = (): void => {
      clearTimeout(timer);
      waiting.delete(proceed);
      if (response.destroyed) return;
      if (service) service(request, response);
      else refuse(request, response, isShut ? "failed" : "starting");
    };
    const timer = setTimeout(proceed, waitMs);
    waiting.set(proceed, from);
    response.once("close", () => {
      clearTimeout(timer);
      waiting.delete(proceed);
    });
  }

  const proceedAll = (): void => {
    for (const proceed of waiting.keys()) proceed();
  };
  return {
    listener: (request, response) => {
      if (service) return service(request, response);
      if (isProbe(request.url, "health")) return answer(response, 200, JSON.stringify({ status: "ok" }));
      if (isShut || isProbe(request.url, "ready")) return refuse(request, response, isShut ? "failed" : "starting");
      keep(request, response);
    },
    open: (answerAll) => {
      service = answerAll;
      proceedAll();
    },
    shut: () => {
      isShut = true;
      proceedAll();
    },
  };
}

/** The owner of a request before the application sees it: the bucket of its client's address. */
export function bucketOf({ socket, headers }: IncomingMessage, trusted: readonly Range[]): string {
  return addressBucket(clientAddress(socket.remoteAddress, headers["x-forwarded-for"]?.toString(), trusted));
}

/** The id of a request that is answered before the application. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
}

/** Whether a request is for an address that probes use. */
export function isProbe(url = "/", name: string): boolean {
  return new RegExp(`^/${name}/?(\\?|$)`).test(url);
}

/** What is said while the service starts, and once its start has failed; the contract has no separate code for it. */
const sayings = {
  starting: "The service is starting. Repeat the call in a moment.",
  failed: "The service could not start; its log says why. Repeat the call when it has been started again.",
};

/** Refuses with the error envelope: 503, and within the API, whose contract has no 503, with 500. `/ready` answers its checks. */
function refusal(
  config: Pick<Config, "appUrl">,
  log: Log,
): (request: IncomingMessage, response: ServerResponse, why: keyof typeof sayings) => void {
  const checks = JSON.stringify({ status: "unavailable", checks: { start: "unavailable" } });
  return ({ url = "/", method }, response, why) => {
    const inApi = /^\/api(?![^/?])/.test(url);
    const requestId = newRequestId();
    response.setHeader("retry-after", "1");
    response.setHeader("x-request-id", requestId);
    if (isProbe(url, "ready")) return answer(response, 503, checks);
    // Without the query, which may hold a token.
    const [path] = url.split("?");
    const status = inApi ? errorStatuses.internal_server_error : 503;
    log.error({ requestId, method, path, status }, sayings[why]);
    answer(response, status, JSON.stringify(errorBody("internal_server_error", sayings[why], config)));
  };
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(body);
}

type Addresses = Pick<Config, "appUrl">;

const headers = { "Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff" };

const unreadable = "The request could not be read: its request line, headers or body are not valid HTTP, or too large.";

/** The 400 for a request with an invalid address or `Host`; the application answers its own errors. */
export function unreadableAnswer(error: unknown, config: Addresses, log: Log): Response {
  if (!(error instanceof RequestError))
    log.error({ err: error }, "A request failed before it reached the application.");
  const code = error instanceof RequestError ? "bad_request" : "internal_server_error";
  const message = code === "bad_request" ? unreadable : "Something went wrong on our side. Try again.";
  return Response.json(errorBody(code, message, config), { status: errorStatuses[code], headers });
}

/** Answers requests that Node's parser rejects: Node's own answer has no error envelope and statuses that are not in the contract. */
export function refuseUnreadable(config: Addresses): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  const body = JSON.stringify(errorBody("bad_request", unreadable, config));
  const head = { ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const answer = ["HTTP/1.1 400 Bad Request", ...lines, "", body].join("\r\n");
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else socket.end(answer);
  };
}
