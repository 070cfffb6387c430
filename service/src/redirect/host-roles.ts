import type { Config } from "../config.ts";

/** What a host answers: the application, short links of a domain, or both. */
export interface HostRole {
  app: boolean;
  /** Link domain whose keys the paths are; null where none are. */
  domain: string | null;
}

/**
 * The role of each configured host. Unknown hosts: with a single shared host they count as that host, with separate hosts
 * they have no role, unless a workspace's own domain (which only the store knows).
 */
export function createHostRoles(config: Pick<Config, "appUrl" | "apiUrl" | "linkDomains">): {
  find: (host: string) => HostRole | undefined;
  unknown: HostRole | undefined;
} {
  const hostOf = (url: string): string => new URL(url).host;
  const appHosts = new Set([hostOf(config.appUrl), hostOf(config.apiUrl)]);
  const linkHosts = new Set(config.linkDomains.map(hostOf));
  const roles = new Map<string, HostRole>();
  for (const host of [...appHosts, ...linkHosts]) {
    roles.set(host, { app: appHosts.has(host), domain: linkHosts.has(host) ? host : null });
  }
  return { find: (host) => roles.get(host), unknown: roles.size === 1 ? [...roles.values()][0] : undefined };
}

/** A `Host` header as domains are written: lower case, without the default port. */
export function normalHost(header: string | undefined, secure: boolean): string {
  const host = (header ?? "").toLowerCase();
  const port = secure ? ":443" : ":80";
  return host.endsWith(port) ? host.slice(0, -port.length) : host;
}
