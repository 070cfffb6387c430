import { ReferralsError, type AnalyticsFilter } from "referrals-embed/contract";
import type { EventFilter, Facet } from "../../store/queries/analytics/analytics-source.ts";
import { parseMetadataFilter, parseValueFilter } from "../filter-grammar.ts";

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
    if (typeof text === "string") facets[facet] = parseValueFilter(text);
  }
  if (given.qr !== undefined) facets.trigger = { values: ["qr"], exclude: !given.qr };
  const metadata = given.query === undefined ? undefined : parseMetadataFilter(given.query);
  if (given.query !== undefined && !metadata) {
    throw new ReferralsError("unprocessable_entity", "invalid_format: query: must be written metadata['key']:'value'");
  }
  return { facets, customerId: given.customerId, saleType: given.saleType, metadata };
}
