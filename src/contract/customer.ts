import type { CursorQuery, DateTime, Money, PageQuery, SortOrder } from "./scalars.ts";

/** A customer a partner brought. */
export interface Customer {
  id: string;
  externalId: string;
  name: string | null;
  email: string | null;
  avatar: string | null;
  country: string | null;
  stripeCustomerId: string | null;
  sales: number;
  saleAmount: Money;
  createdAt: DateTime;
  firstSaleAt: DateTime | null;
  subscriptionCanceledAt: DateTime | null;
  /** With `includeExpandedFields=true` only, as are the next three. */
  link?: { id: string; domain: string; key: string; shortLink: string; url: string; programId: string | null } | null;
  partner?: { id: string; name: string; email: string | null; image: string | null } | null;
  programId?: string | null;
  discount?: {
    id: string;
    type: "flat" | "percentage";
    amount: number;
    maxDuration: number | null;
    description: string | null;
    couponId: null;
    couponTestId: null;
  } | null;
}

/** Query of `GET /customers`; `email` beats `externalId` beats `search`. */
export interface CustomerListQuery extends PageQuery, CursorQuery {
  email?: string;
  externalId?: string;
  search?: string;
  country?: string;
  linkId?: string;
  programId?: string;
  partnerId?: string;
  includeExpandedFields?: boolean;
  /** Default `createdAt`. */
  sortBy?: "createdAt" | "saleAmount" | "firstSaleAt" | "subscriptionCanceledAt";
  sortOrder?: SortOrder;
}

/** Body of `PATCH /customers/{id}`. */
export interface CustomerPatch {
  name?: string | null;
  email?: string | null;
  avatar?: string | null;
  externalId?: string;
  country?: string | null;
  stripeCustomerId?: string | null;
}

/** Body of `POST /customers`. */
export interface CustomerInput extends CustomerPatch {
  externalId: string;
}
