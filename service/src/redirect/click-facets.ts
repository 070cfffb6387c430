import type { Trigger } from "referrals-embed/contract";
import { continentOf } from "../domain/analytics/continent.ts";
import { agentFacets } from "./agent-facets.ts";
import type { ClickRecord } from "./click-record.ts";

/** What a click says of its visitor, as tables and sums hold it; null where nothing is known. */
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

/** The facets of a click. */
export function facetsOf({ country, region, city, ua, ref, g }: ClickRecord): ClickFacets {
  const continent = (country && continentOf(country)) || null;
  return { country, region, city, continent, ...agentFacets(ua), trigger: g, ...refererOf(ref) };
}

/** A referring page without its query and fragment, which are nobody's business. */
function refererOf(page: string): { referer: string | null; refererUrl: string | null } {
  if (page === "" || !URL.canParse(page)) return { referer: null, refererUrl: null };
  const { protocol, host, pathname } = new URL(page);
  return host ? { referer: host, refererUrl: `${protocol}//${host}${pathname}` } : { referer: null, refererUrl: null };
}
