import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses that begin with the same bits. */
export type Range = readonly [network: Address, bits: number];

/** Parses addresses and CIDR ranges, as settings have them. */
export function parseRanges(ranges: readonly string[]): Range[] {
  return ranges.map((range) => {
    if (range.includes("/")) return ipaddr.parseCIDR(range);
    const address = ipaddr.process(range);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });
}

/** Whether an address is in one of the ranges. One of IPv4 is in none of IPv6. */
export function isWithin(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([network, bits]) =>
    address instanceof ipaddr.IPv4
      ? network instanceof ipaddr.IPv4 && address.match(network, bits)
      : network instanceof ipaddr.IPv6 && address.match(network, bits),
  );
}
