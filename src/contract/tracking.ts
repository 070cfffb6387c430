import type { CommissionStatus } from "./commission.ts";
import type { Money } from "./scalars.ts";

/** Payment processors a sale may name. */
export const paymentProcessors = [
  "stripe",
  "shopify",
  "polar",
  "paddle",
  "apple",
  "revenuecat",
  "lemonsqueezy",
  "dub",
  "custom",
] as const;
/** Payment processor of a sale. */
export type PaymentProcessor = (typeof paymentProcessors)[number];

/** Body of `POST /track/lead`. */
export interface LeadInput {
  /**
   * Id of the click, from the parameter `ref_id` of the landing page; `""` = the click by which the customer is known.
   */
  clickId: string;
  /** What the customer did; the same name counts once per customer. */
  eventName: string;
  /** The customer's id in your own database. */
  customerExternalId: string;
  /** The customer's name. */
  customerName?: string | null;
  /** The customer's address. */
  customerEmail?: string | null;
  /** URL of the customer's picture. */
  customerAvatar?: string | null;
  /**
   * `deferred` stores the customer and waits for a later event; `async` (default) and `wait` record the lead before
   * answering.
   */
  mode?: "async" | "wait" | "deferred";
  /** How many leads this is. Default 1. */
  eventQuantity?: number | null;
  /** Anything of yours to keep with the event; at most 10,000 characters as JSON. */
  metadata?: Record<string, unknown> | null;
}

/** The link an event was attributed to. */
export interface AttributedLink {
  /** Id of the link, `link_…`. */
  id: string;
  /** Host of the short link. */
  domain: string;
  /** The part of the short link behind the host. */
  key: string;
  /** The short link in full. */
  shortLink: string;
  /** Where the link leads. */
  url: string;
  /** The partner who earns by it. */
  partnerId: string | null;
  /** The program it belongs to. */
  programId: string | null;
  /** The tenant it belongs to, by its id in your own database. */
  tenantId: string | null;
  /** The link's id in your own database. */
  externalId: string | null;
}

/** Answer of `POST /track/lead`. */
export interface LeadResult {
  /** The click that led here. */
  click: {
    /** Id of the click. */
    id: string;
  };
  /** The link the lead counts for; `null` when the click is older than the attribution window. */
  link: AttributedLink | null;
  /** The customer as stored. */
  customer: {
    /** Name. */
    name: string | null;
    /** Address. */
    email: string | null;
    /** URL of the picture. */
    avatar: string | null;
    /** The customer's id in your own database. */
    externalId: string;
  };
}

/** Body of `POST /track/sale`. */
export interface SaleInput {
  /** The customer's id in your own database. */
  customerExternalId: string;
  /** What was paid, in minor units of `currency`; 0 is answered and not recorded. */
  amount: number;
  /** ISO 4217 code. Default `usd`. */
  currency?: string;
  /** Name of the sale. Default `Purchase`. */
  eventName?: string;
  /** Who took the payment. Default `custom`. */
  paymentProcessor?: PaymentProcessor;
  /** Natural key of the sale: a repeat gets the first answer. Without it every call is a sale of its own. */
  invoiceId?: string | null;
  /** Anything of yours to keep with the event; at most 10,000 characters as JSON. */
  metadata?: Record<string, unknown> | null;
  /** The lead this sale followed, by its `eventName`. */
  leadEventName?: string | null;
  /** Id of the click, for a customer who is not known yet: the lead is then recorded with the sale. */
  clickId?: string | null;
  /** The customer's name. */
  customerName?: string | null;
  /** The customer's address. */
  customerEmail?: string | null;
  /** URL of the customer's picture. */
  customerAvatar?: string | null;
}

/** Answer of `POST /track/sale`. */
export interface SaleResult {
  /** Name of the sale. */
  eventName: string;
  /** The customer; `null` when the customer is unknown and no click was given. */
  customer: {
    /** Id of the customer, `cus_…`. */
    id: string;
    /** Name. */
    name: string | null;
    /** Address. */
    email: string | null;
    /** URL of the picture. */
    avatar: string | null;
    /** The customer's id in your own database. */
    externalId: string | null;
  } | null;
  /** The sale as recorded; `null` when there was nothing to record. */
  sale: {
    /** Value in minor units of `currency`. */
    amount: Money;
    /** The program's currency, or the one given when no exchange rate is known. */
    currency: string;
    /** Who took the payment. */
    paymentProcessor: PaymentProcessor;
    /** Id of the invoice. */
    invoiceId: string | null;
    /** What was sent along. */
    metadata: Record<string, unknown> | null;
  } | null;
}

/** Body of `POST /track/refund`. */
export interface RefundInput {
  /** Invoice of the sale. */
  invoiceId: string;
  /** How much to give back, in minor units of the sale's currency. Default: the rest. */
  amount?: number;
  /** Natural key of the refund: a repeat changes nothing. */
  refundId?: string;
  /** Why, for your own use. */
  reason?: string;
}

/** Answer of `POST /track/refund`. */
export interface RefundResult {
  /** The sale after the refund. */
  sale: {
    /** Id of the invoice. */
    invoiceId: string;
    /** What was paid, in minor units of `currency`. */
    amount: Money;
    /** What has been given back in total. */
    refundedAmount: Money;
    /** ISO 4217 code of the sale. */
    currency: string;
  };
  /** The partner's commission after it; `null` when there is none. */
  commission: {
    /** Id of the commission, `cm_…`. */
    id: string;
    /** Where it stands now. */
    status: CommissionStatus;
    /** What the partner earns by it now. */
    earnings: Money;
  } | null;
  /** What a partner already paid owes back; `null` when nothing. */
  clawback: {
    /** Id of the negative commission, `cm_…`. */
    id: string;
    /** The amount, negative. */
    earnings: Money;
  } | null;
}

/** Body of `POST /track/click`. */
export interface ClickInput {
  /** Host of the short link; needed with `key`, optional with `identifier`. */
  domain?: string;
  /** The part of the short link behind the host. */
  key?: string;
  /** The link's `identifier`, instead of domain and key. */
  identifier?: string;
  /** Address of the page the visitor is on. */
  url?: string;
  /** Where the visitor came from. */
  referrer?: string;
}

/** Answer of `POST /track/click`. */
export interface ClickResult {
  /** Id of the click, for the lead or sale that follows. */
  clickId: string;
  /** The partner of the link; `null` when it has none. */
  partner: {
    /** Id of the partner, `pn_…`. */
    id: string;
    /** Name to show. */
    name: string;
    /** URL of the avatar. */
    image: string | null;
  } | null;
  /** What the visitor saves as this partner's customer; `null` when nothing. */
  discount: {
    /** Id of the discount, `disc_…`. */
    id: string;
    /** Minor units when flat, per cent when a percentage. */
    amount: number;
    /** Whether `amount` is money or per cent. */
    type: "flat" | "percentage";
    /** For how many months; `null` = for good. */
    maxDuration: number | null;
  } | null;
}

/** Body of `POST /track/open`. */
export interface OpenInput {
  /** The short link by which the app was opened. */
  deepLink?: string;
  /** Host of the app's links, when there is no link to name. */
  domain?: string;
}

/** Answer of `POST /track/open`. */
export interface OpenResult {
  /** Id of the click; `null` when no link is meant. */
  clickId: string | null;
  /** The link that was opened; `null` when none is known. */
  link: {
    /** Id of the link, `link_…`. */
    id: string;
    /** Host of the short link. */
    domain: string;
    /** The part of the short link behind the host. */
    key: string;
    /** Where the link leads. */
    url: string;
  } | null;
}

/** Body of `POST /track/visit`. */
export interface VisitInput {
  /** Host whose root link counts the visit. */
  domain: string;
  /** Address of the page. */
  url: string;
  /** Where the visitor came from. */
  referrer?: string;
}
