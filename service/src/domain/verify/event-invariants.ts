import type { Invariant } from "./invariant.ts";

/**
 * The gross earnings a person set. A commission judged again later, by a rate or a confirmation, has the earnings of that decision instead.
 */
const judged = `SELECT DISTINCT ON (entity_id) entity_id,
    CASE operation WHEN 'commission.correct' THEN (changes -> 'grossEarnings' ->> 'new')::bigint END AS gross
  FROM audit_rows WHERE entity = 'commission' AND (operation IN ('commission.confirm', 'fx_rate.fill')
    OR operation = 'commission.correct' AND changes ->> 'grossEarnings' IS NOT NULL)
  ORDER BY entity_id, position DESC`;

/** Uniqueness, bindings, refunds and decisions of events. */
export const eventInvariants: readonly Invariant[] = [
  {
    id: "I8",
    says: "no two live enrollments share a partner or a tenant, no two partners an email",
    violations: `SELECT min(id) AS id FROM enrollments WHERE removed_at IS NULL GROUP BY program_id, partner_id HAVING count(*) > 1
      UNION ALL SELECT min(id) FROM enrollments WHERE removed_at IS NULL AND tenant_id IS NOT NULL
        GROUP BY program_id, tenant_id HAVING count(*) > 1
      UNION ALL SELECT min(id) FROM partners WHERE email_key IS NOT NULL GROUP BY email_key HAVING count(*) > 1`,
  },
  {
    id: "I9",
    says: "a customer's attributed sales follow the binding, unless an admin changed it",
    violations: `SELECT s.id FROM sale_events s JOIN customers c ON c.id = s.customer_id
      WHERE s.link_id IS NOT NULL AND (s.link_id, s.enrollment_id) IS DISTINCT FROM (c.link_id, c.enrollment_id)
        AND NOT EXISTS (SELECT 1 FROM audit_rows a WHERE a.entity_id = c.id AND a.operation = 'customer.rebind')`,
  },
  {
    id: "I10",
    says: "no two leads, sales or refunds share their natural key",
    violations: `SELECT min(id) AS id FROM lead_events GROUP BY customer_id, event_key HAVING count(*) > 1
      UNION ALL SELECT min(id) FROM sale_events WHERE invoice_id IS NOT NULL GROUP BY workspace_id, invoice_id HAVING count(*) > 1
      UNION ALL SELECT min(id) FROM refunds WHERE external_id IS NOT NULL GROUP BY workspace_id, external_id HAVING count(*) > 1`,
  },
  {
    id: "I11",
    says: "a sale's refunded amount is the sum of its refunds and lost disputes, and at most its amount",
    violations: `SELECT s.id FROM sale_events s
      LEFT JOIN (SELECT sale_id, sum(amount) AS n FROM refunds GROUP BY 1) r ON r.sale_id = s.id
      LEFT JOIN (SELECT sale_id, sum(booked_amount) AS n FROM disputes WHERE status = 'lost' GROUP BY 1) d ON d.sale_id = s.id
      WHERE s.refunded_amount <> coalesce(r.n, 0) + coalesce(d.n, 0) OR s.refunded_amount NOT BETWEEN 0 AND s.amount`,
  },
  {
    id: "I26",
    says: "every lead and every sale has a decision",
    violations: `SELECT e.id FROM lead_events e
        WHERE NOT EXISTS (SELECT 1 FROM decisions d WHERE d.event_id = e.id AND d.reward_event = 'lead')
      UNION ALL SELECT e.id FROM sale_events e
        WHERE NOT EXISTS (SELECT 1 FROM decisions d WHERE d.event_id = e.id AND d.reward_event = 'sale')`,
  },
  {
    id: "I26",
    says: "every commission but custom ones has exactly one decision, created or held",
    violations: `SELECT c.id FROM commissions c LEFT JOIN decisions d ON d.commission_id = c.id AND d.outcome <> 'none'
      WHERE c.type <> 'custom' GROUP BY c.id HAVING count(d.id) <> 1`,
  },
  {
    id: "I26",
    says: "every decision that created or held a commission has it",
    violations: `SELECT d.id FROM decisions d WHERE d.outcome <> 'none'
      AND NOT EXISTS (SELECT 1 FROM commissions c WHERE c.event_id = d.event_id AND c.type = d.reward_event)`,
  },
  {
    id: "I41",
    says: "a commission has the gross earnings of its decision, or of a person's correction since",
    violations: `SELECT c.id FROM commissions c JOIN decisions d ON d.commission_id = c.id AND d.code <> 'imported'
      LEFT JOIN (${judged}) k ON k.entity_id = c.id
      WHERE c.type <> 'custom' AND c.gross_earnings <> coalesce(k.gross, (d.figures ->> 'earnings')::bigint, 0)`,
  },
  {
    id: "I42",
    says: "a commission is the partner's whom its decision and its lead or sale name",
    violations: `SELECT c.id FROM commissions c JOIN decisions d ON d.event_id = c.event_id AND d.reward_event = c.type
        WHERE d.enrollment_id IS DISTINCT FROM c.enrollment_id
      UNION SELECT c.id FROM commissions c JOIN sale_events s ON s.id = c.event_id
        WHERE c.type = 'sale' AND s.enrollment_id IS DISTINCT FROM c.enrollment_id
      UNION SELECT c.id FROM commissions c JOIN lead_events s ON s.id = c.event_id
        WHERE c.type = 'lead' AND s.enrollment_id IS DISTINCT FROM c.enrollment_id
      UNION SELECT c.id FROM commissions c JOIN enrollments e ON e.id = c.enrollment_id WHERE e.partner_id <> c.partner_id`,
  },
  {
    id: "I27",
    says: "the shown metrics are those of section 8 on the shown totals",
    violations: `SELECT enrollment_id AS id FROM enrollment_stats
      WHERE net_revenue <> total_sale_amount - total_commissions
        OR earnings_per_click IS DISTINCT FROM total_sale_amount::float8 / NULLIF(total_clicks, 0)::float8
        OR average_lifetime_value IS DISTINCT FROM total_sale_amount::float8 / NULLIF(total_conversions, 0)::float8
        OR click_to_lead_rate IS DISTINCT FROM total_leads::float8 / NULLIF(total_clicks, 0)::float8
        OR click_to_conversion_rate IS DISTINCT FROM total_conversions::float8 / NULLIF(total_clicks, 0)::float8
        OR lead_to_conversion_rate IS DISTINCT FROM total_conversions::float8 / NULLIF(total_leads, 0)::float8
        OR return_on_ad_spend IS DISTINCT FROM total_sale_amount::float8 / NULLIF(total_commissions, 0)::float8`,
  },
  {
    id: "I27",
    says: "what the leaderboard ranks by is what enrollments with full access earned",
    violations: `SELECT s.enrollment_id AS id FROM enrollment_stats s JOIN enrollments e ON e.id = s.enrollment_id
      LEFT JOIN ranked_enrollments r ON r.enrollment_id = s.enrollment_id AND r.since = '-infinity'
      WHERE NOT s.stale AND r.earned IS DISTINCT FROM CASE
        WHEN e.removed_at IS NULL AND e.status IN ('approved', 'archived')
          THEN nullif(greatest(s.pending_commissions + s.processed_commissions + s.paid_commissions, 0), 0) END`,
  },
  {
    id: "I27",
    says: "what the leaderboard of a period ranks by is what was earned in it",
    violations: `SELECT s.enrollment_id || ' ' || b.since AS id FROM ranked_boards b
      JOIN enrollment_stats s ON s.program_id = b.program_id JOIN enrollments e ON e.id = s.enrollment_id
      LEFT JOIN ranked_enrollments r ON r.enrollment_id = s.enrollment_id AND r.since = b.since
      WHERE b.state = 'complete' AND NOT s.stale AND r.earned IS DISTINCT FROM CASE
        WHEN e.removed_at IS NULL AND e.status IN ('approved', 'archived') THEN nullif(greatest(coalesce(
          (SELECT sum(c.earnings) FROM commissions c WHERE c.enrollment_id = e.id AND c.created_at >= b.since
            AND c.status IN ('pending', 'processed', 'paid')), 0), 0), 0) END`,
  },
];
