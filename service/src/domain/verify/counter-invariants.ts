import type { Invariant } from "./invariant.ts";

/** Counters against the events they count. `uniqueOnly` is `CLICK_COUNTING=unique`. */
export function counterInvariants(uniqueOnly: boolean): Invariant[] {
  return [
    {
      id: "I1",
      says: "the five counters of an enrollment are the sums over its links",
      violations: `SELECT s.enrollment_id AS id FROM enrollment_stats s LEFT JOIN (
          SELECT enrollment_id, sum(clicks) AS clicks, sum(leads) AS leads, sum(conversions) AS conversions, sum(sales) AS sales,
            sum(sale_amount) AS amount FROM links GROUP BY 1) l ON l.enrollment_id = s.enrollment_id
        WHERE (s.total_clicks, s.total_leads, s.total_conversions, s.total_sales, s.total_sale_amount)
          <> (coalesce(l.clicks, 0), coalesce(l.leads, 0), coalesce(l.conversions, 0), coalesce(l.sales, 0), coalesce(l.amount, 0))`,
    },
    {
      id: "I2",
      says: "a link's clicks are its click events",
      violations: `SELECT l.id FROM links l LEFT JOIN (
          SELECT link_id, count(*) AS n FROM click_events ${uniqueOnly ? "WHERE is_unique" : ""} GROUP BY 1) e ON e.link_id = l.id
        WHERE l.clicks <> coalesce(e.n, 0)`,
    },
    {
      id: "I3",
      says: "a link's leads are the quantities of its lead events",
      violations: `SELECT l.id FROM links l LEFT JOIN (
          SELECT link_id, sum(quantity) AS n FROM lead_events GROUP BY 1) e ON e.link_id = l.id
        WHERE l.leads <> coalesce(e.n, 0)`,
    },
    {
      id: "I4",
      says: "a link's sales are those not refunded in full",
      violations: `SELECT l.id FROM links l LEFT JOIN (
          SELECT link_id, count(*) AS n FROM sale_events WHERE refunded_amount < amount GROUP BY 1) e ON e.link_id = l.id
        WHERE l.sales <> coalesce(e.n, 0)`,
    },
    {
      id: "I5",
      says: "a link's conversions are its first sales",
      violations: `SELECT l.id FROM links l LEFT JOIN (
          SELECT link_id, count(*) AS n FROM sale_events WHERE is_first GROUP BY 1) e ON e.link_id = l.id
        WHERE l.conversions <> coalesce(e.n, 0)`,
    },
    {
      id: "I5",
      says: "a customer is at most one conversion",
      violations: `SELECT customer_id AS id FROM sale_events WHERE is_first GROUP BY 1 HAVING count(*) > 1`,
    },
    {
      id: "I6",
      says: "a link's sale amount is the net program value of its sales with a known rate",
      violations: `SELECT l.id FROM links l LEFT JOIN (
          SELECT link_id, sum(amount_program - refunded_program) AS n FROM sale_events WHERE amount_program IS NOT NULL GROUP BY 1
        ) e ON e.link_id = l.id
        WHERE l.sale_amount <> coalesce(e.n, 0)`,
    },
    {
      id: "I7",
      says: "conversions do not exceed leads, and no counter is negative",
      violations: `SELECT id FROM links
        WHERE conversions > leads OR least(clicks, unique_clicks, leads, conversions, sales, sale_amount) < 0`,
    },
    {
      id: "I32",
      says: "a link's hourly sums are its counters",
      violations: `SELECT l.id FROM links l LEFT JOIN (
          SELECT link_id, sum(clicks) AS clicks, sum(leads) AS leads, sum(conversions) AS conversions, sum(sales) AS sales,
            sum(sale_amount) AS amount FROM link_hours GROUP BY 1) h ON h.link_id = l.id
        WHERE (l.clicks, l.leads, l.conversions, l.sales, l.sale_amount)
          <> (coalesce(h.clicks, 0), coalesce(h.leads, 0), coalesce(h.conversions, 0), coalesce(h.sales, 0), coalesce(h.amount, 0))`,
    },
    {
      id: "I32",
      says: "a workspace's hourly sums are those of its links",
      violations: `SELECT w.id FROM workspaces w
        LEFT JOIN (SELECT workspace_id, sum(clicks) AS clicks, sum(leads) AS leads, sum(conversions) AS conversions,
          sum(sales) AS sales, sum(sale_amount) AS amount FROM program_hours GROUP BY 1) p ON p.workspace_id = w.id
        LEFT JOIN (SELECT l.workspace_id, sum(h.clicks) AS clicks, sum(h.leads) AS leads, sum(h.conversions) AS conversions,
          sum(h.sales) AS sales, sum(h.sale_amount) AS amount FROM link_hours h JOIN links l ON l.id = h.link_id GROUP BY 1
        ) h ON h.workspace_id = w.id
        WHERE (p.clicks, p.leads, p.conversions, p.sales, p.amount)
          IS DISTINCT FROM (h.clicks, h.leads, h.conversions, h.sales, h.amount)`,
    },
    {
      id: "I32",
      says: "what a workspace sold in all is the sum of its hours",
      violations: `SELECT coalesce(w.workspace_id, p.workspace_id) AS id FROM workspace_sums w
        FULL JOIN (SELECT workspace_id, sum(sale_amount) AS amount FROM program_hours GROUP BY 1) p
          ON p.workspace_id = w.workspace_id
        WHERE coalesce(w.sale_amount, 0) <> coalesce(p.amount, 0)`,
    },
    {
      id: "I32",
      says: "the sums of each dimension are those of the program",
      violations: `SELECT d.workspace_id || ' ' || d.dimension AS id FROM (
          SELECT workspace_id, program_id, dimension, sum(clicks) AS clicks, sum(leads) AS leads, sum(conversions) AS conversions,
            sum(sales) AS sales, sum(sale_amount) AS amount FROM dimension_hours GROUP BY 1, 2, 3) d
        LEFT JOIN (SELECT workspace_id, program_id, sum(clicks) AS clicks, sum(leads) AS leads, sum(conversions) AS conversions,
          sum(sales) AS sales, sum(sale_amount) AS amount FROM program_hours GROUP BY 1, 2
        ) p ON p.workspace_id = d.workspace_id AND p.program_id = d.program_id
        WHERE (d.clicks, d.leads, d.conversions, d.sales, d.amount)
          IS DISTINCT FROM (p.clicks, p.leads, p.conversions, p.sales, p.amount)`,
    },
    {
      id: "I33",
      says: "the counts of links are those of the undeleted links",
      violations: `SELECT concat_ws(' ', workspace_id, domain, folder_id, user_id, archived) AS id FROM (
          SELECT workspace_id, domain, folder_id, user_id, archived, count FROM link_counts
          UNION ALL SELECT workspace_id, domain, folder_id, user_id, archived, -1 FROM links WHERE deleted_at IS NULL) c
        GROUP BY workspace_id, domain, folder_id, user_id, archived HAVING sum(count) <> 0`,
    },
    {
      id: "I33",
      says: "what a customer is found by is what they are called",
      violations: `SELECT coalesce(c.id, t.customer_id) AS id FROM customers c FULL JOIN customer_texts t ON t.customer_id = c.id
        WHERE t.search_text IS DISTINCT FROM lower(concat_ws(E'\n', c.id, c.external_id, c.name, c.email))`,
    },
    ...(["link", "dimension"] as const).flatMap((table) =>
      (["day", "month"] as const).map((grain) => coarser(table, grain)),
    ),
  ];
}

const keys = { link: "link_id", dimension: "workspace_id, program_id, dimension, value" };

function coarser(table: "link" | "dimension", grain: "day" | "month"): Invariant {
  const key = keys[table];
  const sums = (alias: string): string =>
    ["clicks", "unique_clicks", "leads", "conversions", "sales", "sale_amount"]
      .map((name) => `${alias}.${name}`)
      .join(", ");
  return {
    id: "I32",
    says: `the sums of a ${table} per ${grain} are those of its hours`,
    violations: `SELECT concat_ws(' ', ${key}, begin) AS id FROM (
        SELECT ${key}, date_trunc('${grain}', at, 'UTC') AS begin, sum(clicks) AS clicks, sum(unique_clicks) AS unique_clicks,
          sum(leads) AS leads, sum(conversions) AS conversions, sum(sales) AS sales, sum(sale_amount) AS sale_amount
        FROM ${table}_hours GROUP BY ${key}, begin) h
      FULL JOIN (SELECT *, at AS begin FROM ${table}_${grain}s) c USING (${key}, begin)
      WHERE (${sums("h")}) IS DISTINCT FROM (${sums("c")})`,
  };
}
