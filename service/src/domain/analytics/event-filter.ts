import { ReferralsError, type AnalyticsFilter } from "referrals-embed/contract";
import type { EventFilter, Facet } from "../../store/queries/analytics/analytics-source.ts";

const facetFields: Partial<Record<keyof AnalyticsFilter, Facet>> = {
  country: "country",
  city: "city",
  region: "region",
  continent: "continent",
  device: "device",
  browser: "browser",
  os: "os",
  trigger: "trigger",
  referer: "referer",
  refererUrl: "referer_url",
  url: "url",
  utm_source: "utm_source",
  utm_medium: "utm_medium",
  utm_campaign: "utm_campaign",
  utm_term: "utm_term",
  utm_content: "utm_content",
};

/** The part of a filter that looks at the events themselves. Throws 422 for a wrong grammar. */
export function readEventFilter(given: AnalyticsFilter): EventFilter {
  const facets: EventFilter["facets"] = {};
  for (const [field, facet] of Object.entries(facetFields)) {
    const text = given[field as keyof AnalyticsFilter];
    if (typeof text === "string") facets[facet] = parseStringFilter(text);
  }
  if (given.qr !== undefined) facets.trigger = { values: ["qr"], exclude: !given.qr };
  const metadata = given.query === undefined ? undefined : parseMetadataFilter(given.query);
  if (given.query !== undefined && !metadata) {
    throw new ReferralsError("unprocessable_entity", "invalid_format: query: must be written metadata['key']:'value'");
  }
  return { facets, customerId: given.customerId, saleType: given.saleType, metadata };
}

/** A string filter taken apart: `a,b` keeps those, `-a,b` leaves them out. */
interface StringFilter {
  values: string[];
  exclude: boolean;
}

/** Reads `a`, `a,b`, `-a` or `-a,b`. */
function parseStringFilter(text: string): StringFilter {
  const exclude = text.startsWith("-");
  const values = (exclude ? text.slice(1) : text).split(",").map((value) => value.trim());
  return { values, exclude };
}

/** A metadata filter, `metadata['k']:'v'`. */
interface MetadataFilter {
  key: string;
  value: string;
}

/**
 * Reads `metadata['k']:'v'` (either quote); `undefined` when the grammar is another. By steps: a pattern would try each `']:` of a long
 * text as the end of the key.
 */
function parseMetadataFilter(given: string): MetadataFilter | undefined {
  const text = given.trim();
  const [, quote = ""] = /^metadata\[(['"])/.exec(text) ?? [];
  const end = quote === "" ? -1 : text.indexOf(`${quote}]`, keyStart + 1);
  if (end === -1) return undefined;
  const rest = text.slice(end + 2).trimStart();
  const value = rest.startsWith(":") ? rest.slice(1).trimStart() : "";
  const mark = value.charAt(0);
  if (value.length < 2 || (mark !== "'" && mark !== '"') || !value.endsWith(mark)) return undefined;
  return { key: text.slice(keyStart, end), value: value.slice(1, -1) };
}

/** Where a key begins: after `metadata['`. */
const keyStart = 10;
