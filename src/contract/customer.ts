import type { CursorQuery, DateTime, Money, PageQuery, SortOrder } from "./scalars.ts";

/** A customer a partner brought. */
export interface Customer {
  /** Id of the customer, `cus_…`. */
  id: string;
  /** The customer's id in your own database. */
  externalId: string;
  /** Name. */
  name: string | null;
  /** Address. */
  email: string | null;
  /** URL of the picture. */
  avatar: string | null;
  /** ISO 3166-1 alpha-2 code. */
  country: string | null;
  /** The customer's id at Stripe. */
  stripeCustomerId: string | null;
  /** Sales so far, less those refunded in full. */
  sales: number;
  /** Revenue so far, in minor units of the program's currency, less refunds. */
  saleAmount: Money;
  /** When the customer was first seen. */
  createdAt: DateTime;
  /** When the customer first paid. */
  firstSaleAt: DateTime | null;
  /** When the subscription was canceled. */
  subscriptionCanceledAt: DateTime | null;
  /** The link that brought the customer; with `includeExpandedFields=true` only. */
  link?: {
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
    /** The program it belongs to. */
    programId: string | null;
  } | null;
  /** The partner who brought the customer; with `includeExpandedFields=true` only. */
  partner?: {
    /** Id of the partner, `pn_…`. */
    id: string;
    /** Full name. */
    name: string;
    /** Address. */
    email: string | null;
    /** URL of the avatar. */
    image: string | null;
  } | null;
  /** The program the customer came through; with `includeExpandedFields=true` only. */
  programId?: string | null;
  /** What the customer saves; with `includeExpandedFields=true` only. */
  discount?: {
    /** Id of the discount, `disc_…`. */
    id: string;
    /** Whether `amount` is money or per cent. */
    type: "flat" | "percentage";
    /** Minor units when flat, per cent when a percentage. */
    amount: number;
    /** For how many months; `null` = for good. */
    maxDuration: number | null;
    /** What customers read of it. */
    description: string | null;
    /** Always `null`: checkout stays with you. */
    couponId: null;
    /** Always `null`. */
    couponTestId: null;
  } | null;
}

/** Query of `GET /customers`; `email` beats `externalId` beats `search`. */
export interface CustomerListQuery extends PageQuery, CursorQuery {
  /** Only the customer with this address. `externalId` and `search` are then ignored. */
  email?: string;
  /** Only the customer with this id in your own database. `search` is then ignored. */
  externalId?: string;
  /** A part of name, address or external id. */
  search?: string;
  /** Only customers of this country, ISO 3166-1 alpha-2. */
  country?: string;
  /** Only customers this link brought. */
  linkId?: string;
  /** Only customers of this program. */
  programId?: string;
  /** Only customers this partner brought. */
  partnerId?: string;
  /** Whether link, partner, program and discount come along. Default `false`. */
  includeExpandedFields?: boolean;
  /** What to sort by; cursors go with `createdAt` only. Default `createdAt`. */
  sortBy?: "createdAt" | "saleAmount" | "firstSaleAt" | "subscriptionCanceledAt";
  /** Direction of the sort. Default `desc`. */
  sortOrder?: SortOrder;
}

/** Body of `PATCH /customers/{id}`. */
export interface CustomerPatch {
  /** Name. */
  name?: string | null;
  /** Address. */
  email?: string | null;
  /** URL of the picture. */
  avatar?: string | null;
  /** The customer's id in your own database; unique in the workspace. */
  externalId?: string;
  /** ISO 3166-1 alpha-2 code. */
  country?: string | null;
  /** The customer's id at Stripe. */
  stripeCustomerId?: string | null;
}

/** Body of `POST /customers`. */
export interface CustomerInput extends CustomerPatch {
  /** The customer's id in your own database; unique in the workspace. */
  externalId: string;
}
