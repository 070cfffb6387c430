import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import { ways } from "../bounds.ts";

const known = new WeakMap<Request, URLSearchParams>();

/**
 * The query of a request, read once, in linear time: the framework's own reader searches the rest of the address at each `&`, anew for
 * each name that is asked for, so that 60,000 empty parameters took it most of a second.
 */
export function queryOf(c: HonoContext): URLSearchParams {
  const request = c.req.raw;
  const read = known.get(request);
  if (read) return read;
  const mark = request.url.indexOf("?");
  const query = new URLSearchParams(mark === -1 ? "" : request.url.slice(mark + 1));
  known.set(request, query);
  return query;
}

/** A parameter of the query; of a repeated one the first. */
export function parameterOf(c: HonoContext, name: string): string | undefined {
  return queryOf(c).get(name) ?? undefined;
}

/** Refuses an address of more parts than any operation has: what reads it later may work for each of them. */
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
