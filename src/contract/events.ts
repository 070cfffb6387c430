import type { AnalyticsFilter, PeriodQuery, Trigger } from "./analytics.ts";
import type { Link } from "./link.ts";
import type { DateTime, Money, SortOrder } from "./scalars.ts";

/** Query of `GET /events`. */
export interface EventListQuery extends AnalyticsFilter, PeriodQuery {
  /** Which events to list. */
  event?: "clicks" | "leads" | "sales";
  /** Number of the page, from 1. */
  page?: number;
  /** Events per page. */
  limit?: number;
  /** Events are sorted by their time. */
  sortBy?: "timestamp";
  /** Direction of the sort. Default `desc`. */
  sortOrder?: SortOrder;
  /** Another name of `sortOrder`. */
  order?: SortOrder;
}

/** The click of an event. `ip` is always empty: addresses are not stored. */
export interface EventClick {
  /** Id of the click. */
  id: string;
  /** When it happened. */
  timestamp: DateTime;
  /** Where it led. */
  url: string;
  /** ISO 3166-1 alpha-2 code, or `Unknown`. */
  country: string;
  /** City, or `Unknown`. */
  city: string;
  /** ISO 3166-2 code, or `Unknown`. */
  region: string;
  /** Two letters, or `Unknown`. */
  continent: string;
  /** Kind of device, or `Unknown`. */
  device: string;
  /** Browser, or `Unknown`. */
  browser: string;
  /** Operating system, or `Unknown`. */
  os: string;
  /** The browser's user agent. */
  ua: string | null;
  /** What produced the click. */
  trigger: Trigger | null;
  /** Host the visitor came from; `(direct)` = none. */
  referer: string;
  /** Page the visitor came from; `(direct)` = none. */
  refererUrl: string;
  /** Whether a QR code was scanned. */
  qr: boolean;
  /** Always empty: addresses are not stored. */
  ip: string;
}

/** The customer of a lead or sale event. */
export interface EventCustomer {
  /** Id of the customer, `cus_…`. */
  id: string;
  /** Name. */
  name: string | null;
  /** Address. */
  email: string | null;
  /** URL of the picture. */
  avatar: string | null;
  /** The customer's id in your own database. */
  externalId: string;
  /** Country of the customer's click. */
  country: string | null;
  /** Sales so far. */
  sales: number | null;
  /** Revenue so far, in minor units of the program's currency. */
  saleAmount: Money | null;
  /** When the customer was first seen. */
  createdAt: DateTime;
  /** When the customer first paid. */
  firstSaleAt: DateTime | null;
  /** When the subscription was canceled. */
  subscriptionCanceledAt: DateTime | null;
}

interface EventBase {
  /** When it happened. */
  timestamp: DateTime;
  /** The click that led to it. */
  click: EventClick;
  /** The full record of the link. */
  link: Link;
  /**
   * Id of the click.
   * @deprecated `click` has it.
   */
  click_id: string;
  /**
   * Id of the link.
   * @deprecated `link` has it.
   */
  link_id: string;
  /**
   * Host of the short link.
   * @deprecated `link` has it.
   */
  domain: string;
  /**
   * Key of the short link.
   * @deprecated `link` has it.
   */
  key: string;
  /**
   * Where the click led.
   * @deprecated `click` has it.
   */
  url: string;
  /**
   * Continent of the click.
   * @deprecated `click` has it.
   */
  continent: string;
  /**
   * Country of the click.
   * @deprecated `click` has it.
   */
  country: string;
  /**
   * City of the click.
   * @deprecated `click` has it.
   */
  city: string;
  /**
   * Device of the click.
   * @deprecated `click` has it.
   */
  device: string;
  /**
   * Browser of the click.
   * @deprecated `click` has it.
   */
  browser: string;
  /**
   * Operating system of the click.
   * @deprecated `click` has it.
   */
  os: string;
  /**
   * 1 when a QR code was scanned.
   * @deprecated `click` has it.
   */
  qr: 0 | 1;
  /**
   * Always empty.
   * @deprecated `click` has it.
   */
  ip: string;
}

/** A click, as `GET /events` lists it. */
export interface ClickEvent extends EventBase {
  /** Kind of event. */
  event: "click";
}

/** A lead, as `GET /events` lists it. */
export interface LeadEvent extends EventBase {
  /** Kind of event. */
  event: "lead";
  /** Id of the event, `evt_…`. */
  eventId: string;
  /** What the customer did. */
  eventName: string;
  /** What was sent along. */
  metadata: Record<string, unknown> | null;
  /** Who did it. */
  customer: EventCustomer;
}

/** A sale, as `GET /events` lists it. */
export interface SaleEvent extends EventBase {
  /** Kind of event. */
  event: "sale";
  /** Id of the event, `evt_…`. */
  eventId: string;
  /** Name of the sale. */
  eventName: string;
  /** What was sent along. */
  metadata: Record<string, unknown> | null;
  /** Who bought. */
  customer: EventCustomer;
  /** The sale. */
  sale: {
    /** Value in minor units of `currency`. */
    amount: Money;
    /** ISO 4217 code. */
    currency: string;
    /** Id of the invoice. */
    invoiceId: string | null;
    /** Who took the payment. */
    paymentProcessor: string;
  };
  /**
   * Value in minor units.
   * @deprecated `sale` has it.
   */
  saleAmount: Money;
  /**
   * Id of the invoice, empty when there is none.
   * @deprecated `sale` has it.
   */
  invoice_id: string;
  /**
   * Who took the payment.
   * @deprecated `sale` has it.
   */
  payment_processor: string;
}

/** A row of `GET /events`. */
export type TrackedEvent = ClickEvent | LeadEvent | SaleEvent;
