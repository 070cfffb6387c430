import {
  ReferralsError,
  type EventCustomer,
  type EventListQuery,
  type Link,
  type TrackedEvent,
} from "referrals-embed/contract";
import {
  eventCustomers,
  listEventRows,
  type EventCustomerRow,
  type EventListRow,
} from "../../store/queries/analytics/event-list.ts";
import { findLinks } from "../../store/queries/links/links.ts";
import type { Context } from "../context.ts";
import { toLink } from "../links/link-record.ts";
import { bucketsOf } from "./buckets-of.ts";
import { readEventFilter } from "./event-filter.ts";
import { linkScopeOf } from "./link-scope-of.ts";
import { spanOf } from "../../store/queries/analytics/analytics-source.ts";

/** Answers `GET /events`. Throws 404 for an unknown link or domain, 422 for a bad period or filter, and for a page that would be too large. */
export async function listEvents(ctx: Context, query: EventListQuery): Promise<TrackedEvent[]> {
  const filter = readEventFilter(query);
  const { edges } = await bucketsOf(ctx, query, { whole: true });
  const limit = query.limit ?? 100;
  const rows = await listEventRows(ctx.store.reports, {
    scope: await linkScopeOf(ctx, query),
    filter,
    event: query.event ?? "clicks",
    span: spanOf(edges),
    order: query.sortOrder ?? query.order ?? "desc",
    limit,
    offset: ((query.page ?? 1) - 1) * limit,
  });
  const links = await findLinks(ctx.db, [...new Set(rows.map((row) => row.linkId))]);
  const linkById = new Map(links.map((row) => [row.id, toLink(row, ctx.config)]));
  checkSize(rows, linkById);
  const customers = await eventCustomers(ctx.db, [...new Set(rows.flatMap((row) => row.customerId ?? []))]);
  return rows.flatMap((row) => {
    const link = linkById.get(row.linkId);
    return link ? [toEvent(row, link, customers.get(row.customerId ?? ""))] : [];
  });
}

/** Each event carries its whole link record: a page of the largest links would be 40 MB. */
const MOST_LETTERS = 8_000_000;

/** @throws unprocessable_entity when the links alone exceed the size of one answer */
function checkSize(rows: readonly EventListRow[], links: ReadonlyMap<string, Link>): void {
  const sizes = new Map([...links].map(([id, link]) => [id, JSON.stringify(link).length]));
  const letters = rows.reduce((sum, { linkId }) => sum + (sizes.get(linkId) ?? 0), 0);
  if (letters <= MOST_LETTERS) return;
  const most = Math.max(1, Math.floor((rows.length * MOST_LETTERS) / letters));
  const message = `too_big: limit: these events would be more than 8 MB, for their links are long; give ${most} or less`;
  throw new ReferralsError("unprocessable_entity", message);
}

function toEvent(row: EventListRow, link: Link, customer: EventCustomerRow | undefined): TrackedEvent {
  const base = baseOf(row, link);
  if (row.eventName === null || !customer) return { event: "click", ...base };
  const lead = {
    ...base,
    eventId: row.id,
    eventName: row.eventName,
    metadata: row.metadata,
    customer: toEventCustomer(customer),
  };
  if (row.amount === null) return { event: "lead", ...lead };
  const amount = row.amountProgram ?? row.amount;
  const currency = (row.amountProgram === null ? row.currency : row.programCurrency) ?? "usd";
  const paymentProcessor = row.paymentProcessor ?? "custom";
  return {
    event: "sale",
    ...lead,
    sale: { amount, currency, invoiceId: row.invoiceId, paymentProcessor },
    saleAmount: amount,
    invoice_id: row.invoiceId ?? "",
    payment_processor: paymentProcessor,
  };
}

const known = (text: string | null): string => text ?? "Unknown";

function baseOf(row: EventListRow, link: Link) {
  const timestamp = row.at.toISOString();
  const facets = {
    country: known(row.country),
    city: known(row.city),
    continent: known(row.continent),
    device: known(row.device),
    browser: known(row.browser),
    os: known(row.os),
  };
  const url = row.url ?? link.url;
  const qr = row.trigger === "qr";
  const click = {
    id: row.clickId ?? "",
    timestamp: (row.clickedAt ?? row.at).toISOString(),
    url,
    ...facets,
    region: known(row.region),
    ua: null,
    trigger: row.trigger,
    referer: row.referer ?? "(direct)",
    refererUrl: row.refererUrl ?? "(direct)",
    qr,
    ip: "",
  };
  const flat = { click_id: click.id, link_id: link.id, domain: link.domain, key: link.key, url, ...facets };
  return { timestamp, click, link, ...flat, qr: qr ? (1 as const) : (0 as const), ip: "" };
}

function toEventCustomer(row: EventCustomerRow): EventCustomer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    externalId: row.external_id ?? "",
    country: row.country,
    sales: row.sales,
    saleAmount: row.sale_amount,
    createdAt: row.created_at.toISOString(),
    firstSaleAt: row.first_sale_at?.toISOString() ?? null,
    subscriptionCanceledAt: row.subscription_canceled_at?.toISOString() ?? null,
  };
}
