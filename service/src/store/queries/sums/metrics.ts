/** The six metrics, by the columns of their sums. */
export const metricNames = ["clicks", "unique_clicks", "leads", "conversions", "sales", "sale_amount"] as const;

/** SQL for what a row of events adds to metrics; to the others it adds nothing. */
export type EventMetrics = Partial<Record<(typeof metricNames)[number], string>>;

/** What each table of events adds. A sale refunded in full no longer counts; its amount is what was not refunded (V1). */
export function metricsOfEvents(uniqueOnly: boolean) {
  return {
    click: { clicks: uniqueOnly ? "is_unique::int" : "1", unique_clicks: "is_unique::int" },
    lead: { leads: "quantity" },
    sale: {
      conversions: "is_first::int",
      sales: "(refunded_amount < amount)::int",
      sale_amount: "coalesce(amount_program, 0) - refunded_program",
    },
  } satisfies Record<string, EventMetrics>;
}

/** The six metrics of events, as columns. */
export function metricsOf(event: EventMetrics): string {
  return metricNames.map((name) => `${event[name] ?? "0"} AS ${name}`).join(", ");
}

/** What an event says about its visitor; `null` where nothing is known. */
export interface Facets {
  country: string | null;
  region: string | null;
  city: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  trigger: string | null;
  /** Host of the page the visitor came from; `null` for a direct visit. */
  referer: string | null;
}

/**
 * Groupings answered from sums. Addresses and UTM values have too many values to be summed with every event; they are summed once after the
 * day.
 */
export const dimensions = ["country", "region", "city", "device", "browser", "os", "trigger", "referer"] as const;
/** A grouping with its own sums. */
export type Dimension = (typeof dimensions)[number];

/** Parts of a region's or city's value: equal names in two countries are different places. */
export const locationSeparator = "\u001f";

const unknown = "Unknown";

/** The value an event counts under in one dimension (`Unknown` and `(direct)` where there is none). */
export function facetOf(dimension: Dimension, facets: Facets): string {
  if (dimension === "referer") return facets.referer ?? "(direct)";
  if (dimension === "trigger") return facets.trigger ?? "link";
  const country = facets.country ?? unknown;
  const region = facets.region ?? unknown;
  if (dimension === "region") return [country, region].join(locationSeparator);
  if (dimension === "city") return [country, region, facets.city ?? unknown].join(locationSeparator);
  return facets[dimension] ?? unknown;
}
