import type { DateTime, Money, SortOrder } from "./scalars.ts";
import type { LinkSummary, PartnerLinkProps } from "./link.ts";
import type { ReferralForm } from "./referral-form.ts";

/** Enrollment statuses (specification, States). */
export const enrollmentStatuses = [
  /** Applied, and waits for a review. */
  "pending",

  /** Active: links work, and events earn. */
  "approved",

  /** The application was rejected. */
  "rejected",

  /** Invited: links work, payouts wait for the acceptance. */
  "invited",

  /** Declined the invitation; links are off. */
  "declined",

  /** Ended in good standing: links are off, what was earned is still paid. */
  "deactivated",

  /** Excluded: links are off, unpaid commissions are canceled. */
  "banned",

  /** Active, but hidden from your own view. */
  "archived",
] as const;
/** Status of an enrollment. */
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

/** Standing of a partner in the network, independent of enrollments (domain-rules E31). */
export const networkStatuses = [
  /** New, and not yet handed in. */
  "draft",
  /** Handed in for a review. */
  "submitted",
  /** Reviewed and accepted. */
  "approved",
  /** Reviewed and refused. */
  "rejected",
  /** Accepted, and known for good work. */
  "trusted",
] as const;
/** Network status of a partner. */
export type NetworkStatus = (typeof networkStatuses)[number];

/** Ways a partner may be paid. */
export const payoutMethods = [
  /** To a bank account, through a payment-connect provider. */
  "connect",
  /** In USDC to a crypto wallet. */
  "stablecoin",
  /** To a PayPal account. */
  "paypal",
  /** By Tremendous, to an address. */
  "tremendous",
] as const;
/** A payout method. */
export type PayoutMethodName = (typeof payoutMethods)[number];

/** Reasons of a ban. */
export const bannedReasons = [
  "tos_violation",
  "inappropriate_content",
  "fake_traffic",
  "fraud",
  "spam",
  "brand_abuse",
] as const;
/** Reason of a ban. */
export type BannedReason = (typeof bannedReasons)[number];

/** Reasons of a rejected application. */
export const rejectionReasons = ["needsMoreDetail", "doesNotMeetRequirements", "notTheRightFit", "other"] as const;
/** Reason of a rejected application. */
export type RejectionReason = (typeof rejectionReasons)[number];

/** What a partner list may be sorted by. */
export const partnerSortFields = [
  "createdAt",
  "totalClicks",
  "totalLeads",
  "totalConversions",
  "totalSaleAmount",
  "totalCommissions",
  "netRevenue",
  "earningsPerClick",
  "averageLifetimeValue",
  "clickToLeadRate",
  "clickToConversionRate",
  "leadToConversionRate",
  "returnOnAdSpend",
] as const;
/** A sort field of `GET /partners`. */
export type PartnerSortField = (typeof partnerSortFields)[number];

/** Review of a partner's application. */
export interface ApplicationReview {
  /** Why the application was rejected; `null` unless it was. */
  rejectionReason: RejectionReason | null;
  /** What the reviewer wrote to the partner. */
  rejectionNote: string | null;
  /** When it was approved or rejected; `null` while it waits. */
  reviewedAt: DateTime | null;
}

/** Partner enrollment record: exactly the specification's properties, optional ones included (api-contract §7.1). */
export interface Partner {
  /** The partner's id, `pn_…`. */
  id: string;
  /** Full legal name. */
  name: string;
  /** Name in addresses, unique across the service. */
  username: string | null;
  /** Address as it was given; unique across the service whatever its letter case. */
  email: string | null;
  /** URL of the avatar. */
  image: string | null;
  /** What the partner says of themselves. */
  description: string | null;
  /** Country of residence for tax purposes, ISO 3166-1 alpha-2. */
  country: string | null;
  /** Legal name of the company, when the partner is one. */
  companyName: string | null;
  /** Standing in the network, independent of this enrollment. */
  networkStatus: NetworkStatus;
  /** How the partner is paid: `connect` to a bank, `stablecoin` in USDC to a wallet, `paypal`, or `tremendous`. */
  defaultPayoutMethod: PayoutMethodName | null;
  /** Address that receives payouts by PayPal. */
  paypalEmail: string | null;
  /** Account that receives payouts through the connect provider. */
  stripeConnectId: string | null;
  /** When payouts to the partner were enabled. */
  payoutsEnabledAt: DateTime | null;
  /** When the partner's identity was verified. */
  identityVerifiedAt: DateTime | null;
  /** The program the partner is enrolled in. */
  programId: string;
  /** The group whose rewards and rules apply. */
  groupId: string | null;
  /** The same as `id`. */
  partnerId: string;
  /** The partner's id in your own database. */
  tenantId: string | null;
  /** When the enrollment was made. */
  createdAt: DateTime;
  /** Where the enrollment stands. */
  status: EnrollmentStatus;
  /** The partner's links that are not deleted, oldest first. */
  links: LinkSummary[] | null;
  /** Commissions paid to the partner so far. What is still to be paid is not in it. */
  totalCommissions: Money;
  /** Reward paid for clicks. */
  clickRewardId: string | null;
  /** Reward paid for leads. */
  leadRewardId: string | null;
  /** Reward paid for sales. */
  saleRewardId: string | null;
  /** Reward paid for partners this one brought. */
  referralRewardId: string | null;
  /** Discount given to the customers this partner brings. */
  discountId: string | null;
  /** The application, when the partner applied. */
  applicationId: string | null;
  /** When the partner was banned. */
  bannedAt: DateTime | null;
  /** Why the partner was banned. */
  bannedReason: BannedReason | null;
  /** The form with which partners of this group send referrals. */
  referralFormData: ReferralForm | null;
  /** Outcome of the application; `null` when the partner never applied. */
  application: ApplicationReview | null;
  /** Tags of the enrollment. */
  tags: {
    /** Id of the tag. */
    id: string;
    /** Name of the tag. */
    name: string;
  }[];
  /** Clicks on the partner's links. */
  totalClicks: number;
  /** Leads the partner brought. */
  totalLeads: number;
  /** Leads that became paying customers. */
  totalConversions: number;
  /** Sales, recurring ones included, less those refunded in full. */
  totalSales: number;
  /** Revenue from the partner's links, less refunds. */
  totalSaleAmount: Money;
  /** `totalSaleAmount` less `totalCommissions`; may be negative. */
  netRevenue: Money;
  /** `totalSaleAmount` divided by `totalClicks`, in minor units, not rounded; `null` without clicks. */
  earningsPerClick: number | null;
  /** `totalSaleAmount` divided by `totalConversions`, in minor units, not rounded; `null` without conversions. */
  averageLifetimeValue: number | null;
  /** `totalLeads` divided by `totalClicks`: a ratio, not per cent; `null` without clicks. */
  clickToLeadRate: number | null;
  /** `totalConversions` divided by `totalClicks`: a ratio, not per cent; `null` without clicks. */
  clickToConversionRate: number | null;
  /** `totalConversions` divided by `totalLeads`: a ratio, not per cent; `null` without leads. */
  leadToConversionRate: number | null;
  /** `totalSaleAmount` divided by `totalCommissions`; `null` while nothing is paid. */
  returnOnAdSpend: number | null;
  /** URL of the partner's site, with `https://`. */
  website: string | null;
  /** Name on YouTube. */
  youtube: string | null;
  /** Name on X, formerly Twitter. */
  twitter: string | null;
  /** Name on LinkedIn. */
  linkedin: string | null;
  /** Name on Instagram. */
  instagram: string | null;
  /** Name on TikTok. */
  tiktok: string | null;
  /**
   * When the partner became trusted.
   * @deprecated `networkStatus` replaces it.
   */
  trustedAt: DateTime | null;
}

/** Filters shared by the partner list and its count; `tenantId` beats `email` beats `search`. */
export interface PartnerFilter {
  /** Only partners of this group. */
  groupId?: string;
  /** Only enrollments in this status; all of them by default. */
  status?: EnrollmentStatus;
  /** Only partners of this country, in any letter case. */
  country?: string;
  /** Only the partner with this address, in any letter case. `search` is then ignored. */
  email?: string;
  /** Only the partner with this id in your own database. `email` and `search` are then ignored. */
  tenantId?: string;
  /** Partner id, or a part of name, email, link key, short link or destination, in any letter case. */
  search?: string;
}

/** Query of `GET /partners`. */
export interface PartnerListQuery extends PartnerFilter {
  /** What to sort by; equal values come in the order of their ids, `null` last. */
  sortBy?: PartnerSortField;
  /** Direction of the sort. */
  sortOrder?: SortOrder;
  /** Number of the page, from 1; past the last one the list is empty. */
  page?: number;
  /** Partners per page. */
  pageSize?: number;
}

/** Profile fields an integrator may set on a partner. */
export interface PartnerInput {
  /** The partner's address; pass only one you have verified. */
  email: string;
  /** Full legal name. */
  name?: string | null;
  /** Name in addresses, unique across the service; also the key of the first link. Default: none. */
  username?: string | null;
  /** URL of the avatar; anything but an absolute http or https URL is stored as `null`. */
  image?: string | null;
  /** The partner's id in your own database. */
  tenantId?: string | null;
  /** Id or slug of the group to enroll in. Default: the program's own. */
  groupId?: string | null;
  /** Country of residence, ISO 3166-1 alpha-2. */
  country?: string | null;
  /** What the partner says of themselves. */
  description?: string | null;
  /** Fields of the links made for the partner. */
  linkProps?: PartnerLinkProps;
}

/** Body of `PATCH /partners/{partnerId}`. */
export interface PartnerPatch {
  /** Full legal name. */
  name?: string;
  /** URL of the avatar. */
  image?: string | null;
  /** Id or slug of the group to move to; its rewards count from then on, and its default links are added. */
  groupId?: string;
  /** The partner's id in your own database. */
  tenantId?: string | null;
  /** Country of residence, ISO 3166-1 alpha-2. */
  country?: string | null;
  /** What the partner says of themselves. */
  description?: string | null;
  /** Legal name of the company. */
  companyName?: string | null;
  /**
   * Next standing in the network: draft → submitted → approved or rejected; rejected → submitted; approved ⇄ trusted.
   */
  networkStatus?: NetworkStatus;
  /** Ids of all tags the enrollment shall have. */
  tagIds?: string[];
  /** URL of the partner's site. */
  website?: string | null;
  /** Name on YouTube. */
  youtube?: string | null;
  /** Name on X, formerly Twitter. */
  twitter?: string | null;
  /** Name on LinkedIn. */
  linkedin?: string | null;
  /** Name on Instagram. */
  instagram?: string | null;
  /** Name on TikTok. */
  tiktok?: string | null;
}

/** Names a partner by one of two ids; `partnerId` wins. */
export interface PartnerRef {
  /** Id of the partner, `pn_…`; wins over `tenantId`. One of the two is required. */
  partnerId?: string;
  /** The partner's id in your own database. */
  tenantId?: string;
}

/** A pending application as `GET /partners/applications` lists it. */
export interface Application {
  /** Id of the application, `app_…`. */
  id: string;
  /** When the partner applied. */
  createdAt: DateTime;
  /** Who applied. */
  partner: {
    /** Id of the partner, `pn_…`. */
    id: string;
    /** Full name. */
    name: string;
    /** Legal name of the company, when the partner is one. */
    companyName: string | null;
    /** Address as it was given. */
    email: string | null;
    /** URL of the avatar. */
    image: string | null;
    /** What the partner says of themselves. */
    description: string | null;
    /** Country of residence, ISO 3166-1 alpha-2. */
    country: string | null;
    /** The group applied to. */
    groupId: string | null;
    /** Where the enrollment stands; `pending` in this list. */
    status: EnrollmentStatus;
    /** URL of the partner's site. */
    website: string | null;
    /** Name on YouTube. */
    youtube: string | null;
    /** Name on X, formerly Twitter. */
    twitter: string | null;
    /** Name on LinkedIn. */
    linkedin: string | null;
    /** Name on Instagram. */
    instagram: string | null;
    /** Name on TikTok. */
    tiktok: string | null;
  };
  /** The answers in the order of the form; `null` when the program asks nothing. */
  applicationFormData:
    | {
        /** The question as it was asked. */
        label: string;
        /** The answer; `null` when it was left empty. */
        value: string | null;
      }[]
    | null;
}

/** Body of `POST /partners/applications/reject`. */
export interface ApplicationRejectInput {
  /** Id of the partner who applied, `pn_…`. */
  partnerId: string;
  /** Why; shown to the partner in words. */
  rejectionReason?: RejectionReason;
  /** A note to the partner. */
  rejectionNote?: string;
  /** When the partner may apply again: at once, after 30 days (`standard`, the default), or never. */
  reapplicationTimeframe?: "instant" | "standard" | "never";
  /** Whether to mark the application as a suspected fraud. Default `false`. */
  flagForFraud?: boolean;
  /** What raised the suspicion; never shown to the partner. */
  flagForFraudReason?: string;
}
