import type { MiddlewareHandler } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import { ways } from "../bounds.ts";

/** Refuses an address with more parts than any operation has: later readers may do work for each part. */
export function boundAddress(): MiddlewareHandler {
  return async (c, next) => {
    if (countParts(c.req.raw.url) > ways.address.parts) throw tooManyParts();
    await next();
  };
}

function tooManyParts(): ReferralsError {
  const message = `The address has more than ${ways.address.parts} parameters or path segments. Send less in one request.`;
  return new ReferralsError("bad_request", message);
}

/** Slashes and ampersands of an address. */
function countParts(url: string): number {
  let parts = 0;
  for (let at = 0; at < url.length; at += 1) {
    const code = url.charCodeAt(at);
    if (code === 38 || code === 47) parts += 1;
  }
  return parts;
}
