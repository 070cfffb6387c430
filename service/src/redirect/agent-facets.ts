import Bowser from "bowser";
import { ByteCache } from "../byte-cache.ts";

/** What a user agent says about its device; null where it says nothing. */
export interface AgentFacets {
  device: string | null;
  browser: string | null;
  os: string | null;
}

const remembered = new ByteCache<AgentFacets>(4_000_000);

const devices: Record<string, string> = { desktop: "Desktop", mobile: "Mobile", tablet: "Tablet", tv: "TV" };

/** Device, browser and operating system of a user agent. Parsing is slow and agents repeat, so the last ones are remembered. */
export function agentFacets(userAgent: string): AgentFacets {
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
