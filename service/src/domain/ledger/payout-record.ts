import type { Payout } from "referrals-embed/contract";
import type { PayoutRecordRow } from "../../store/queries/payouts.ts";

/** A payout as the server API answers one. The destination is never in it. */
export function toPayout(row: PayoutRecordRow): Payout {
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    description: row.description,
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    initiatedAt: row.initiated_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    failureReason: row.failure_reason,
    mode: row.status === "pending" ? null : "external",
    method: row.method,
    traceId: row.reference,
    partner: {
      id: row.partner_id,
      name: row.partner_name ?? "",
      email: row.partner_email,
      image: row.partner_image,
      payoutsEnabledAt: row.payouts_enabled_at?.toISOString() ?? null,
      country: row.partner_country,
      groupId: row.group_id,
      defaultPayoutMethod: row.default_payout_method,
      tenantId: row.tenant_id,
    },
    user: null,
  };
}
