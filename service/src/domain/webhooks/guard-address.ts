import ipaddr from "ipaddr.js";
import { ReferralsError } from "referrals-embed/contract";
import { parseUrl } from "referrals-embed/rules";
import { isWithin, parseRanges } from "../../address-ranges.ts";
import { findAddresses } from "./find-addresses.ts";

/** Ranges an operator opened, as CIDR (`WEBHOOK_ALLOW`). */
export type AllowedRanges = readonly string[];

/**
 * Whether a webhook may connect to an address. Only public unicast addresses may be reached, so that a webhook cannot make the
 * service call hosts of its private network (SSRF); `WEBHOOK_ALLOW` opens more.
 */
export function isAllowedAddress(address: string, allowed: AllowedRanges): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return isOpened(parsed, allowed) || isPublic(parsed);
}

/** IPv6 that is given out to the public. Outside of it, `::7f00:1` is an old way to write 127.0.0.1, which `range` takes for unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

/** Whether the operator opened an address; only such an address may use plain http. */
export function isOpenedAddress(address: string, allowed: AllowedRanges): boolean {
  return ipaddr.isValid(address) && isOpened(ipaddr.process(address), allowed);
}

function isOpened(address: ipaddr.IPv4 | ipaddr.IPv6, allowed: AllowedRanges): boolean {
  return isWithin(address, parseRanges(allowed));
}

/** A checked address: events may be posted to it. */
export type WebhookUrl = string & { readonly checked: unique symbol };

/**
 * Checks a webhook's address when it is saved: it uses https, and every IP address of its host is allowed. A host without an IP address yet
 * passes here; every connect checks it again. It asks DNS, so call it outside a transaction.
 * @throws unprocessable_entity
 */
export async function checkWebhookUrl(text: string, allowed: AllowedRanges): Promise<WebhookUrl> {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    fail("must be an https address without credentials");
  }
  const addresses = await addressesOf(url.hostname.replace(/^\[|\]$/g, ""));
  if (!addresses.every((address) => isAllowedAddress(address, allowed))) fail("must not lead to a private address");
  const opened = addresses.length > 0 && addresses.every((address) => isOpenedAddress(address, allowed));
  if (url.protocol === "http:" && !opened) fail("must begin with https://");
  return text as WebhookUrl;
}

async function addressesOf(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const found = await findAddresses(host).catch(() => []);
  return found.map((entry) => entry.address);
}

function fail(message: string): never {
  throw new ReferralsError("unprocessable_entity", `invalid_value: url: ${message}`);
}
