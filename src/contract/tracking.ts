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
  /** `""` = the click of the known customer. */
  clickId: string;
  /** 1..255. */
  eventName: string;
  /** 1..100. */
  customerExternalId: string;
  customerName?: string | null;
  customerEmail?: string | null;
  customerAvatar?: string | null;
  /** Default `async`; `deferred` stores the customer only. */
  mode?: "async" | "wait" | "deferred";
  /** 1..100, default 1. */
  eventQuantity?: number | null;
  /** At most 10,000 characters serialised. */
  metadata?: Record<string, unknown> | null;
}

/** The link an event was attributed to. */
export interface AttributedLink {
  id: string;
  domain: string;
  key: string;
  shortLink: string;
  url: string;
  partnerId: string | null;
  programId: string | null;
  tenantId: string | null;
  externalId: string | null;
}

/** Answer of `POST /track/lead`. */
export interface LeadResult {
  click: { id: string };
  link: AttributedLink | null;
  customer: { name: string | null; email: string | null; avatar: string | null; externalId: string };
}

/** Body of `POST /track/sale`. */
export interface SaleInput {
  customerExternalId: string;
  /** Integer from 0 in minor units of `currency`. */
  amount: number;
  /** Default `usd`. */
  currency?: string;
  /** Default `Purchase`. */
  eventName?: string;
  paymentProcessor?: PaymentProcessor;
  /** Natural key of the sale: a repeat gets the first answer. At most 255. */
  invoiceId?: string | null;
  metadata?: Record<string, unknown> | null;
  leadEventName?: string | null;
  clickId?: string | null;
  customerName?: string | null;
  customerEmail?: string | null;
  customerAvatar?: string | null;
}

/** Answer of `POST /track/sale`. */
export interface SaleResult {
  eventName: string;
  customer: {
    id: string;
    name: string | null;
    email: string | null;
    avatar: string | null;
    externalId: string | null;
  } | null;
  sale: {
    amount: Money;
    currency: string;
    paymentProcessor: PaymentProcessor;
    invoiceId: string | null;
    metadata: Record<string, unknown> | null;
  } | null;
}

/** Body of `POST /track/refund`. */
export interface RefundInput {
  invoiceId: string;
  /** Minor units of the sale's currency; absent = the rest. */
  amount?: number;
  refundId?: string;
  reason?: string;
}

/** Answer of `POST /track/refund`. */
export interface RefundResult {
  sale: { invoiceId: string; amount: Money; refundedAmount: Money; currency: string };
  commission: { id: string; status: CommissionStatus; earnings: Money } | null;
  clawback: { id: string; earnings: Money } | null;
}

/** Body of `POST /track/click`. */
export interface ClickInput {
  domain?: string;
  key?: string;
  identifier?: string;
  url?: string;
  referrer?: string;
}

/** Answer of `POST /track/click`. */
export interface ClickResult {
  clickId: string;
  partner: { id: string; name: string; image: string | null } | null;
  discount: { id: string; amount: number; type: "flat" | "percentage"; maxDuration: number | null } | null;
}

/** Body of `POST /track/open`. */
export interface OpenInput {
  deepLink?: string;
  domain?: string;
}

/** Answer of `POST /track/open`. */
export interface OpenResult {
  clickId: string | null;
  link: { id: string; domain: string; key: string; url: string } | null;
}

/** Body of `POST /track/visit`. */
export interface VisitInput {
  domain: string;
  url: string;
  referrer?: string;
}
