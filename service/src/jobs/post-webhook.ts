import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import type { Post, PostOutcome } from "../domain/webhooks/attempt-delivery.ts";
import { findAddresses } from "../domain/webhooks/find-addresses.ts";
import { isAllowedAddress, isOpenedAddress, type AllowedRanges } from "../domain/webhooks/guard-address.ts";

const timeoutMs = 10_000;
/** Most bytes of an answer's body to read, so that the connection can be reused; with more it is closed. */
const mostRead = 64_000;

/**
 * Posts webhooks. It connects to exactly the IP address it checked, so a DNS name cannot change between check and connect.
 * @param now epoch ms, for a `Retry-After` with a date
 */
export function createPost(allowed: AllowedRanges, now: () => number, find = findAddresses): Post {
  return (text, headers, body) =>
    new Promise((done) => {
      const url = new URL(text);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const plain = url.protocol === "http:";
      const refused = (address: string): boolean =>
        plain ? !isOpenedAddress(address, allowed) : !isAllowedAddress(address, allowed);
      const fail = (error: string): void => done({ status: null, retryAfter: null, error });
      if (isIP(host) && refused(host)) return fail("The address is private and is not connected to.");
      const send = plain ? requestHttp : requestHttps;
      const request = send(
        url,
        {
          method: "POST",
          headers: { ...headers, "content-length": Buffer.byteLength(body), "user-agent": "referrals-service" },
          lookup: guarded(refused, find),
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          // An endless body would keep the process busy reading.
          let read = 0;
          response.on("data", (chunk: Buffer) => (read += chunk.length) > mostRead && response.destroy());
          response.on("error", () => {});
          done(outcomeOf(response.statusCode ?? 0, secondsOf(response.headers["retry-after"], now())));
        },
      );
      request.on("error", (error) => fail(readable(error)));
      request.end(body);
    });
}

function guarded(refused: (address: string) => boolean, find: typeof findAddresses): LookupFunction {
  const findOpen = callbackify(async (host: string) => {
    const open = (await find(host)).filter(({ address }) => !refused(address));
    const [first] = open;
    if (!first) throw new Error("The address is private and is not connected to.");
    return { open, first };
  });
  return (host, { all }, callback) => {
    findOpen(host, (error, found) => {
      if (error) callback(error, "", 0);
      else if (all) callback(null, found.open);
      else callback(null, found.first.address, found.first.family);
    });
  };
}

function outcomeOf(status: number, retryAfter: number | null): PostOutcome {
  const ok = status >= 200 && status < 300;
  return { status, retryAfter, error: ok ? null : `The receiver answered ${status}.` };
}

/** `Retry-After` in seconds, or the date it names. */
function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (retryAfter === undefined) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

function readable(error: Error): string {
  if (error.name === "TimeoutError" || error.name === "AbortError") return "The receiver did not answer within 10 s.";
  return error.message.slice(0, 500);
}
