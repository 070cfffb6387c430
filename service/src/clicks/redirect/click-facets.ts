import Bowser from "bowser";
import type { Trigger } from "referrals-embed/contract";
import { bounds, cut, exceeds, referrerOf, userAgentOf } from "../../bounds.ts";
import { ByteCache } from "../../byte-cache.ts";
import { continentOf } from "../../domain/analytics/continent.ts";
import type { ClickRecord } from "./click-record.ts";
import { parseUrl } from "referrals-embed/rules";

/** Facts about a click's visitor, as in tables and sums; null if unknown. */
export interface ClickFacets {
  country: string | null;
  region: string | null;
  city: string | null;
  continent: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  trigger: Trigger;
  /** Host of the referring page. */
  referer: string | null;
  refererUrl: string | null;
}

/**
 * The facets of a click, each cut to its bound: they become keys of sums, and journals of earlier versions contain headers of any length.
 */
export function facetsOf({ country, region, city, userAgent, referrer, trigger }: ClickRecord): ClickFacets {
  const continent = (country && continentOf(country)) || null;
  const { device, browser, os } = agentFacets(userAgentOf(userAgent));
  return {
    country: bounded(country),
    region: bounded(region),
    city: bounded(city),
    continent,
    device,
    browser: bounded(browser),
    os: bounded(os),
    trigger,
    ...refererOf(referrerOf(referrer)),
  };
}

function bounded(value: string | null): string | null {
  return value && cut(value, bounds.facet);
}

/** Host and address of a referring page. */
function refererOf(page: string): { referer: string | null; refererUrl: string | null } {
  const url = page === "" ? undefined : parseUrl(page);
  if (!url) return { referer: null, refererUrl: null };
  const { protocol, host, pathname } = url;
  if (host === "" || exceeds(host, bounds.referrerHost)) return { referer: null, refererUrl: null };
  return { referer: host, refererUrl: referrerOf(`${protocol}//${host}${pathname}`) };
}

/** The device in a user agent; null if it names none. */
interface AgentFacets {
  device: string | null;
  browser: string | null;
  os: string | null;
}

const remembered = new ByteCache<AgentFacets>(4_000_000);

const devices: Record<string, string> = { desktop: "Desktop", mobile: "Mobile", tablet: "Tablet", tv: "TV" };

/** Device, browser and operating system of a user agent. Parsing is slow and agents repeat, so the last ones are remembered. */
function agentFacets(userAgent: string): AgentFacets {
  const known = remembered.get(userAgent);
  if (known) return known;
  const facets = parse(userAgent);
  remembered.set(userAgent, facets, 200);
  return facets;
}

function parse(userAgent: string): AgentFacets {
  if (userAgent === "") return { device: null, browser: null, os: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    device: devices[platform.type ?? ""] ?? null,
    browser: browser.name || null,
    os: os.name || null,
  };
}
