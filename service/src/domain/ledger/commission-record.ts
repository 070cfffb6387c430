import type { Commission, Customer } from "referrals-embed/contract";
import type { CommissionRecordRow } from "../../store/queries/money/commission-list.ts";
import { holdOf, unknownOf } from "../rules/change-holds.ts";
import { recordOf } from "../record.ts";
import { commission, commissionPartner } from "../../schemas/commissions.ts";

/** A commission in the server API's answers. An erased customer is not shown. */
export function toCommission(row: CommissionRecordRow): Commission {
  return recordOf(commission, row, {
    partner: recordOf(commissionPartner, row, partnerOf(row)),
    customer: customerOf(row),
    ...holdOf(row.hold_reasons),
    unknownReason: unknownOf(row),
  });
}

/** The names of the partner's columns in rows of commissions and payouts. */
export function partnerOf(row: Pick<CommissionRecordRow, `partner_${"id" | "name" | "email" | "image" | "country"}`>) {
  return {
    id: row.partner_id,
    name: row.partner_name ?? "",
    email: row.partner_email,
    image: row.partner_image,
    country: row.partner_country,
  };
}

/** A commission in webhooks: the record, the partner's totals, the link. */
export function toCommissionEvent(row: CommissionRecordRow): object {
  const record = toCommission(row);
  return {
    ...record,
    partner: {
      ...record.partner,
      totalClicks: row.total_clicks ?? 0,
      totalLeads: row.total_leads ?? 0,
      totalConversions: row.total_conversions ?? 0,
      totalSales: row.total_sales ?? 0,
      totalSaleAmount: row.total_sale_amount ?? 0,
      totalCommissions: row.total_commissions ?? 0,
    },
    link:
      row.link_id && row.link_domain
        ? { id: row.link_id, shortLink: row.link_short_link, domain: row.link_domain, key: row.link_key }
        : null,
  };
}

function customerOf(row: CommissionRecordRow): Customer | null {
  if (!row.customer_id || !row.customer_created_at || row.customer_erased_at) return null;
  return {
    id: row.customer_id,
    externalId: row.customer_external_id ?? "",
    name: row.customer_name,
    email: row.customer_email,
    avatar: row.customer_avatar,
    country: row.customer_country,
    stripeCustomerId: row.customer_stripe_id,
    sales: row.customer_sales ?? 0,
    saleAmount: row.customer_sale_amount ?? 0,
    createdAt: row.customer_created_at.toISOString(),
    firstSaleAt: row.customer_first_sale_at?.toISOString() ?? null,
    subscriptionCanceledAt: row.customer_canceled_at?.toISOString() ?? null,
  };
}
