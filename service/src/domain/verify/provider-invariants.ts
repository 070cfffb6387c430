import type { Invariant } from "./invariant.ts";

/** Converts a part of the amount paid into a part of the sale. */
const share = (amount: string, part: string, whole: string): string =>
  `CASE WHEN ${part} >= ${whole} THEN ${amount} ELSE div(2 * ${amount}::numeric * ${part} + ${whole}, 2 * ${whole}) END`;

/**
 * Reports about payments of known sales, from the stored provider events: `place` is the payment that a refund names, `gross` the amount
 * paid for the sale, null if it is not stored.
 */
const facts = `told AS MATERIALIZED (
    SELECT l.integration_id, i.workspace_id, l.type, l.occurred_at AS at, step::jsonb AS step,
      CASE WHEN step ->> 'do' = 'chargeback' THEN jsonb_build_array(step ->> 'payment') ELSE (step -> 'payments')::jsonb END AS payments
    FROM integration_deliveries l JOIN integrations i ON i.id = l.integration_id
      CROSS JOIN LATERAL json_array_elements(l.steps) AS s(step)
    WHERE l.status IN ('processed', 'failed') AND step ->> 'do' IN ('refund', 'return', 'dispute', 'chargeback')
  ), facts AS MATERIALIZED (
    SELECT t.type, t.at, t.step, t.payments ->> 0 AS place, s.id AS sale_id, s.invoice_id, s.amount, g.value::bigint AS gross,
      n.value AS noted
    FROM told t CROSS JOIN LATERAL (
      SELECT s.id, s.invoice_id, s.amount FROM sale_events s WHERE s.workspace_id = t.workspace_id AND s.invoice_id IN (
        SELECT p.name FROM jsonb_array_elements_text(t.payments) AS p(name)
        UNION SELECT k.value FROM jsonb_array_elements_text(t.payments) AS p(name)
          JOIN integration_notes k ON k.integration_id = t.integration_id AND k.name = 'payment:' || p.name)
      LIMIT 1) s
    LEFT JOIN integration_notes g ON g.integration_id = t.integration_id AND g.name = 'gross:' || s.invoice_id
    LEFT JOIN integration_notes n ON n.integration_id = t.integration_id AND n.name = 'refunds:' || s.invoice_id
  )`;

/** The stored disputes and refunds of a sale. */
const stored = `booked AS (
    SELECT sale_id, sum(booked_amount) AS amount FROM disputes WHERE status = 'lost' GROUP BY 1
  ), given AS (SELECT sale_id, sum(amount) AS amount FROM refunds GROUP BY 1)`;

/**
 * The amounts that disputes take, computed from the events. A dispute with its own id takes its closing amount; each Paddle chargeback
 * counts once, minus reversals. Earlier builds gave all chargebacks of a payment one id, without their adjustments: each one reported as
 * created counts, and one reported only as reversed is one of these.
 */
const disputed = `closed AS (
    SELECT DISTINCT ON (sale_id, step ->> 'dispute') sale_id, amount, gross, step ->> 'dispute' AS id,
      CASE WHEN step ->> 'status' = 'lost' THEN (step ->> 'amount')::bigint ELSE 0 END AS paid
    FROM facts WHERE step ->> 'do' = 'dispute' AND step ->> 'status' <> 'opened' AND step ->> 'dispute' NOT LIKE '%:chargeback'
    ORDER BY sale_id, step ->> 'dispute', at DESC, step ->> 'status'
  ), once AS (
    SELECT sale_id, place, step ->> 'dispute' AS id, greatest(max((step ->> 'amount')::bigint),
      sum((step ->> 'amount')::bigint) FILTER (WHERE type = 'adjustment.created')) AS paid
    FROM facts WHERE step ->> 'do' = 'dispute' AND step ->> 'status' = 'lost' AND step ->> 'dispute' LIKE '%:chargeback'
    GROUP BY 1, 2, 3
  ), adjusted AS (
    SELECT sale_id, place, step -> 'told' ->> 'id' AS id, step -> 'told' ->> 'action' AS action,
      max((step -> 'told' ->> 'amount')::bigint) AS paid, bool_or((step -> 'told' ->> 'isReversed')::boolean) AS reversed,
      bool_and((step -> 'told' ->> 'isReversed')::boolean) AS "onlyReversed"
    FROM facts WHERE step ->> 'do' = 'chargeback' GROUP BY 1, 2, 3, 4
  ), charged AS (
    SELECT sale_id, place, sum(paid) AS paid FROM (
      SELECT sale_id, place, paid FROM once
      UNION ALL SELECT a.sale_id, a.place, a.paid FROM adjusted a WHERE a.action = 'chargeback' AND NOT (a."onlyReversed"
        AND EXISTS (SELECT 1 FROM once o WHERE o.sale_id = a.sale_id AND o.place = a.place))) c GROUP BY 1, 2
  ), reversals AS (
    SELECT sale_id, place, greatest(coalesce(sum(paid) FILTER (WHERE action = 'chargeback_reverse'), 0),
      coalesce(sum(paid) FILTER (WHERE action = 'chargeback' AND reversed), 0)) AS paid FROM adjusted GROUP BY 1, 2
  ), expected AS (
    SELECT sale_id, amount, sum(taken) AS taken, sum(rounded) AS rounded FROM (
      -- All disputes of a sale together; one of less than half a unit takes one.
      SELECT sale_id, amount, ${share("amount", "sum(paid)", "coalesce(max(gross), amount)")} AS taken,
        count(*) FILTER (WHERE paid > 0 AND ${share("amount", "paid", "coalesce(gross, amount)")} = 0) AS rounded
        FROM closed GROUP BY sale_id, amount
      UNION ALL SELECT c.sale_id, f.amount,
          ${share("f.amount", "greatest(0, c.paid - coalesce(r.paid, 0))", "coalesce(f.gross, f.amount)")}, 0
        FROM charged c LEFT JOIN reversals r ON r.sale_id = c.sale_id AND r.place = c.place
          JOIN (SELECT DISTINCT sale_id, amount, gross FROM facts) f ON f.sale_id = c.sale_id) e GROUP BY 1, 2
  ), named AS (SELECT sale_id, id FROM closed UNION SELECT sale_id, id FROM once UNION SELECT sale_id, id FROM adjusted)`;

/**
 * The amounts of refunds, computed from the events: the newest total per payment, or per separately reported refund, minus failed refunds.
 */
const refunded = `newest AS (
    SELECT DISTINCT ON (sale_id, key) * FROM (
      SELECT sale_id, amount, invoice_id, gross, noted, at, step ->> 'part' IS NOT NULL AS "isPart",
        (step ->> 'refunded')::bigint AS paid, (step ->> 'whole')::bigint AS whole,
        CASE step ->> 'of' WHEN 'payment' THEN place ELSE invoice_id END AS name,
        coalesce(step ->> 'part', CASE step ->> 'of' WHEN 'payment' THEN place ELSE invoice_id END) AS key
      FROM facts WHERE step ->> 'do' = 'refund') r ORDER BY sale_id, key, at DESC, paid DESC
  ), failed AS (
    SELECT sale_id, place, step ->> 'refund' AS id, max((step ->> 'amount')::bigint) AS paid,
      to_timestamp(max((step ->> 'since')::bigint) / 1000.0) AS since, min(at) AS until
    FROM facts WHERE step ->> 'do' = 'return' GROUP BY 1, 2, 3
  ), totals AS (
    SELECT n.sale_id, n.amount, max(coalesce(n.gross, n.whole, n.amount)) AS gross, array_agg(n.name || ':') AS names,
      sum(greatest(0, n.paid - coalesce((SELECT sum(f.paid) FROM failed f
        WHERE f.sale_id = n.sale_id AND f.place = n.key AND f.since <= n.at AND n.at <= f.until), 0))) AS paid,
      -- The event of a separately reported refund may be deleted while its note is kept.
      NOT bool_or("isPart") AND bool_and(n.noted IS NOT NULL AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(n.noted::jsonb) AS k
        WHERE NOT EXISTS (SELECT 1 FROM newest m WHERE m.sale_id = n.sale_id AND m.key = k ->> 0))) AS "isWhole"
    FROM newest n GROUP BY 1, 2
  ), compared AS (
    SELECT t.*, ${share("t.amount", "t.paid", "t.gross")} AS expected,
      coalesce(sum(r.amount) FILTER (WHERE x.own), 0) AS actual, coalesce(sum(r.amount) FILTER (WHERE NOT x.own), 0) AS others
    FROM totals t LEFT JOIN refunds r ON r.sale_id = t.sale_id LEFT JOIN LATERAL (
      SELECT EXISTS (SELECT 1 FROM unnest(t.names) AS p(name) WHERE starts_with(r.external_id, p.name)) IS TRUE AS own) x ON true
    GROUP BY t.sale_id, t.amount, t.gross, t.names, t.paid, t."isWhole"
  )`;

/** Compares sales with the disputes and refunds in the providers' events, while these are kept. */
export const providerInvariants: readonly Invariant[] = [
  {
    id: "I39",
    says: "a sale's lost disputes come to what the provider's events say",
    violations: `WITH ${facts}, ${stored}, ${disputed}
      SELECT e.sale_id AS id FROM expected e LEFT JOIN booked b ON b.sale_id = e.sale_id LEFT JOIN given g ON g.sale_id = e.sale_id
      WHERE coalesce(b.amount, 0) NOT BETWEEN least(e.taken, e.amount - coalesce(g.amount, 0))
          AND least(e.taken + e.rounded, e.amount - coalesce(g.amount, 0))
        -- One whose event is forgotten cannot be compared.
        AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.sale_id = e.sale_id AND d.status = 'lost'
          AND NOT EXISTS (SELECT 1 FROM named n WHERE n.sale_id = e.sale_id AND n.id = d.external_id))`,
  },
  {
    id: "I39",
    says: "a sale's refunds come to what the provider's events say",
    violations: `WITH ${facts}, ${stored}, ${refunded}
      SELECT c.sale_id AS id FROM compared c LEFT JOIN booked b ON b.sale_id = c.sale_id
      WHERE c.actual < least(c.expected, c.amount - c.others - coalesce(b.amount, 0)) OR c."isWhole" AND c.actual > c.expected`,
  },
];
