import ipaddr from "ipaddr.js";
import { isWithin, type Range } from "../address-ranges.ts";
import { bounds } from "../bounds.ts";

function within(text: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  return isWithin(ipaddr.process(text), ranges);
}

/** Stands for the peer where there is no socket. */
const nowhere = "127.0.0.1";

/** Whether what a peer adds to a request is believed. */
export function isTrusted(peer: string | undefined, trusted: readonly Range[]): boolean {
  return within(peer ?? nowhere, trusted);
}

/**
 * The client's address. `X-Forwarded-For` is used only from a trusted peer, and then from its end up to the first
 * address that is no trusted proxy: what stands before it, the client could have written itself. A hop that is no address ends the
 * chain: any text there would otherwise become somebody's name in caches and buckets.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly Range[],
): string {
  const direct = peer ?? nowhere;
  if (!forwardedFor || !isTrusted(peer, trusted)) return direct;
  let client = direct;
  for (const hop of forwardedFor.slice(-bounds.forwardedFor).split(",").toReversed()) {
    const address = withoutPort(hop.trim());
    if (!ipaddr.isValid(address)) break;
    client = address;
    if (!within(address, trusted)) break;
  }
  return client;
}

/** Some proxies write `192.0.2.1:50412` or `[2001:db8::1]:50412`. */
function withoutPort(hop: string): string {
  return /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** The network around an address that one customer may well have to themselves: a /24 of IPv4, a /48 of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join(".")}.0/24`;
  return prefixOf(parsed, 3);
}

/**
 * Whose bucket an address counts in: an IPv4 address its own, an IPv6 address that of its /64, which one customer has to himself and
 * could otherwise walk through without end.
 */
export function addressBucket(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return prefixOf(parsed, 4);
}

function prefixOf({ parts }: ipaddr.IPv6, length: number): string {
  const kept = parts.slice(0, length).map((part) => part.toString(16));
  return `${kept.join(":")}::/${16 * length}`;
}
