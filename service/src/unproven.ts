import type { RequestListener, ServerResponse } from "node:http";
import { errorStatuses } from "referrals-embed/contract";
import { bucketOf, isProbe, newRequestId } from "./before-app.ts";
import { ByteCache } from "./byte-cache.ts";
import type { Config } from "./config.ts";
import { sha256 } from "./domain/ids.ts";
import { limits } from "./limits.ts";
import { parseRanges } from "./address-ranges.ts";
import { errorBody } from "./middleware/errors.ts";

/**
 * Accepted `Authorization` headers, only of secret keys and embed tokens: a publishable key is public. A header that is refused later, or
 * over its own limit, is removed until it is accepted again. Only hashes are kept.
 */
export class ProvenCredentials {
  readonly #hashes = new ByteCache<true>(8_000_000);

  accept(header: string): void {
    this.#hashes.set(sha256(header), true);
  }

  refuse(header: string): void {
    this.#hashes.delete(sha256(header));
  }

  has(header: string | undefined): boolean {
    return header !== undefined && this.#hashes.has(sha256(header));
  }
}

const { amount, seconds } = limits.unproven;
const windowMs = seconds * 1000;
const eachMs = windowMs / amount;

/** Bytes of a body that cost as much as a request: reading them and checking a signature takes some ms per megabyte. */
const BODY_UNIT = 16_384;

/** Longest wait for a turn; a longer wait is refused. */
const TURN_MS = 1_000;
/** How long a refusal is delayed, and for how many requests of an address: further ones are closed without an answer. */
const HELD = { ms: 1_000, requests: 200 };

/** Limits for requests without an accepted credential. */
export interface UnprovenParts {
  proven: ProvenCredentials;
  config: Pick<Config, "appUrl" | "trustedProxies" | "rateLimits">;
  /** Milliseconds of a monotonic clock: after a jump of the system's clock all requests would be refused for a time. */
  now: () => number;
}

interface Visitor {
  /** When the cost of its requests so far is paid off. */
  evenAt: number;
  held: number;
}

/**
 * Gives every address its share of the process's time, over all that is bounded by it. Each request costs time, even with a 404 or 401, and no operation's limit counts
 * those: some thousand a second would block all callers. A body costs by its bytes. A request faster than `limits.unproven` waits for its
 * turn, and is refused if the wait is too long. Requests with an accepted credential pass: their own limits count them.
 */
export function createUnprovenBound({
  proven,
  config,
  now,
}: UnprovenParts): (answer: RequestListener) => RequestListener {
  if (!config.rateLimits) return (answer) => answer;
  const trusted = parseRanges(config.trustedProxies);
  const visitors = new ByteCache<Visitor>(16_000_000);

  const visitorOf = (address: string): Visitor => {
    const known = visitors.get(address) ?? { evenAt: 0, held: 0 };
    visitors.set(address, known, 64);
    return known;
  };

  const refuse = (visitor: Visitor, response: ServerResponse, waitMs: number): void => {
    if (visitor.held >= HELD.requests) return void response.destroy();
    visitor.held += 1;
    after(response, HELD.ms, () => sendRefusal(response, config, waitMs)).finally(() => (visitor.held -= 1));
  };

  return (app) => (request, response) => {
    // A liveness probe must not be refused: the process would be restarted.
    if (isProbe(request.url, "health")) return app(request, response);
    if (proven.has(request.headers.authorization)) return app(request, response);
    const visitor = visitorOf(bucketOf(request, trusted));
    const at = now();
    const { "content-length": announced = "0", "transfer-encoding": coding } = request.headers;
    const evenAt = Math.max(visitor.evenAt, at) + eachMs * costOf(Number(announced));
    const waitMs = evenAt - at - windowMs;
    if (waitMs > TURN_MS) return refuse(visitor, response, waitMs);
    visitor.evenAt = evenAt;
    if (coding !== undefined) {
      // The length is not announced, so the bytes are counted after they arrive.
      const before = request.socket.bytesRead;
      response.once("close", () => (visitor.evenAt += eachMs * (costOf(request.socket.bytesRead - before) - 1)));
    }
    if (waitMs <= 0) return app(request, response);
    void after(response, waitMs, () => app(request, response));
  };
}

/** The number of requests that a body counts as. */
function costOf(bytes: number): number {
  return 1 + Math.floor(Math.max(0, bytes) / BODY_UNIT);
}

/** Runs something after a delay, unless the client disconnects first. Resolves at that time, or at the disconnect. */
function after(response: ServerResponse, ms: number, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      response.off("close", end);
      act();
      resolve();
    }, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    response.once("close", end);
  });
}

function sendRefusal(response: ServerResponse, config: Pick<Config, "appUrl">, waitMs: number): void {
  const message = `More than ${amount} requests without an accepted credential in ${seconds} seconds from this address. Wait and retry.`;
  const body = JSON.stringify(errorBody("rate_limit_exceeded", message, config));
  response.writeHead(errorStatuses.rate_limit_exceeded, {
    "Content-Type": "application/json; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": newRequestId(),
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
    "Cache-Control": "no-store",
    "Retry-After": String(Math.ceil(waitMs / 1000)),
    // The rest of the connection's requests, and of this one's body, is not read.
    Connection: "close",
  });
  response.end(body);
}
