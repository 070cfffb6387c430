import type { Customer } from "referrals-embed/contract";
import type { CustomerRecordRow } from "../../store/queries/tracking/customers.ts";
import type { CustomerRow } from "../../store/schema/tracking.ts";
import { present } from "../../present.ts";
import { recordOf } from "../record.ts";
import { customer } from "../../schemas/customers.ts";

/** A customer in the server API's answers. */
export function toCustomer(row: CustomerRow): Customer {
  return recordOf(customer, row, { externalId: row.external_id ?? "" });
}

/** The same with link, partner, program and discount. */
export function toExpandedCustomer(row: CustomerRecordRow): Customer {
  return {
    ...toCustomer(row),
    link: row.link_id
      ? {
          id: row.link_id,
          domain: present(row.link_domain, "link_domain"),
          key: present(row.link_key, "link_key"),
          shortLink: present(row.link_short_link, "link_short_link"),
          url: present(row.link_url, "link_url"),
          programId: row.program_id,
        }
      : null,
    partner: row.partner_id
      ? { id: row.partner_id, name: row.partner_name ?? "", email: row.partner_email, image: row.partner_image }
      : null,
    programId: row.program_id,
    discount: discountOf(row),
  };
}

function discountOf(row: CustomerRecordRow): Customer["discount"] {
  if (!row.discount_id || !row.discount_type) return null;
  return {
    id: row.discount_id,
    type: row.discount_type,
    amount: row.discount_type === "flat" ? (row.amount_minor ?? 0) : (row.rate_bp ?? 0) / 100,
    maxDuration: row.max_duration,
    description: row.discount_description,
    couponId: null,
    couponTestId: null,
  };
}
