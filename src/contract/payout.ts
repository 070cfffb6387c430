import type { CommissionPartner } from "./commission.ts";
import type { PayoutMethodName } from "./partner.ts";
import type { DateTime, Money, PageQuery, SortOrder } from "./scalars.ts";

/** Statuses of a payout (domain-rules §7). */
export const payoutStatuses = [
  /** Collected; commissions may still join or leave. */
  "pending",

  /** Handed over for payment; nothing in it changes any more. */
  "processing",

  /** The payment provider has accepted it. */
  "processed",

  /** The money is on its way. */
  "sent",

  /** The money has arrived. */
  "completed",

  /** It failed; its commissions wait for the next one. */
  "failed",

  /** Given up; its commissions wait for the next one. */
  "canceled",
] as const;
/** Status of a payout. */
export type PayoutStatus = (typeof payoutStatuses)[number];

/** A payout as the server API answers it. */
export interface Payout {
  /** Id of the payout, `po_…`. */
  id: string;
  /** Invoice the payout belongs to, when there is one. */
  invoiceId: string | null;
  /** Sum of its commissions, in minor units of `currency`. */
  amount: Money;
  /** ISO 4217 code of the program. */
  currency: string;
  /** Where it stands. */
  status: PayoutStatus;
  /** What it is for. */
  description: string | null;
  /** When its oldest commission was earned. */
  periodStart: DateTime | null;
  /** Up to when commissions were collected. */
  periodEnd: DateTime | null;
  /** When it was made. */
  createdAt: DateTime;
  /** When it last changed. */
  updatedAt: DateTime;
  /** When it was handed over for payment. */
  initiatedAt: DateTime | null;
  /** When the money arrived. */
  paidAt: DateTime | null;
  /** Why it failed. */
  failureReason: string | null;
  /** Who moves the money: the service, or you (`external`); `null` before it is handed over. */
  mode: "internal" | "external" | null;
  /** How the partner is paid; `null` before it is handed over. */
  method: PayoutMethodName | null;
  /** Your own reference of the transfer. */
  traceId: string | null;
  /** Who is paid. */
  partner: CommissionPartner & {
    /** How the partner wishes to be paid. */
    defaultPayoutMethod: PayoutMethodName | null;
    /** The partner's id in your own database. */
    tenantId: string | null;
  };
  /** Reserved for the user who confirmed the payout. */
  user: {
    /** Id of the user. */
    id: string;
    /** Name. */
    name: string | null;
    /** Address. */
    email: string | null;
    /** URL of the picture. */
    image: string | null;
  } | null;
}

/** Query of `GET /payouts`; `partnerId` beats `tenantId`. */
export interface PayoutListQuery extends PageQuery {
  /** Only payouts in this status. */
  status?: PayoutStatus;
  /** Only payouts of this partner; wins over `tenantId`. */
  partnerId?: string;
  /** Only payouts of the partner with this id in your own database. */
  tenantId?: string;
  /** Only payouts of this invoice. */
  invoiceId?: string;
  /** Only payouts of partners of this group. */
  groupId?: string;
  /** What to sort by. Default `amount`. */
  sortBy?: "amount" | "initiatedAt" | "paidAt";
  /** Direction of the sort. Default `desc`. */
  sortOrder?: SortOrder;
}

/** Body of `PATCH /payouts/{id}`: the next status only. */
export interface PayoutPatch {
  /**
   * Next status: pending → processing → processed → sent → completed; `failed` and `canceled` release its commissions.
   */
  status: Exclude<PayoutStatus, "pending">;
  /** Your own reference of the transfer; the same one again changes nothing. */
  reference?: string;
  /** Why it failed. */
  failureReason?: string;
}
