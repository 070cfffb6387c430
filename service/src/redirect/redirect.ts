import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Trigger } from "referrals-embed/contract";
import { userAgentOf } from "../bounds.ts";
import type { Config } from "../config.ts";
import type { Clock } from "../domain/context.ts";
import { verifyPassword } from "../domain/links/link-password.ts";
import { addressBucket, clientAddress, parseRanges } from "../middleware/client-address.ts";
import type { SlidingWindow } from "../middleware/sliding-window.ts";
import { redirectTo, sendPage, type AnswerOptions } from "./answer.ts";
import type { Agent } from "./classify-agent.ts";
import type { ClickRecorder, Visitor } from "./click-recorder.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { decide, type Decision } from "./decide.ts";
import type { Locate, Place } from "./geography.ts";
import type { LinkCache } from "./link-cache.ts";
import { isPasswordProof, passwordProof } from "./link-password.ts";
import { locationOf, nameOf } from "./location.ts";
import {
  expiredPage,
  framePage,
  methodPage,
  notFoundPage,
  passwordPage,
  previewPage,
  unavailablePage,
} from "./pages.ts";
import { placeOf } from "./place.ts";
import { readForm } from "./read-form.ts";
import type { RedirectDomain, RedirectLink } from "./redirect-link.ts";
import { visitorOf, type Salts } from "./visitor.ts";

/** Failed passwords in ten minutes on one link: of one address, and of all. */
const PASSWORD_TRIES = { ofAddress: 10, ofLink: 100 };
const CLICK_COOKIE_SECONDS = 3600;
const VARIANT_COOKIE_SECONDS = 7 * 86_400;

/** What answering short links is made of. */
export interface RedirectParts {
  config: Config;
  clock: Clock;
  links: LinkCache;
  clicks: ClickRecorder;
  classify: (userAgent: string) => Agent;
  locate: Locate;
  /** Failed passwords per address and link, and per link. */
  tries: SlidingWindow;
  onError: (error: unknown) => void;
}

/** One request on its way through the table. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Without `?`. */
  query: string;
  userAgent: string;
  agent: Agent;
  visitor: Visitor;
  /** Names the address, whatever the user agent. Not the address itself, which is stored nowhere. */
  addressName: () => string;
  place: Place;
  /** Redirected, never counted. */
  uncounted: boolean;
  /** Set by a password just given. */
  proof: string | null;
}

/**
 * Answers short links: resolve the link, decide the destination, record the click, answer. A 302 leaves only after its click is
 * on disk. Everything on the way of a remembered link is synchronous but that wait.
 */
export function createRedirect(
  parts: RedirectParts,
): (request: IncomingMessage, response: ServerResponse, domain: string) => void {
  const { config, clock, links, clicks, classify, locate, tries } = parts;
  const trusted = parseRanges(config.trustedProxies);
  const secure = config.linkDomains[0]!.startsWith("https:");

  function handle(request: IncomingMessage, response: ServerResponse, domain: string): void {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const place = placeOf(domain, mark === -1 ? url : url.slice(0, mark));
    const query = mark === -1 ? "" : url.slice(mark + 1);
    const { method } = request;
    if (method !== "GET" && method !== "HEAD" && method !== "POST") {
      return sendPage(request, response, 405, methodPage, { headers: ["Allow", "GET, HEAD, POST"] });
    }
    const link = place && links.peek(place.name);
    const salts = clicks.salts.current();
    if (salts === undefined || (place && link === undefined)) return void handleLater(request, response, domain, query);
    answer(open(request, response, query, salts), link ?? null, domain);
  }

  /** The same for a link not in memory, and once a day for the new salt. */
  async function handleLater(
    request: IncomingMessage,
    response: ServerResponse,
    domain: string,
    query: string,
  ): Promise<void> {
    try {
      const place = placeOf(domain, (request.url ?? "/").split("?", 1)[0]!);
      const salts = clicks.salts.current() ?? (await clicks.salts.load());
      const link = place ? await links.read(place.name, place.domain, place.key) : null;
      answer(open(request, response, query, salts), link, domain);
    } catch (error) {
      unavailable(request, response, error);
    }
  }

  function addressOf(request: IncomingMessage): string {
    const forwarded = request.headers["x-forwarded-for"];
    return clientAddress(
      request.socket.remoteAddress,
      forwarded === undefined ? undefined : String(forwarded),
      trusted,
    );
  }

  function open(request: IncomingMessage, response: ServerResponse, query: string, salts: Salts): Exchange {
    const userAgent = userAgentOf(request.headers["user-agent"]);
    const address = addressOf(request);
    const visitor = clicks.visitor(address, userAgent, salts);
    const agent = classify(userAgent);
    const place = locate(address, (name) => request.headers[name] as string | undefined);
    const uncounted =
      agent.kind === "bot" || request.method === "HEAD" || isPrefetch(request) || optsOut(request, query);
    const addressName = (): string => visitorOf(addressBucket(address), "", salts.today);
    return { request, response, query, userAgent, agent, visitor, addressName, place, uncounted, proof: null };
  }

  function answer(exchange: Exchange, link: RedirectLink | null, domain: string): void {
    const decision = decideOn(exchange, link, null);
    if ((decision.kind === "unknown" || decision.kind === "expired") && decision.to === null) {
      return void answerWithDomain(exchange, link, domain);
    }
    if (decision.kind === "password" || hasPasswordInput(exchange, link))
      return void answerPassword(exchange, link!, decision);
    carryOut(exchange, link, decision);
  }

  function decideOn(exchange: Exchange, link: RedirectLink | null, domain: RedirectDomain | null): Decision {
    const { request, visitor, agent, place } = exchange;
    const cookies = link && (link.variants || link.passwordHash) ? request.headers.cookie : undefined;
    const now = clock.now();
    return decide(link, domain, {
      now,
      proven:
        exchange.proof !== null ||
        (link?.passwordHash != null && isPasswordProof(link, readCookie(cookies, `ref_p_${link.id}`), now)),
      crawler: agent.kind === "bot",
      os: agent.os,
      country: place.country,
      variant: link?.variants ? variantOf(readCookie(cookies, `ref_v_${link.id}`)) : null,
      draw: () => drawOf(link!.id, visitor.hash),
    });
  }

  /** Where a domain sends visitors of links it does not know is seldom needed, so it is looked up apart. */
  async function answerWithDomain(exchange: Exchange, link: RedirectLink | null, slug: string): Promise<void> {
    try {
      carryOut(exchange, link, decideOn(exchange, link, await links.readDomain(slug)));
    } catch (error) {
      unavailable(exchange.request, exchange.response, error);
    }
  }

  /** By form or `?pw=`. A try is counted before it is looked at, so tries at once are no more either. */
  async function answerPassword(exchange: Exchange, link: RedirectLink, decision: Decision): Promise<void> {
    const { request, response } = exchange;
    try {
      const given = await givenPassword(exchange);
      if (decision.kind !== "password") return carryOut(exchange, link, decision);
      if (given === null) return sendPage(request, response, 200, passwordPage());
      const ofAddress = `${link.id} ${exchange.addressName()}`;
      const own = await tries.take(ofAddress, PASSWORD_TRIES.ofAddress);
      const bucket = own.exceeded ? own : await tries.take(link.id, PASSWORD_TRIES.ofLink);
      if (bucket.exceeded) {
        const headers = ["Retry-After", String(bucket.retryAfter)];
        return sendPage(request, response, 429, passwordPage("limited"), { headers });
      }
      if (await verifyPassword(given, link.passwordHash!)) {
        tries.undo(ofAddress);
        tries.undo(link.id);
        const { value, maxAgeSeconds } = passwordProof(link, clock.now());
        exchange.proof = cookieFor(link, `ref_p_${link.id}`, value, maxAgeSeconds);
        return carryOut(exchange, link, decideOn(exchange, link, null));
      }
      const headers = ["WWW-Authenticate", 'Password realm="link"'];
      sendPage(request, response, 401, passwordPage("wrong"), { headers });
    } catch (error) {
      unavailable(request, response, error);
    }
  }

  function carryOut(exchange: Exchange, link: RedirectLink | null, decision: Decision): void {
    const { request, response } = exchange;
    switch (decision.kind) {
      case "unknown":
        return decision.to === null
          ? sendPage(request, response, 404, notFoundPage)
          : redirectTo(request, response, locationOf(decision.to, "", null, []));
      case "expired":
        return decision.to === null
          ? sendPage(request, response, 410, expiredPage)
          : redirectTo(request, response, locationOf(decision.to, "", null, []));
      case "password":
        return sendPage(request, response, 200, passwordPage());
      case "preview":
        return sendPage(request, response, 200, previewPage(link!), { doIndex: link!.doIndex });
      default:
        return exchange.uncounted
          ? deliver(exchange, link!, decision, decision.to, null, null)
          : count(exchange, link!, decision);
    }
  }

  /** Rows 6 and 7 for somebody who is no bot: one click. */
  function count(exchange: Exchange, link: RedirectLink, decision: Decision & { to: string }): void {
    const known = clicks.identify(link.id, exchange.visitor);
    const kept = known.unique ? readCookie(exchange.request.headers.cookie, `ref_c_${link.id}`) : undefined;
    if (kept === undefined || !/^[0-9A-Za-z]{16}$/.test(kept)) return record(exchange, link, decision, known);
    clicks.isRecent(link.id, kept).then(
      (recent) => record(exchange, link, decision, recent ? { clickId: kept, unique: false } : known),
      (error: unknown) => unavailable(exchange.request, exchange.response, error),
    );
  }

  function record(
    exchange: Exchange,
    link: RedirectLink,
    decision: Decision & { to: string },
    { clickId, unique }: { clickId: string; unique: boolean },
  ): void {
    const { request, response, visitor, place, userAgent, agent } = exchange;
    const trigger: Trigger = hasParameter(exchange.query, "qr", "1") ? "qr" : "link";
    const referrer = request.headers.referer ?? "";
    const generic = agent.kind === "generic";
    const click = { link, visitor, clickId, unique, url: decision.to, trigger, generic, place, userAgent, referrer };
    clicks.write(click, (error) => {
      if (error) return unavailable(request, response, error);
      deliver(exchange, link, decision, decision.to, clickId, unique ? clickId : null);
    });
  }

  /** @param newClickId kept in a cookie */
  function deliver(
    { request, response, query, proof }: Exchange,
    link: RedirectLink,
    decision: Decision,
    to: string,
    clickId: string | null,
    newClickId: string | null,
  ): void {
    const passedOn = link.trackConversion || link.hasPartner ? clickId : null;
    const location = locationOf(to, query, passedOn, link.clickIdParams);
    const cookies = proof === null ? [] : [proof];
    if (config.redirectCookies) {
      const variant = "variant" in decision ? decision.variant : null;
      if (newClickId !== null) cookies.push(cookieFor(link, `ref_c_${link.id}`, newClickId, CLICK_COOKIE_SECONDS));
      if (variant !== null) cookies.push(cookieFor(link, `ref_v_${link.id}`, String(variant), VARIANT_COOKIE_SECONDS));
    }
    const options: AnswerOptions = { doIndex: link.doIndex, cookies };
    if (decision.kind === "frame") sendPage(request, response, 200, framePage(link, location), options);
    else redirectTo(request, response, location, options);
  }

  function cookieFor(link: RedirectLink, name: string, value: string, maxAgeSeconds: number): string {
    const path = link.key === "_root" ? "/" : `/${link.key.split("/").map(encodeURIComponent).join("/")}`;
    return writeCookie(name, value, { path, maxAgeSeconds, secure });
  }

  function unavailable(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    parts.onError(error);
    sendPage(request, response, 503, unavailablePage, { headers: ["Retry-After", "5"] });
  }

  return handle;
}

function isPrefetch(request: IncomingMessage): boolean {
  const purpose = request.headers["sec-purpose"] ?? request.headers["purpose"] ?? request.headers["x-purpose"];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}

function optsOut(request: IncomingMessage, query: string): boolean {
  return (
    request.headers["ref-no-track"] !== undefined ||
    (query.includes("ref-no-track") && hasParameter(query, "ref-no-track"))
  );
}

/** Whether a query has a parameter, with that value if one is given. */
function hasParameter(query: string, name: string, value?: string): boolean {
  if (!query.includes(name)) return false;
  return query.split("&").some((part) => nameOf(part) === name && (value === undefined || part.endsWith(`=${value}`)));
}

function hasPasswordInput(exchange: Exchange, link: RedirectLink | null): boolean {
  return exchange.request.method === "POST" && link !== null;
}

async function givenPassword({ request, query }: Exchange): Promise<string | null> {
  if (request.method === "POST") return (await readForm(request)).get("password") ?? "";
  return query.includes("pw") ? new URLSearchParams(query).get("pw") : null;
}

function variantOf(cookie: string | undefined): number | null {
  return cookie !== undefined && /^[0-3]$/.test(cookie) ? Number(cookie) : null;
}

/** The first 8 bytes of SHA-256(linkId `:` visitor) as an unsigned integer, mod 10000, in hundredths. */
export function drawOf(linkId: string, visitor: string): number {
  const digest = createHash("sha256").update(`${linkId}:${visitor}`).digest();
  return Number(digest.readBigUInt64BE(0) % 10_000n) / 100;
}
