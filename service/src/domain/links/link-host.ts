import { ReferralsError } from "referrals-embed/contract";
import type { LinkPolicy } from "../../store/queries/partner-links.ts";

/**
 * Checks a destination a partner's link is given: https on the default port, no credentials, on a host the group lists; without a
 * list, on the program's. In mode `exact` only the group's default urls on that host.
 * @throws ReferralsError 422
 */
export function checkLinkHost(url: string, policy: LinkPolicy): void {
  const { protocol, username, password, port, hostname } = new URL(url);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") {
    throw refused("must be https, without credentials and on the default port");
  }
  if (policy.link_hosts.length === 0) {
    const own = new URL(policy.url).hostname;
    if (hostname !== own) throw refused(`must be on ${own}`);
    return;
  }
  const entries = policy.link_hosts.filter((entry) => hostnameOf(entry.host) === hostname);
  if (entries.some((entry) => entry.mode === "host")) return;
  if (entries.length > 0 && policy.default_urls.includes(url)) return;
  const hosts = policy.link_hosts.map((entry) => entry.host).join(", ");
  throw refused(entries.length > 0 ? "must be one of the program's own links" : `must be on one of: ${hosts}`);
}

/** As a URL spells it: IDNA, lower case. */
function hostnameOf(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host.toLowerCase();
}

function refused(message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `custom: url: ${message}`);
}
