import { sql, type RawBuilder } from "kysely";
import type { PartnerFacts } from "../../schema/facts.ts";

/** Who made the deciding click, as salted hashes that are null without one, and whose event it is. */
export interface EventMaker {
  visitor: RawBuilder<unknown>;
  address: RawBuilder<unknown>;
  customerId: RawBuilder<unknown>;
}

/** The partner of an enrollment beside the visit that decides, as JSON; null without an enrollment. */
export function partnerOf(
  enrollmentId: RawBuilder<unknown>,
  { visitor, address, customerId }: EventMaker,
): RawBuilder<PartnerFacts | null> {
  return sql<PartnerFacts | null>`(SELECT jsonb_build_object('email', p.email, 'payoutEmail', f.paypal_email, 'tenantId', e.tenant_id,
      'sameVisitor', EXISTS (SELECT 1 FROM embed_visitors v WHERE v.enrollment_id = e.id AND v.visitor = ${visitor}),
      'sameAddress', EXISTS (SELECT 1 FROM embed_visitors v WHERE v.enrollment_id = e.id AND v.address = ${address}),
      'known', coalesce((SELECT jsonb_agg(DISTINCT s) FROM commissions own, jsonb_array_elements_text(own.signals) s
        WHERE own.enrollment_id = e.id AND own.customer_id = ${customerId} AND own.type IN ('lead', 'sale')), '[]'),
      'holdsSameAddress', coalesce(g.same_address = 'hold', false))
    FROM enrollments e JOIN partners p ON p.id = e.partner_id
      LEFT JOIN partner_profiles f ON f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
      LEFT JOIN groups g ON g.id = e.group_id
    WHERE e.id = ${enrollmentId})`;
}
