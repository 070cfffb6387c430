import ipaddr from "ipaddr.js";
import { isWithin, type Range } from "../address-ranges.ts";
import { bounds } from "../bounds.ts";

function within(text: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  return isWithin(ipaddr.process(text), ranges);
}

/** Replaces the peer's address when there is no socket. */
const nowhere = "127.0.0.1";

/** Whether headers added by a peer are trusted. */
export function isTrusted(peer: string | undefined, trusted: readonly Range[]): boolean {
  return within(peer ?? nowhere, trusted);
}

/**
 * The client's address. `X-Forwarded-For` is used only from a trusted peer, from its end up to the first address that is not a trusted
 * proxy: the client could have written the entries before it. An entry that is not an address ends the chain: arbitrary text must not
 * become a key of caches and buckets.
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

/** The network around an address that may belong to one customer: a /24 of IPv4, a /48 of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join(".")}.0/24`;
  return prefixOf(parsed, 3);
}

/**
 * The bucket of an address: for IPv4 the address, for IPv6 its /64, which one customer owns and could otherwise use for endless new
 * buckets.
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
