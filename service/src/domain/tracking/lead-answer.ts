import type { AttributedLink, LeadResult } from "referrals-embed/contract";
import type { CustomerRow, LinkRow } from "../../store/queries/tracking.ts";

/** The answer of a lead; `link` is null when it is not attributed. */
export function leadAnswer(clickId: string, link: LinkRow | null, customer: CustomerRow): LeadResult {
  const { name, email, avatar, external_id: externalId } = customer;
  return {
    click: { id: clickId },
    link: link && toAttributedLink(link),
    customer: { name, email, avatar, externalId: externalId ?? "" },
  };
}

function toAttributedLink(link: LinkRow): AttributedLink {
  return {
    id: link.id,
    domain: link.domain,
    key: link.key,
    shortLink: link.short_link,
    url: link.url,
    partnerId: link.partner_id,
    programId: link.program_id,
    tenantId: link.tenant_id,
    externalId: link.external_id,
  };
}
