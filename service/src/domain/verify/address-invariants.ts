import { metricNames } from "../../store/queries/sums/roll-ups.ts";
import type { Invariant } from "./invariant.ts";

const metrics = metricNames.join(", ");
const sums = metricNames.map((name) => `sum(${name}) AS ${name}`).join(", ");

/** Valid days: all their hours refer to them. Found once, not for each event. */
const kept = `kept AS MATERIALIZED (SELECT p.id, p.workspace_id, p.program_id, p.at FROM address_periods p
  WHERE p.grain = 'day' AND p.state = 'kept' AND NOT EXISTS (SELECT 1 FROM program_hours h
    WHERE h.workspace_id = p.workspace_id AND h.program_id = p.program_id AND h.hour >= p.at AND h.hour < p.at + interval '24 hours'
      AND h.address_period <> p.id))`;

/** Leads and sales came from the address of the first click of their id. */
const conversion = (
  table: string,
  values: string,
): string => `SELECT e.workspace_id, e.program_id, e.at, c.url, c.referer_url, ${values}
  FROM ${table} e LEFT JOIN LATERAL (SELECT url, referer_url FROM click_events WHERE click_id = e.click_id ORDER BY at LIMIT 1) c ON true
  WHERE e.link_id IS NOT NULL`;

const events = `SELECT workspace_id, program_id, at, url, referer_url, 1 AS clicks, is_unique::int AS unique_clicks, 0 AS leads,
    0 AS conversions, 0 AS sales, 0 AS sale_amount FROM click_events
  UNION ALL ${conversion("lead_events", "0, 0, e.quantity, 0, 0, 0")}
  UNION ALL ${conversion(
    "sale_events",
    `0, 0, 0, e.is_first::int, (e.refunded_amount < e.amount)::int, coalesce(e.amount_program, 0) - e.refunded_program`,
  )}`;

/** Sums that differ from the rows they sum, by period. */
const differing = (own: string, from: string): string => `WITH ${kept} SELECT period_id::text AS id FROM (
    SELECT period_id, dimension, value, ${metrics} FROM (${own}) own
    UNION ALL SELECT period_id, dimension, value, ${metricNames.map((name) => `-${name}`).join(", ")} FROM (${from}) given
  ) both_sides GROUP BY period_id, dimension, value
  HAVING ${metricNames.map((name) => `sum(${name}) <> 0`).join(" OR ")} OR count(*) <> 2`;

const keptSums = (test: string): string =>
  `SELECT s.* FROM address_sums s JOIN kept k ON k.id = s.period_id WHERE ${test}`;

const inAddress = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];

/** Compares the sums by address, referring page and UTM value with the events. */
export const addressInvariants: Invariant[] = [
  {
    id: "I34",
    says: "what is kept of a day by address and referring page is what its events say",
    violations: differing(
      keptSums("s.dimension IN ('url', 'referer_url')"),
      `SELECT period_id, v.dimension, v.value, ${sums} FROM (
          SELECT k.id AS period_id, url, referer_url, ${sums} FROM (${events}) e JOIN kept k
            ON k.workspace_id = e.workspace_id AND k.program_id = coalesce(e.program_id, '') AND k.at = date_trunc('day', e.at, 'UTC')
          GROUP BY 1, 2, 3) pages
        CROSS JOIN LATERAL (VALUES ('url', coalesce(url, 'Unknown')), ('referer_url', coalesce(referer_url, '(direct)'))) v(dimension, value)
        GROUP BY 1, 2, 3`,
    ),
  },
  {
    id: "I34",
    says: "what is kept of a day by UTM value is what its addresses say",
    violations: differing(
      keptSums("s.dimension LIKE 'utm%'"),
      `SELECT s.period_id, v.dimension, v.value, ${sums} FROM (${keptSums("s.dimension = 'url'")}) s
        CROSS JOIN LATERAL (VALUES ${inAddress
          .map((name) => `('${name}', coalesce(nullif(substring(s.value FROM '[?&]${name}=([^&#]*)'), ''), 'Unknown'))`)
          .join(", ")}) v(dimension, value) GROUP BY 1, 2, 3`,
    ),
  },
  {
    id: "I34",
    says: "what is kept of a month is the sum of its days",
    violations: differing(
      `SELECT s.* FROM address_sums s JOIN address_periods m ON m.id = s.period_id WHERE m.grain = 'month' AND m.state = 'kept'`,
      `SELECT d.month_id AS period_id, s.dimension, s.value, ${sums} FROM address_periods d
        JOIN address_periods m ON m.id = d.month_id AND m.state = 'kept' JOIN address_sums s ON s.period_id = d.id GROUP BY 1, 2, 3`,
    ),
  },
  {
    id: "I34",
    says: "nothing is kept of a day or month that is no more, or is left to its events",
    violations: `SELECT DISTINCT s.period_id::text AS id FROM address_sums s LEFT JOIN address_periods p ON p.id = s.period_id
      WHERE p.id IS NULL OR p.state = 'left'`,
  },
];
