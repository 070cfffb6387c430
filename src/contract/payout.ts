import type { CommissionPartner } from "./commission.ts";
import type { PayoutMethodName } from "./partner.ts";
import type { DateTime, Money, PageQuery, SortOrder } from "./scalars.ts";

/** Statuses of a payout (domain-rules §7). */
export const payoutStatuses = [
  "pending",
  "processing",
  "processed",
  "sent",
  "completed",
  "failed",
  "canceled",
] as const;
/** Status of a payout. */
export type PayoutStatus = (typeof payoutStatuses)[number];

/** A payout as the server API answers it. */
export interface Payout {
  id: string;
  invoiceId: string | null;
  amount: Money;
  currency: string;
  status: PayoutStatus;
  description: string | null;
  periodStart: DateTime | null;
  periodEnd: DateTime | null;
  createdAt: DateTime;
  updatedAt: DateTime;
  initiatedAt: DateTime | null;
  paidAt: DateTime | null;
  failureReason: string | null;
  mode: "internal" | "external" | null;
  method: PayoutMethodName | null;
  traceId: string | null;
  partner: CommissionPartner & { defaultPayoutMethod: PayoutMethodName | null; tenantId: string | null };
  user: { id: string; name: string | null; email: string | null; image: string | null } | null;
}

/** Query of `GET /payouts`; `partnerId` beats `tenantId`. */
export interface PayoutListQuery extends PageQuery {
  status?: PayoutStatus;
  partnerId?: string;
  tenantId?: string;
  invoiceId?: string;
  groupId?: string;
  /** Default `amount`. */
  sortBy?: "amount" | "initiatedAt" | "paidAt";
  /** Default `desc`. */
  sortOrder?: SortOrder;
}

/** Body of `PATCH /payouts/{id}`: the next status only (P1..P6). */
export interface PayoutPatch {
  status: Exclude<PayoutStatus, "pending">;
  /** The operator's own reference of the transfer (P10). */
  reference?: string;
  failureReason?: string;
}
