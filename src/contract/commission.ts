import type { Customer } from "./customer.ts";
import type { PeriodQuery } from "./analytics.ts";
import type { CursorQuery, DateTime, Money, PageQuery, SortOrder } from "./scalars.ts";

/** Kinds of commission. */
export const commissionTypes = [
  /** Clicks of one day. */
  "click",
  /** A lead. */
  "lead",
  /** A sale. */
  "sale",
  /** Earnings of a partner this one brought. */
  "referral",
  /** An entry by hand, or what is taken back. */
  "custom",
] as const;
/** Kind of a commission. */
export type CommissionType = (typeof commissionTypes)[number];

/** Statuses of a commission (domain-rules §6). */
export const commissionStatuses = [
  /** Earned; a payout takes it after the holding period. */
  "pending",

  /** In a payout that is under way. */
  "processed",

  /** Paid. */
  "paid",

  /** The sale was given back in full. */
  "refunded",

  /** Counted twice. */
  "duplicate",

  /** Not honestly earned. */
  "fraud",

  /** Taken back. */
  "canceled",

  /** Kept back until you have looked at it. */
  "hold",
] as const;
/** Status of a commission. */
export type CommissionStatus = (typeof commissionStatuses)[number];

/** A commission as the server API answers it. */
export interface Commission {
  /** Id of the commission, `cm_…`. */
  id: string;
  /** What is rewarded: a click, lead or sale, a partner brought in, or an entry by hand. */
  type: CommissionType;
  /** Value of the event itself, in minor units of `currency`; 0 where it has none. */
  amount: Money;
  /** What the partner earns; negative when something is taken back. */
  earnings: Money;
  /** ISO 4217 code of the program. */
  currency: string;
  /** Where it stands. */
  status: CommissionStatus;
  /** Invoice of the sale. */
  invoiceId: string | null;
  /** What it is for. */
  description: string | null;
  /** How many clicks or leads it pays for; 1 for a sale. */
  quantity: number;
  /** Reserved for the user who made an entry by hand. */
  userId: string | null;
  /** What was sent with the event. */
  metadata: Record<string, unknown> | null;
  /** When it was earned. */
  createdAt: DateTime;
  /** When it last changed. */
  updatedAt: DateTime;
  /** When it was paid. */
  paidAt: DateTime | null;
  /** From when on a payout may take it: after the program's holding period. */
  payableAt: DateTime | null;
  /** The commission this one takes back, or was earned through. */
  sourceId: string | null;
  /** Who earns. */
  partner: CommissionPartner;
  /** Whose event it was; `null` where none took part. */
  customer: Customer | null;
}

/** The partner a commission or payout belongs to. */
export interface CommissionPartner {
  /** Id of the partner, `pn_…`. */
  id: string;
  /** Full name. */
  name: string;
  /** Address. */
  email: string | null;
  /** URL of the avatar. */
  image: string | null;
  /** When payouts to the partner were enabled. */
  payoutsEnabledAt: DateTime | null;
  /** Country of residence, ISO 3166-1 alpha-2. */
  country: string | null;
  /** The partner's group. */
  groupId: string | null;
}

/** Query of `GET /commissions`. */
export interface CommissionListQuery extends PeriodQuery, PageQuery, CursorQuery {
  /** Only commissions of this kind. */
  type?: CommissionType;
  /** Only commissions in this status; all of them by default. */
  status?: CommissionStatus;
  /** Only those of this customer. */
  customerId?: string;
  /** Only those this payout pays. */
  payoutId?: string;
  /** Only those of this partner. */
  partnerId?: string;
  /** Only those of the partner with this id in your own database. */
  tenantId?: string;
  /** Only those of partners of this group. */
  groupId?: string;
  /** Only those of partners with this tag. */
  partnerTagId?: string;
  /** Only those of this invoice. */
  invoiceId?: string;
  /** A value of the event's metadata, as `metadata['plan']:'pro'`. */
  query?: string;
  /** What to sort by; cursors go with `createdAt` only. Default `createdAt`. */
  sortBy?: "createdAt" | "amount";
  /** Direction of the sort. Default `desc`. */
  sortOrder?: SortOrder;
}

/** Body of `POST /commissions`. */
export interface CommissionInput {
  /**
   * What the commission is for: an amount of your choice (`custom`, the default), or a lead or sale to be recorded for
   * the partner.
   */
  type?: "custom" | "lead" | "sale";
  /** Id of the partner, `pn_…`. */
  partnerId: string;
  /** For `custom`: what the partner earns, in minor units of the program's currency; negative takes back. */
  amount?: number;
  /** When it was earned. Default: now. */
  date?: string;
  /** What it is for, shown to the partner. */
  description?: string | null;
  /** The customer of the lead or sale, `cus_…`; this or `customer` is required for both. */
  customerId?: string;
  /** The customer of the lead or sale, when not known yet. */
  customer?: {
    /** The customer's id in your own database. */
    externalId: string;
    /** Name. */
    name?: string;
    /** Address. */
    email?: string;
    /** URL of the picture. */
    avatar?: string;
    /** ISO 3166-1 alpha-2 code. */
    country?: string;
  };
  /** The partner's link it counts for. Default: the first one. */
  linkId?: string;
  /** Required for `lead`: the lead to record. */
  lead?: {
    /** What the customer did. */
    eventName: string;
    /** Anything of yours to keep with it; at most 10,000 characters as JSON. */
    metadata?: Record<string, unknown>;
  };
  /** Required for `sale`: the sale to record. */
  sale?: {
    /** What was paid, in minor units of `currency`. */
    amount: number;
    /** ISO 4217 code. Default `usd`. */
    currency?: string;
    /** Name of the sale. Default `Purchase`. */
    eventName?: string;
    /** Natural key of the sale. */
    invoiceId?: string;
    /** Anything of yours to keep with it; at most 10,000 characters as JSON. */
    metadata?: Record<string, unknown>;
    /** Who took the payment. Default `custom`. */
    paymentProcessor?: string;
  };
}

/** Body of `PATCH /commissions/{id}`. */
export interface CommissionPatch {
  /** What the partner earns from now on. */
  earnings?: number;
  /** Corrected value of the sale, in minor units of `currency`; earnings follow. */
  saleAmount?: number;
  /** By how much to correct the value of the sale. */
  modifySaleAmount?: number;
  /** Another name of `saleAmount`. */
  amount?: number;
  /** Another name of `modifySaleAmount`. */
  modifyAmount?: number;
  /** Currency of the corrected value, ISO 4217. Default: the program's. */
  currency?: string;
  /** Next status; one that is paid, or in a payout under way, can no longer change. */
  status?: "pending" | "refunded" | "duplicate" | "canceled" | "fraud";
}
