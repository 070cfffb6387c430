import type { Customer } from "./customer.ts";
import type { PeriodQuery } from "./analytics.ts";
import type { CursorQuery, DateTime, Money, PageQuery, SortOrder } from "./scalars.ts";

/** Kinds of commission. */
export const commissionTypes = ["click", "lead", "sale", "referral", "custom"] as const;
/** Kind of a commission. */
export type CommissionType = (typeof commissionTypes)[number];

/** Statuses of a commission (domain-rules §6). */
export const commissionStatuses = [
  "pending",
  "processed",
  "paid",
  "refunded",
  "duplicate",
  "fraud",
  "canceled",
  "hold",
] as const;
/** Status of a commission. */
export type CommissionStatus = (typeof commissionStatuses)[number];

/** A commission as the server API answers it. */
export interface Commission {
  id: string;
  type: CommissionType;
  amount: Money;
  earnings: Money;
  currency: string;
  status: CommissionStatus;
  invoiceId: string | null;
  description: string | null;
  quantity: number;
  userId: string | null;
  metadata: Record<string, unknown> | null;
  createdAt: DateTime;
  updatedAt: DateTime;
  paidAt: DateTime | null;
  payableAt: DateTime | null;
  sourceId: string | null;
  partner: CommissionPartner;
  customer: Customer | null;
}

/** The partner a commission or payout belongs to. */
export interface CommissionPartner {
  id: string;
  name: string;
  email: string | null;
  image: string | null;
  payoutsEnabledAt: DateTime | null;
  country: string | null;
  groupId: string | null;
}

/** Query of `GET /commissions`. */
export interface CommissionListQuery extends PeriodQuery, PageQuery, CursorQuery {
  type?: CommissionType;
  status?: CommissionStatus;
  customerId?: string;
  payoutId?: string;
  partnerId?: string;
  tenantId?: string;
  groupId?: string;
  partnerTagId?: string;
  invoiceId?: string;
  query?: string;
  /** Default `createdAt`. */
  sortBy?: "createdAt" | "amount";
  sortOrder?: SortOrder;
}

/** Body of `POST /commissions`. */
export interface CommissionInput {
  type?: "custom" | "lead" | "sale";
  partnerId: string;
  /** `custom`: minor units, may be negative. */
  amount?: number;
  date?: string;
  description?: string | null;
  customerId?: string;
  customer?: { externalId: string; name?: string; email?: string; avatar?: string; country?: string };
  linkId?: string;
  lead?: { eventName: string; metadata?: Record<string, unknown> };
  sale?: {
    amount: number;
    currency?: string;
    eventName?: string;
    invoiceId?: string;
    metadata?: Record<string, unknown>;
    paymentProcessor?: string;
  };
}

/** Body of `PATCH /commissions/{id}`. */
export interface CommissionPatch {
  earnings?: number;
  saleAmount?: number;
  modifySaleAmount?: number;
  /** Alias of `saleAmount`. */
  amount?: number;
  /** Alias of `modifySaleAmount`. */
  modifyAmount?: number;
  currency?: string;
  status?: "pending" | "refunded" | "duplicate" | "canceled" | "fraud";
}
