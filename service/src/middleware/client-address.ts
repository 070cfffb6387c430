import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `TRUSTED_PROXIES`: addresses or CIDR ranges. */
export function parseRanges(ranges: readonly string[]): Range[] {
  return ranges.map((range) => {
    if (range.includes("/")) return ipaddr.parseCIDR(range);
    const address = ipaddr.process(range);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });
}

function within(text: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits));
}

/**
 * The client's address. `X-Forwarded-For` is believed only from a trusted peer, and then from its end up to the first
 * address that is no trusted proxy: what stands before it, the client could have written itself (api-contract §1).
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly Range[],
): string {
  const direct = peer ?? "127.0.0.1";
  if (!forwardedFor || !within(direct, trusted)) return direct;
  const chain = forwardedFor.split(",").map((hop) => hop.trim());
  return chain.toReversed().find((hop) => !within(hop, trusted)) ?? chain[0] ?? direct;
}
