import { inAddress } from "./address-rows.ts";
import { metricNames, metricsOf, metricsOfEvents, type EventMetrics } from "./metrics.ts";
import { same, type KeptSum } from "./sum.ts";

/** Days that hold: all their hours name them. Found once, and not for each event. */
const keptDays = `WITH kept AS MATERIALIZED (SELECT p.id, p.workspace_id, p.program_id, p.at FROM address_periods p
  WHERE p.grain = 'day' AND p.state = 'kept' AND NOT EXISTS (SELECT 1 FROM program_hours h
    WHERE h.workspace_id = p.workspace_id AND h.program_id = p.program_id AND h.hour >= p.at AND h.hour < p.at + interval '24 hours'
      AND h.address_period <> p.id))`;

const { click, lead, sale } = metricsOfEvents(false);

/** Leads and sales came from the address of the first click of their id. */
const conversions = (table: string, metrics: EventMetrics): string =>
  `SELECT e.workspace_id, e.program_id, e.at, c.url, c.referer_url, ${metricsOf(metrics)}
  FROM ${table} e LEFT JOIN LATERAL (SELECT url, referer_url FROM click_events WHERE click_id = e.click_id ORDER BY at LIMIT 1) c ON true
  WHERE e.link_id IS NOT NULL`;

const events = `SELECT workspace_id, program_id, at, url, referer_url, ${metricsOf(click)} FROM click_events
  UNION ALL ${conversions("lead_events", lead)} UNION ALL ${conversions("sale_events", sale)}`;

const utmValues = inAddress
  .map((name) => `('${name}', coalesce(nullif(substring(s.value FROM '[?&]${name}=([^&#]*)'), ''), 'Unknown'))`)
  .join(", ");

/** A value names a person at times: a violation is named by the period alone. */
const sums = { table: "address_sums", measures: same(metricNames), named: "period_id::text", isExact: true };

/** What is kept of addresses, referring pages and UTM values: of days from their events, of months from their days. */
export const addressSums: KeptSum[] = [
  {
    ...sums,
    check: "I34 what is kept of a day by address and referring page is what its events say",
    queries: keptDays,
    kept: "address_sums s JOIN kept k ON k.id = s.period_id WHERE s.dimension IN ('url', 'referer_url')",
    source: `(${events}) e
      JOIN kept k ON k.workspace_id = e.workspace_id AND k.program_id = coalesce(e.program_id, '') AND k.at = date_trunc('day', e.at, 'UTC')
      CROSS JOIN LATERAL (VALUES ('url', coalesce(url, 'Unknown')), ('referer_url', coalesce(referer_url, '(direct)'))) v(dimension, value)`,
    keys: { period_id: "k.id", dimension: "v.dimension", value: "v.value" },
  },
  {
    ...sums,
    check: "I34 what is kept of a day by UTM value is what its addresses say",
    queries: keptDays,
    kept: "address_sums s JOIN kept k ON k.id = s.period_id WHERE s.dimension LIKE 'utm%'",
    source: `address_sums s JOIN kept k ON k.id = s.period_id CROSS JOIN LATERAL (VALUES ${utmValues}) v(dimension, value)
      WHERE s.dimension = 'url'`,
    keys: { period_id: "s.period_id", dimension: "v.dimension", value: "v.value" },
  },
  {
    ...sums,
    check: "I34 what is kept of a month is the sum of its days",
    kept: "address_sums s JOIN address_periods m ON m.id = s.period_id WHERE m.grain = 'month' AND m.state = 'kept'",
    source: `address_periods d JOIN address_periods m ON m.id = d.month_id AND m.state = 'kept'
      JOIN address_sums s ON s.period_id = d.id`,
    keys: { period_id: "d.month_id", dimension: "s.dimension", value: "s.value" },
  },
];
