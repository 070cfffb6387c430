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
 * `Authorization` headers that were accepted, secret keys and embed tokens alone: a publishable key stands in public pages. One that is
 * refused later, or is over its own limit, is none of them until it is accepted again. Only hashes are kept.
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

/** Bytes of a body that cost as much as a request: to read, and to check whether they are signed, takes some ms a megabyte. */
const BODY_UNIT = 16_384;

/** Longest wait for a turn; who would wait longer is refused. */
const TURN_MS = 1_000;
/** How long a refusal is held back, and of how many requests of an address: more are ended without an answer. */
const HELD = { ms: 1_000, requests: 200 };

/** What bounds requests without an accepted credential. */
export interface UnprovenParts {
  proven: ProvenCredentials;
  config: Pick<Config, "appUrl" | "trustedProxies" | "rateLimits">;
  /** Milliseconds of a clock that only goes on: a jump of the system's would refuse everybody until it is made up for. */
  now: () => number;
}

interface Visitor {
  /** When all of its requests so far are made up for. */
  evenAt: number;
  held: number;
}

/**
 * Gives every address its share of the application's time. Each request costs the process something, also one that is answered 404 or
 * 401, and no limit of an operation counts those: some thousand a second would hold up everybody. A body costs by its bytes. What comes faster than
 * `limits.unproven` waits for its turn, and is refused when that is too far away. Requests with a credential that was accepted pass:
 * limits of their own count them.
 */
export function boundUnproven(app: RequestListener, { proven, config, now }: UnprovenParts): RequestListener {
  if (!config.rateLimits) return app;
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

  return (request, response) => {
    // What asks whether the process lives must not be refused: it would be started anew.
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
      // Its length is not announced: the bytes are counted once they have come.
      const before = request.socket.bytesRead;
      response.once("close", () => (visitor.evenAt += eachMs * (costOf(request.socket.bytesRead - before) - 1)));
    }
    if (waitMs <= 0) return app(request, response);
    void after(response, waitMs, () => app(request, response));
  };
}

/** How many requests one counts as. */
function costOf(bytes: number): number {
  return 1 + Math.floor(Math.max(0, bytes) / BODY_UNIT);
}

/** Does something some time later, unless the client has gone by then. Resolves at that time, or when it goes. */
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
