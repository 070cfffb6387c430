import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { bounds } from "../../bounds.ts";
import { ownHosts, type Config } from "../../config.ts";
import { present } from "../../present.ts";
import { isReserved, parseUrl } from "referrals-embed/rules";
import { sendPage } from "./answer.ts";
import { notFoundPage } from "./pages.ts";

/** Answers a short link of a domain. */
export type AnswerLink = (request: IncomingMessage, response: ServerResponse, domain: string) => void;

/** The targets of a listener's requests. */
export interface ListenerParts {
  config: Pick<Config, "appUrl" | "apiUrl" | "linkDomains">;
  redirect: AnswerLink;
  /** The same for a form that was sent to one: a password. */
  form: AnswerLink;
  /** Whether a workspace has registered this host as a link domain. */
  isLinkDomain: (host: string) => Promise<boolean>;
  /** Answers all other requests. */
  app: RequestListener;
}

/** The service's request listener: short links directly, the rest to the application. */
export function createListener({ config, redirect, form, isLinkDomain, app }: ListenerParts): RequestListener {
  const roles = createHostRoles(config);
  const secure = config.appUrl.startsWith("https:");

  function route(request: IncomingMessage, response: ServerResponse, role: HostRole | undefined): void {
    const url = request.url ?? "/";
    if (!role) return isProbe(url) ? app(request, response) : sendPage(response, notFoundPage);
    if (url[0] !== "/") {
      // A request line may contain a whole URL; only its path counts.
      const address = parseUrl(url);
      if (!address) return sendPage(response, notFoundPage);
      request.url = address.pathname + address.search;
      return route(request, response, role);
    }
    if (role.domain === null || isApplication(url, role.app)) app(request, response);
    else (request.method === "POST" ? form : redirect)(request, response, role.domain);
  }

  async function routeUnknown(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const own = await isLinkDomain(host).catch(() => false);
    route(request, response, own ? { app: false, domain: host } : roles.unknown);
  }

  return (request, response) => {
    const host = normalHost(request.headers.host, secure);
    const role = roles.find(host);
    // An IP address or an overlong name is never a link domain: such a probe must not wait for the store.
    if (role || host.length > bounds.host || isAddress(host)) route(request, response, role ?? roles.unknown);
    else void routeUnknown(request, response, host);
  };
}

/** Health checks and scrapers ask by the process's own address or a name inside the cluster, so the host does not matter. */
function isProbe(url: string): boolean {
  return /^\/(health|ready|metrics)(\?|$)/.test(url);
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]?(:\d+)?$/g, "")) !== 0;
}

/** Whether a path belongs to the application: the root on a shared host, and reserved first segments except the alias `/r/<key>`. */
function isApplication(url: string, shared: boolean): boolean {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (path === "/") return shared;
  if (/^\/r\/./i.test(path)) return false;
  return isReserved(path.slice(1), shared);
}

/** What a host serves: the application, short links of a domain, or both. */
interface HostRole {
  app: boolean;
  /** Link domain whose keys are the paths; null if it serves no links. */
  domain: string | null;
}

/**
 * The role of each configured host. Unknown hosts: with a single shared host they count as that host, with separate hosts
 * they have no role, unless a workspace's own domain (which only the store knows).
 */
function createHostRoles(config: Pick<Config, "appUrl" | "apiUrl" | "linkDomains">): {
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
  const unknown = roles.size === 1 ? [...roles.values()][0] : undefined;
  // Who starts the service on their own machine opens it by another of its names as well.
  const app = new URL(config.appUrl);
  if (ownHosts.includes(app.hostname)) {
    for (const name of ownHosts.map((own) => hostOf(`${app.protocol}//${own}:${app.port}`)))
      roles.set(name, roles.get(name) ?? present(roles.get(app.host), "the application's role"));
  }
  return { find: (host) => roles.get(host), unknown };
}

/** A `Host` header as domains are written: lower case, without the default port. */
function normalHost(header: string | undefined, secure: boolean): string {
  const host = (header ?? "").toLowerCase();
  const port = secure ? ":443" : ":80";
  return host.endsWith(port) ? host.slice(0, -port.length) : host;
}
