import type { Customer } from "referrals-embed/contract";
import type { CustomerRow } from "../../store/queries/tracking.ts";

/** A customer as the server API answers one (api-contract §15). */
export function toCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    externalId: row.external_id ?? "",
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    country: row.country,
    stripeCustomerId: row.stripe_customer_id,
    sales: row.sales,
    saleAmount: row.sale_amount,
    createdAt: row.created_at.toISOString(),
    firstSaleAt: row.first_sale_at?.toISOString() ?? null,
    subscriptionCanceledAt: row.subscription_canceled_at?.toISOString() ?? null,
  };
}
