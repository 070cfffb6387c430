import type { Customer, Link } from "referrals-embed/contract";
import { findLinks } from "../../store/queries/links/links.ts";
import { findPartnerTotals } from "../../store/queries/partners/partner-totals.ts";
import type { Context } from "../context.ts";
import { toCustomer } from "../customers/customer-record.ts";
import { toLink } from "../links/link-record.ts";
import type { ClickRow, CustomerRow } from "../../store/schema/tracking.ts";
import { present } from "../../present.ts";

/** The objects in `lead.created` and `sale.created`. */
export interface TrackedEventFacts {
  customer: CustomerRow;
  click: ClickRow | null;
  clickId: string | null;
  linkId: string;
  enrollmentId: string | null;
  at: Date;
}

/** The data of a lead or sale in webhooks. */
export interface EventPayload {
  eventName?: string;
  customer: Customer;
  click: object;
  link: Link;
  partner: object | null;
  metadata?: Record<string, unknown> | null;
}

/** The webhook data of a lead or sale: customer, click, link, partner with totals; the event adds its name and metadata. */
export async function eventPayload(ctx: Context, facts: TrackedEventFacts): Promise<EventPayload> {
  const [link] = await findLinks(ctx.db, [facts.linkId]);
  return {
    customer: toCustomer(facts.customer),
    click: toClick(facts),
    link: toLink(present(link, "the link"), ctx.config),
    partner: facts.enrollmentId ? await partnerOf(ctx, facts.enrollmentId) : null,
  };
}

const unknown = "Unknown";

/** A click in the webhook form: no address is ever stored, unknown facets are `Unknown`. */
function toClick({ click, clickId, at }: TrackedEventFacts): object {
  return {
    id: click?.click_id ?? clickId ?? "",
    timestamp: (click?.at ?? at).toISOString(),
    url: click?.url ?? "",
    country: click?.country ?? unknown,
    city: click?.city ?? unknown,
    region: click?.region ?? unknown,
    continent: click?.continent ?? unknown,
    device: click?.device ?? unknown,
    browser: click?.browser ?? unknown,
    os: click?.os ?? unknown,
    trigger: click?.trigger ?? "link",
    referer: click?.referer ?? "(direct)",
    refererUrl: click?.referer_url ?? "(direct)",
    qr: click?.trigger === "qr",
    ip: "",
  };
}

async function partnerOf(ctx: Context, enrollmentId: string): Promise<object | null> {
  const row = await findPartnerTotals(ctx.db, enrollmentId);
  if (!row) return null;
  return {
    id: row.partner_id,
    name: row.name ?? "",
    email: row.email,
    image: row.image,
    payoutsEnabledAt: row.payouts_enabled_at?.toISOString() ?? null,
    country: row.country,
    groupId: row.group_id,
    totalClicks: row.total_clicks,
    totalLeads: row.total_leads,
    totalConversions: row.total_conversions,
    totalSales: row.total_sales,
    totalSaleAmount: row.total_sale_amount,
    totalCommissions: row.total_commissions ?? 0,
  };
}
