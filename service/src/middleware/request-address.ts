import type { Context as HonoContext } from "hono";
import { parseRanges } from "../address-ranges.ts";
import { clientAddress, isTrusted } from "./client-address.ts";

/** Data the listener passes with a request; absent where there is no socket, e.g. in tests. */
export interface Bindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Where the requests of the application come from, behind proxies whose headers are believed. */
export function requestAddresses(trustedProxies: readonly string[]) {
  const trusted = parseRanges(trustedProxies);
  const peerOf = (c: HonoContext) => (c.env as Bindings | undefined)?.incoming?.socket?.remoteAddress;
  return {
    /** The client's address. */
    addressOf: (c: HonoContext): string => clientAddress(peerOf(c), c.req.header("x-forwarded-for"), trusted),
    /** Whether a trusted proxy passed the request on. */
    isByProxy: (c: HonoContext): boolean => isTrusted(peerOf(c), trusted),
  };
}
