import type { Invariant } from "./invariant.ts";

/** Commissions of an import, with the earnings stated by the other product. */
const imported = `SELECT c.*, (d.figures ->> 'earnings')::bigint AS said FROM decisions d
  JOIN commissions c ON c.id = d.commission_id WHERE d.code = 'imported'`;

/** Imported amounts: the earnings, and whether the other product paid them. */
export const importInvariants: readonly Invariant[] = [
  {
    id: "I38",
    says: "an imported commission earned what the import said, or a person's correction since",
    violations: `SELECT c.id FROM (${imported}) c LEFT JOIN LATERAL (
        SELECT (a.changes -> 'grossEarnings' ->> 'new')::bigint AS gross FROM audit_rows a
        WHERE a.entity = 'commission' AND a.entity_id = c.id AND a.changes ->> 'grossEarnings' IS NOT NULL
        ORDER BY a.position DESC LIMIT 1) k ON true
      WHERE c.gross_earnings <> coalesce(k.gross, c.said)`,
  },
  {
    id: "I38",
    says: "what an import said was paid is in a payout of the other product, and nothing else is",
    violations: `SELECT coalesce(said.id, c.id) AS id FROM (
        SELECT DISTINCT ON (entity_id) entity_id AS id, "to" FROM audit_rows
        WHERE entity = 'commission' AND operation = 'commission.import' ORDER BY entity_id, position DESC) said
      FULL JOIN (SELECT c.id FROM commissions c JOIN payouts o ON o.id = c.payout_id WHERE o.imported) c ON c.id = said.id
      WHERE (said."to" IS NOT DISTINCT FROM 'paid') <> (c.id IS NOT NULL)`,
  },
  {
    id: "I38",
    says: "what another product paid is not paid again",
    violations: `SELECT r.id FROM payouts r JOIN payouts o ON o.id = r.reissue_of
      WHERE o.imported AND r.status NOT IN ('failed', 'canceled')`,
  },
];

/** Amounts that may be wrong; only a person who knows the other side can tell. */
export const suspects: readonly Omit<Invariant, "id">[] = [
  {
    says: "commissions of an import are owed or paid here, and a payout of the other product covers their day: import its latest export again, it says which of them were paid there",
    violations: `SELECT c.id FROM (${imported}) c LEFT JOIN payouts own ON own.id = c.payout_id
      WHERE c.earnings > 0 AND c.status IN ('pending', 'processed', 'paid') AND NOT coalesce(own.imported, false)
        AND EXISTS (SELECT 1 FROM payouts o WHERE o.enrollment_id = c.enrollment_id AND o.imported
          AND c.created_at BETWEEN o.period_start AND o.period_end)`,
  },
  {
    says: "disputes hold all chargebacks of a payment of Paddle, with the first amount that was told, and their events are forgotten: compare them with Paddle",
    violations: `SELECT d.id FROM disputes d WHERE d.status = 'lost' AND d.external_id LIKE 'txn\\_%:chargeback'
      AND NOT EXISTS (SELECT 1 FROM integration_deliveries l JOIN integrations i ON i.id = l.integration_id
        WHERE i.workspace_id = d.workspace_id AND position(to_json(d.external_id)::text IN l.steps::text) > 0)`,
  },
];
