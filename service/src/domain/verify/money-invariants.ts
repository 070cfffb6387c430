import type { Invariant } from "./invariant.ts";

/** Rows whose earnings use up a cap, without corrected rows and rows restored by a reversed dispute. */
const capRows = `SELECT c.*, CASE WHEN c.reward ->> 'event' IN ('sale', 'referral') THEN c.customer_id END AS scope_customer
  FROM commissions c WHERE c.reward ->> 'maxAmount' IS NOT NULL AND c.reward ->> 'corrected' IS NULL
    AND (c.status IN ('pending', 'hold', 'processed', 'paid') OR c.mark IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.sale_id = c.event_id AND d.returned_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.sale_id = c.event_id AND r.amount < 0)`;

/** Commissions and payouts. */
export const moneyInvariants: readonly Invariant[] = [
  {
    id: "I12",
    says: "earnings and corrections of a sale's commission are what its refunds leave of the gross",
    violations: `SELECT c.id FROM commissions c JOIN sale_events s ON s.id = c.event_id
      LEFT JOIN (SELECT source_id, sum(earnings) AS n FROM commissions
        WHERE type = 'custom' AND cause IS NOT NULL GROUP BY 1) k ON k.source_id = c.id
      WHERE c.type IN ('sale', 'referral') AND c.earnings + coalesce(k.n, 0)
        <> div(2 * c.gross_earnings::numeric * (s.amount - s.refunded_amount) + s.amount, 2 * s.amount)`,
  },
  {
    id: "I13",
    says: "earnings lie between 0 and gross; a correction names a row of its enrollment and its reason, and is void at 0",
    violations: `SELECT id FROM commissions WHERE type <> 'custom' AND earnings NOT BETWEEN 0 AND gross_earnings
      UNION ALL SELECT c.id FROM commissions c LEFT JOIN commissions s ON s.id = c.source_id
        WHERE c.type = 'custom' AND c.cause IS NOT NULL AND (c.reason IS NULL
          OR s.enrollment_id IS DISTINCT FROM c.enrollment_id OR c.earnings = 0 AND c.status <> 'canceled')`,
  },
  {
    id: "I35",
    says: "what was taken back of a commission that is void by decision was given back",
    violations: `SELECT s.id FROM commissions s JOIN commissions k ON k.source_id = s.id AND k.type = 'custom' AND k.cause IS NOT NULL
      WHERE s.type IN ('sale', 'referral') AND s.status IN ('refunded', 'duplicate', 'fraud', 'canceled') AND s.mark IS NULL
      GROUP BY s.id HAVING sum(k.earnings) FILTER (WHERE k.status IN ('pending', 'hold', 'processed', 'paid')
        OR k.mark IS NOT NULL) <> 0`,
  },
  {
    id: "I36",
    says: "a commission is held while its sale is disputed, unless it is locked or void",
    violations: `WITH disputed AS (
        SELECT c.* FROM disputes d JOIN commissions c ON c.event_id = d.sale_id AND c.type IN ('sale', 'referral')
        WHERE d.status = 'opened'
      ), given AS (
        SELECT k.* FROM disputed c JOIN commissions k ON k.source_id = c.id AND k.type = 'custom' AND k.cause IS NOT NULL
        WHERE k.earnings > 0
      )
      SELECT c.id FROM (SELECT * FROM disputed UNION SELECT * FROM given) c LEFT JOIN payouts o ON o.id = c.payout_id
      WHERE c.status = 'pending' OR c.status = 'processed' AND o.status = 'pending'
        OR c.mark ->> 'status' IN ('pending', 'processed')`,
  },
  {
    id: "I14",
    says: "a commission is held exactly while it has hold reasons",
    violations: `SELECT id FROM commissions WHERE (status = 'hold') <> (jsonb_array_length(hold_reasons) > 0)`,
  },
  {
    id: "I15",
    says: "a commission is processed or paid exactly while it is in a payout",
    violations: `SELECT id FROM commissions WHERE (status IN ('processed', 'paid')) <> (payout_id IS NOT NULL)`,
  },
  {
    id: "I16",
    says: "paid commissions are those of completed payouts",
    violations: `SELECT c.id FROM commissions c JOIN payouts o ON o.id = c.payout_id JOIN enrollments e ON e.id = o.enrollment_id
      WHERE (c.status = 'paid') <> (o.status = 'completed')
        AND NOT (c.status = 'processed' AND coalesce(e.money_move -> 'pays' ? o.id, false))`,
  },
  {
    id: "I18",
    says: "a living payout is the positive sum of its rows; canceled and failed ones have none",
    violations: `SELECT o.id FROM payouts o LEFT JOIN (
        SELECT payout_id, sum(earnings) AS n, count(*) AS rows FROM commissions GROUP BY 1) c ON c.payout_id = o.id
      JOIN enrollments e ON e.id = o.enrollment_id
      WHERE o.kind = 'regular' AND CASE WHEN o.status IN ('canceled', 'failed')
          THEN coalesce(c.rows, 0) > 0 AND NOT coalesce(e.money_move -> 'releases' ? o.id, false)
            AND NOT (o.mark IS NOT NULL AND coalesce(e.money_move ? 'lifted', false))
        ELSE o.amount <> coalesce(c.n, 0) OR o.amount <= 0 END`,
  },
  {
    id: "I19",
    says: "an enrollment has at most one pending payout",
    violations: `SELECT enrollment_id AS id FROM payouts WHERE status = 'pending' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    id: "I19",
    says: "a confirmed payout has the number, method and destination it was confirmed with, unless the partner was erased",
    violations: `SELECT o.id FROM payouts o JOIN enrollments e ON e.id = o.enrollment_id
      WHERE o.status IN ('processing', 'processed', 'sent', 'completed')
        AND (o.method IS NULL OR o.number IS NULL OR o.destination IS NULL AND o.method <> 'manual' AND e.removed_at IS NULL)`,
  },
  {
    id: "I37",
    says: "a reissue repeats one completed payout of its enrollment, with its amount, and no other reissue repeats it",
    violations: `SELECT r.id FROM payouts r LEFT JOIN payouts o ON o.id = r.reissue_of
        WHERE r.kind = 'reissue' AND r.status NOT IN ('failed', 'canceled') AND (o.status IS DISTINCT FROM 'completed'
          OR o.enrollment_id <> r.enrollment_id OR o.amount <> r.amount OR o.currency <> r.currency)
      UNION ALL SELECT max(id) FROM payouts WHERE reissue_of IS NOT NULL AND status NOT IN ('failed', 'canceled')
        GROUP BY reissue_of HAVING count(*) > 1
      UNION ALL SELECT id FROM payouts WHERE (kind = 'reissue') < (reissue_of IS NOT NULL)`,
  },
  {
    id: "I20",
    says: "net use of a capped scope does not exceed the cap of its newest row",
    violations: `SELECT max(c.id) AS id FROM (${capRows}) c
      GROUP BY c.enrollment_id, c.reward_id, c.scope_customer
      HAVING sum(c.earnings) > (array_agg((c.reward ->> 'maxAmount')::bigint ORDER BY c.created_at DESC, c.id DESC))[1]`,
  },
  {
    id: "I21",
    says: "a banned enrollment has no open money, and a ban has its date and reason",
    violations: `SELECT c.id FROM commissions c JOIN enrollments e ON e.id = c.enrollment_id
        WHERE e.status = 'banned' AND e.removed_at IS NULL AND NOT coalesce(e.money_move ? 'lifted', false) AND c.status IN ('pending', 'hold') AND c.earnings > 0
      UNION ALL SELECT c.id FROM commissions s JOIN commissions c ON c.source_id = s.id AND c.type = 'referral'
        LEFT JOIN payouts o ON o.id = c.payout_id
        WHERE s.mark IS NOT NULL AND (c.status IN ('pending', 'hold') OR c.status = 'processed' AND o.status = 'pending')
      UNION ALL SELECT o.id FROM payouts o JOIN enrollments e ON e.id = o.enrollment_id
        WHERE e.status = 'banned' AND o.status = 'pending'
      UNION ALL SELECT id FROM enrollments WHERE removed_at IS NULL
        AND (status = 'banned') <> (banned_at IS NOT NULL AND banned_reason IS NOT NULL)`,
  },
  {
    id: "I22",
    says: "a ban's marks exist only while its enrollment is banned through it",
    violations: `SELECT m.id FROM (SELECT id, mark FROM commissions WHERE mark IS NOT NULL
        UNION ALL SELECT id, mark FROM payouts WHERE mark IS NOT NULL) m
      LEFT JOIN audit_rows a ON a.id = m.mark ->> 'ban'
      LEFT JOIN enrollments e ON e.id = a.entity_id
      WHERE NOT coalesce(e.money_move -> 'lifted' ? a.id, false) AND (e.status IS DISTINCT FROM 'banned' OR EXISTS (SELECT 1 FROM audit_rows later
        WHERE later.entity_id = a.entity_id AND later."to" = 'banned' AND later.position > a.position))`,
  },
  {
    id: "I28",
    says: "rows of one chain, payout and enrollment share program and currency",
    violations: `SELECT c.id FROM commissions c JOIN programs p ON p.id = c.program_id JOIN enrollments e ON e.id = c.enrollment_id
        LEFT JOIN commissions s ON s.id = c.source_id LEFT JOIN payouts o ON o.id = c.payout_id
        WHERE c.currency <> p.currency OR c.program_id <> e.program_id OR c.workspace_id <> e.workspace_id
          OR s.program_id <> c.program_id OR s.currency <> c.currency
          OR o.enrollment_id <> c.enrollment_id OR o.currency <> c.currency`,
  },
  {
    id: "I28",
    says: "nothing refers to another workspace",
    violations: `SELECT l.id FROM links l JOIN enrollments e ON e.id = l.enrollment_id WHERE l.workspace_id <> e.workspace_id
      UNION ALL SELECT c.id FROM customers c JOIN links l ON l.id = c.link_id WHERE c.workspace_id <> l.workspace_id
      UNION ALL SELECT s.id FROM sale_events s JOIN customers c ON c.id = s.customer_id WHERE s.workspace_id <> c.workspace_id
      UNION ALL SELECT e.id FROM lead_events e JOIN customers c ON c.id = e.customer_id WHERE e.workspace_id <> c.workspace_id`,
  },
];
