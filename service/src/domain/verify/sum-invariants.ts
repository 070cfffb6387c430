import { keptSums } from "../../store/queries/sums/kept-sums.ts";
import { differing } from "../../store/queries/sums/sum.ts";
import type { Invariant } from "./invariant.ts";

/** Sums against the rows they are taken from, and what holds of counters. `uniqueOnly` is `CLICK_COUNTING=unique`. */
export function sumInvariants(uniqueOnly: boolean): Invariant[] {
  return [
    ...keptSums(uniqueOnly).map((sum) => {
      const [id = "", ...says] = sum.check.split(" ");
      return { id, says: says.join(" "), violations: differing(sum) };
    }),
    {
      id: "I5",
      says: "a customer is at most one conversion",
      violations: `SELECT customer_id AS id FROM sale_events WHERE is_first GROUP BY 1 HAVING count(*) > 1`,
    },
    {
      id: "I7",
      says: "conversions do not exceed leads, and no counter is negative",
      violations: `SELECT id FROM links
        WHERE conversions > leads OR least(clicks, unique_clicks, leads, conversions, sales, sale_amount) < 0`,
    },
    {
      id: "I33",
      says: "what a customer is found by is what they are called",
      violations: `SELECT coalesce(c.id, t.customer_id) AS id FROM customers c FULL JOIN customer_texts t ON t.customer_id = c.id
        WHERE t.search_text IS DISTINCT FROM lower(concat_ws(E'\n', c.id, c.external_id, c.name, c.email))`,
    },
    {
      id: "I34",
      says: "nothing is kept of a day or month that is no more, or is left to its events",
      violations: `SELECT DISTINCT s.period_id::text AS id FROM address_sums s LEFT JOIN address_periods p ON p.id = s.period_id
        WHERE p.id IS NULL OR p.state = 'left'`,
    },
  ];
}
