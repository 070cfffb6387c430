import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { bounds } from "../bounds.ts";
import type { Config } from "../config.ts";
import { isReserved } from "../domain/links/reserved-words.ts";
import { sendPage } from "./answer.ts";
import { createHostRoles, normalHost, type HostRole } from "./host-roles.ts";
import { notFoundPage } from "./pages.ts";

/** Answers a short link of a domain. */
export type AnswerLink = (request: IncomingMessage, response: ServerResponse, domain: string) => void;

/** What a listener hands requests to. */
export interface ListenerParts {
  config: Pick<Config, "appUrl" | "apiUrl" | "linkDomains">;
  redirect: AnswerLink;
  /** Whether a workspace has registered this host as a link domain. */
  isLinkDomain: (host: string) => Promise<boolean>;
  /** Everything that is no short link. */
  app: RequestListener;
}

/** The service's request listener: short links directly, the rest to the application. */
export function createListener({ config, redirect, isLinkDomain, app }: ListenerParts): RequestListener {
  const roles = createHostRoles(config);
  const secure = config.appUrl.startsWith("https:");

  function route(request: IncomingMessage, response: ServerResponse, role: HostRole | undefined): void {
    const url = request.url ?? "/";
    if (!role) return isProbe(url) ? app(request, response) : sendPage(request, response, 404, notFoundPage);
    if (url[0] !== "/") return straighten(request, response, role, url);
    if (role.domain === null || isApplication(url, role.app)) app(request, response);
    else redirect(request, response, role.domain);
  }

  /** A request line may hold a whole address; its path counts. */
  function straighten(request: IncomingMessage, response: ServerResponse, role: HostRole, url: string): void {
    if (!URL.canParse(url)) return sendPage(request, response, 404, notFoundPage);
    const { pathname, search } = new URL(url);
    request.url = pathname + search;
    route(request, response, role);
  }

  async function routeUnknown(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const own = await isLinkDomain(host).catch(() => false);
    route(request, response, own ? { app: false, domain: host } : roles.unknown);
  }

  return (request, response) => {
    const host = normalHost(request.headers.host, secure);
    const role = roles.find(host);
    // Neither an address nor what is too long for a name is a link domain: a probe of it must not wait for the store.
    if (role || host.length > bounds.host || isAddress(host)) route(request, response, role ?? roles.unknown);
    else void routeUnknown(request, response, host);
  };
}

/** What watches a process asks it by its own address, or by a name of the cluster. */
function isProbe(url: string): boolean {
  return /^\/(health|ready|metrics)(\?|$)/.test(url);
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]?(:\d+)?$/g, "")) !== 0;
}

/** Whether a path is the application's: the root where both share a host, and reserved first segments, but for the alias `/r/<key>`. */
function isApplication(url: string, shared: boolean): boolean {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (path === "/") return shared;
  if (/^\/r\/./i.test(path)) return false;
  return isReserved(path.slice(1), shared);
}
