import { CheckQueue } from "./check-queue.ts";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Trigger } from "referrals-embed/contract";
import { userAgentOf } from "../../bounds.ts";
import type { Config } from "../../config.ts";
import { clickIdPattern } from "../../domain/click-ids.ts";
import type { Clock } from "../../domain/context.ts";
import { verifyPassword } from "../../domain/links/link-password.ts";
import { parseRanges } from "../../address-ranges.ts";
import { clientAddress, isTrusted } from "../../middleware/client-address.ts";
import { redirectTo, sendPage, type AnswerOptions } from "./answer.ts";
import type { Agent } from "./classify-agent.ts";
import type { ClickRecorder } from "./click-recorder.ts";
import { decide, unknownLink, type Absent, type Decision, type Delivery } from "./decide.ts";
import type { Locate } from "./geography.ts";
import { linkAddressOf, type LinkAddress, type LinkCache } from "./link-cache.ts";
import { passwordProof, provesPassword, readCookie, writeCookie, type LinkCookie } from "./link-cookies.ts";
import type { AnswerLink } from "./listener.ts";
import { asciiAddress, locationOf } from "./location.ts";
import {
  expiredPage,
  framePage,
  methodPage,
  notFoundPage,
  passwordPage,
  previewPage,
  unavailablePage,
} from "./pages.ts";
import type { PasswordTries } from "./password-tries.ts";
import type { RedirectDomain, RedirectLink } from "./redirect-link.ts";
import { givenPassword, hasParameter, isUncounted, type RedirectRequest } from "./redirect-request.ts";
import { visitorOf, type Salts } from "./visitor.ts";

const CLICK_COOKIE_SECONDS = 3600;
const VARIANT_COOKIE_SECONDS = 7 * 86_400;

/** Dependencies of the redirect. */
export interface RedirectParts {
  config: Config;
  clock: Clock;
  links: LinkCache;
  clicks: ClickRecorder;
  classify: (userAgent: string) => Agent;
  locate: Locate;
  tries: PasswordTries;
  onError: (error: unknown) => void;
}

/** The link address of a request. */
interface RequestedLink {
  domain: string;
  /** Undefined when no link can have this path. */
  address: LinkAddress | undefined;
  /** Without `?`. */
  query: string;
}

/** The click id to pass on. */
interface PassedClick {
  clickId: string;
  unique: boolean;
}

/**
 * Answers short links: resolve the link, decide the destination, record the click, answer. A 302 leaves only after its click is
 * on disk. For a link in memory that wait is the only asynchronous step.
 */
export function createRedirect(parts: RedirectParts): AnswerLink {
  const { config, clock, links, clicks, classify, locate, tries } = parts;
  const trusted = parseRanges(config.trustedProxies);
  const secure = config.linkDomains[0]?.startsWith("https:") ?? false;
  const checks = new CheckQueue();

  function handle(message: IncomingMessage, response: ServerResponse, domain: string): void {
    const { url = "/", method } = message;
    const mark = url.indexOf("?");
    const address = linkAddressOf(domain, mark === -1 ? url : url.slice(0, mark));
    const requested = { domain, address, query: mark === -1 ? "" : url.slice(mark + 1) };
    if (method !== "GET" && method !== "HEAD" && method !== "POST") {
      return sendPage(response, methodPage, { headers: ["Allow", "GET, HEAD, POST"] });
    }
    const link = address ? links.peek(address) : null;
    const salts = clicks.salts.current();
    if (salts === undefined || link === undefined) return void handleLater(response, requested);
    answer(open(response, requested, salts), link);
  }

  /** The same when the link, or once a day the new salt, must be loaded first. */
  async function handleLater(response: ServerResponse, requested: RequestedLink): Promise<void> {
    try {
      const salts = clicks.salts.current() ?? (await clicks.salts.load());
      const link = requested.address ? await links.read(requested.address) : null;
      answer(open(response, requested, salts), link);
    } catch (error) {
      unavailable(response, error);
    }
  }

  function addressOf(message: IncomingMessage): string {
    const forwarded = message.headers["x-forwarded-for"];
    return clientAddress(
      message.socket.remoteAddress,
      forwarded === undefined ? undefined : String(forwarded),
      trusted,
    );
  }

  function open(response: ServerResponse, { domain, query }: RequestedLink, salts: Salts): RedirectRequest {
    const message = response.req;
    const userAgent = userAgentOf(message.headers["user-agent"]);
    const address = addressOf(message);
    const visitor = clicks.visitor(address, userAgent, salts);
    const agent = classify(userAgent);
    const isByProxy = isTrusted(message.socket.remoteAddress, trusted);
    const geoLocation = locate(address, (name) => (isByProxy ? (message.headers[name] as string) : undefined));
    const uncounted = agent.kind === "bot" || isUncounted(message, query);
    const nameOf = (address: string): string => visitorOf(address, "", salts.today);
    const visit = { userAgent, agent, visitor, address, nameOf, geoLocation, uncounted, proof: null };
    return { message, response, domain, query, ...visit };
  }

  function answer(request: RedirectRequest, link: RedirectLink | null): void {
    if (!link) return void answerWithDomain(request, null);
    const decision = decideOn(request, link, null);
    if ((decision.kind === "unknown" || decision.kind === "expired") && decision.to === null) {
      return void answerWithDomain(request, link);
    }
    const isForm = request.message.method === "POST";
    if (decision.kind === "password" || isForm) return void answerPassword(request, link, decision);
    carryOut(request, link, decision);
  }

  function decideOn(request: RedirectRequest, link: RedirectLink, domain: RedirectDomain | null): Decision {
    const { message, visitor, agent, geoLocation, proof } = request;
    const cookies = link.variants || link.passwordHash ? message.headers.cookie : undefined;
    const now = clock.now();
    return decide(link, domain, {
      now,
      proven: proof !== null || (link.passwordHash !== null && provesPassword(link, cookies, now)),
      crawler: agent.kind === "bot",
      os: agent.os,
      country: geoLocation.country,
      variant: link.variants ? variantOf(readCookie(cookies, `ref_v_${link.id}`)) : null,
      draw: (linkId) => drawOf(linkId, visitor.hash),
    });
  }

  /** Reads the domain late: few links need its addresses for unknown and expired links. */
  async function answerWithDomain(request: RedirectRequest, link: RedirectLink | null): Promise<void> {
    try {
      const domain = await links.readDomain(request.domain);
      if (link) carryOut(request, link, decideOn(request, link, domain));
      else sendAbsent(request.response, unknownLink(domain));
    } catch (error) {
      unavailable(request.response, error);
    }
  }

  /** By form or `?pw=`. */
  async function answerPassword(request: RedirectRequest, link: RedirectLink, decision: Decision): Promise<void> {
    const { response } = request;
    try {
      const given = await givenPassword(request);
      if (decision.kind !== "password" || link.passwordHash === null) return carryOut(request, link, decision);
      if (given === null) return sendPage(response, passwordPage());
      const hash = link.passwordHash;
      const tried = await checks.run(request.address, () => tryPassword(request, { link, given, hash }));
      if (tried === undefined) return sendPage(response, passwordPage("busy"), { headers: ["Retry-After", "3"] });
      if (typeof tried === "object") {
        return sendPage(response, passwordPage("limited"), { headers: ["Retry-After", String(tried.retryAfter)] });
      }
      if (tried) {
        request.proof = writeCookie(link, passwordProof(link, clock.now()), secure);
        return carryOut(request, link, decideOn(request, link, null));
      }
      sendPage(response, passwordPage("wrong"), { headers: ["WWW-Authenticate", 'Password realm="link"'] });
    } catch (error) {
      unavailable(response, error);
    }
  }

  /** Whether the password is right; or the time to wait when it was not checked. */
  async function tryPassword(
    request: RedirectRequest,
    { link, given, hash }: { link: RedirectLink; given: string; hash: string },
  ): Promise<boolean | { retryAfter: number }> {
    const tried = await tries.take({ linkId: link.id, ...request });
    if ("retryAfter" in tried) return tried;
    const isRight = await verifyPassword(given, hash);
    if (isRight) tried.wasRight();
    return isRight;
  }

  function carryOut(request: RedirectRequest, link: RedirectLink, decision: Decision): void {
    switch (decision.kind) {
      case "unknown":
      case "expired":
        return sendAbsent(request.response, decision);
      case "password":
        return sendPage(request.response, passwordPage());
      case "preview":
        return sendPage(request.response, previewPage(link), { doIndex: link.doIndex });
      default:
        return request.uncounted
          ? deliver(request, link, { ...decision, click: null })
          : count(request, link, decision);
    }
  }

  /** Rows 6 and 7 for a visitor who is not a bot: one click. */
  function count(request: RedirectRequest, link: RedirectLink, delivery: Delivery): void {
    const known = clicks.identify(link.id, request.visitor);
    const kept = known.unique ? readCookie(request.message.headers.cookie, `ref_c_${link.id}`) : undefined;
    if (kept === undefined || !clickIdPattern.test(kept)) {
      return record(request, link, { ...delivery, click: known });
    }
    clicks.isRecent(link.id, kept).then(
      (recent) => record(request, link, { ...delivery, click: recent ? { clickId: kept, unique: false } : known }),
      (error: unknown) => unavailable(request.response, error),
    );
  }

  function record(request: RedirectRequest, link: RedirectLink, delivery: Delivery & { click: PassedClick }): void {
    const { message, visitor, geoLocation, userAgent, agent } = request;
    const trigger: Trigger = hasParameter(request.query, "qr", "1") ? "qr" : "link";
    const referrer = message.headers.referer ?? "";
    const generic = agent.kind === "generic";
    const from = { visitor, trigger, generic, geoLocation, userAgent, referrer };
    clicks.write({ link, ...delivery.click, url: delivery.to, ...from }, (error) => {
      if (error) unavailable(request.response, error);
      else deliver(request, link, delivery);
    });
  }

  function deliver(
    { response, query, proof }: RedirectRequest,
    link: RedirectLink,
    { kind, to, variant, click }: Delivery & { click: PassedClick | null },
  ): void {
    const clickId = click && (link.trackConversion || link.hasPartner) ? click.clickId : null;
    const location = locationOf(to, { query, clickId, clickIdParams: link.clickIdParams });
    const kept: LinkCookie[] = [];
    if (click?.unique)
      kept.push({ name: `ref_c_${link.id}`, value: click.clickId, maxAgeSeconds: CLICK_COOKIE_SECONDS });
    if (variant !== null) {
      kept.push({ name: `ref_v_${link.id}`, value: String(variant), maxAgeSeconds: VARIANT_COOKIE_SECONDS });
    }
    const cookies = proof === null ? [] : [proof];
    if (config.redirectCookies) cookies.push(...kept.map((cookie) => writeCookie(link, cookie, secure)));
    const options: AnswerOptions = { doIndex: link.doIndex, cookies };
    if (kind === "frame") sendPage(response, framePage(link, location), options);
    else redirectTo(response, location, options);
  }

  function sendAbsent(response: ServerResponse, { kind, to }: Absent): void {
    if (to !== null) redirectTo(response, asciiAddress(to));
    else sendPage(response, kind === "unknown" ? notFoundPage : expiredPage);
  }

  function unavailable(response: ServerResponse, error: unknown): void {
    parts.onError(error);
    sendPage(response, unavailablePage, { headers: ["Retry-After", "5"] });
  }

  return handle;
}

function variantOf(cookie: string | undefined): number | null {
  return cookie !== undefined && /^[0-3]$/.test(cookie) ? Number(cookie) : null;
}

/** The first 8 bytes of SHA-256(linkId `:` visitor) as an unsigned integer, mod 10000, in hundredths. */
export function drawOf(linkId: string, visitor: string): number {
  const digest = createHash("sha256").update(`${linkId}:${visitor}`).digest();
  return Number(digest.readBigUInt64BE(0) % 10_000n) / 100;
}
