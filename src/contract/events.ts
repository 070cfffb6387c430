import type { AnalyticsFilter, PeriodQuery, Trigger } from "./analytics.ts";
import type { Link } from "./link.ts";
import type { DateTime, Money, SortOrder } from "./scalars.ts";

/** Query of `GET /events`. */
export interface EventListQuery extends AnalyticsFilter, PeriodQuery {
  /** Default `clicks`. */
  event?: "clicks" | "leads" | "sales";
  /** Default 1. */
  page?: number;
  /** 1..1000, default 100. */
  limit?: number;
  sortBy?: "timestamp";
  /** Default `desc`. */
  sortOrder?: SortOrder;
  /** Alias of `sortOrder`. */
  order?: SortOrder;
}

/** The click of an event. `ip` is always empty: addresses are not stored. */
export interface EventClick {
  id: string;
  timestamp: DateTime;
  url: string;
  country: string;
  city: string;
  region: string;
  continent: string;
  device: string;
  browser: string;
  os: string;
  ua: string | null;
  trigger: Trigger | null;
  referer: string;
  refererUrl: string;
  qr: boolean;
  ip: string;
}

/** The customer of a lead or sale event. */
export interface EventCustomer {
  id: string;
  name: string | null;
  email: string | null;
  avatar: string | null;
  externalId: string;
  country: string | null;
  sales: number | null;
  saleAmount: Money | null;
  createdAt: DateTime;
  firstSaleAt: DateTime | null;
  subscriptionCanceledAt: DateTime | null;
}

interface EventBase {
  timestamp: DateTime;
  click: EventClick;
  link: Link;
  /** @deprecated flat copies of `click` and `link`. */
  click_id: string;
  link_id: string;
  domain: string;
  key: string;
  url: string;
  continent: string;
  country: string;
  city: string;
  device: string;
  browser: string;
  os: string;
  qr: 0 | 1;
  ip: string;
}

/** A click, as `GET /events` lists it. */
export interface ClickEvent extends EventBase {
  event: "click";
}

/** A lead, as `GET /events` lists it. */
export interface LeadEvent extends EventBase {
  event: "lead";
  eventId: string;
  eventName: string;
  metadata: Record<string, unknown> | null;
  customer: EventCustomer;
}

/** A sale, as `GET /events` lists it. */
export interface SaleEvent extends EventBase {
  event: "sale";
  eventId: string;
  eventName: string;
  metadata: Record<string, unknown> | null;
  customer: EventCustomer;
  sale: { amount: Money; currency: string; invoiceId: string | null; paymentProcessor: string };
  saleAmount: Money;
  invoice_id: string;
  payment_processor: string;
}

/** A row of `GET /events`. */
export type TrackedEvent = ClickEvent | LeadEvent | SaleEvent;
