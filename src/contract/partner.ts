import type { DateTime, Money, SortOrder } from "./scalars.ts";
import type { LinkSummary, PartnerLinkProps } from "./link.ts";
import type { ReferralForm } from "./referral-form.ts";

/** Enrollment statuses (specification, States). */
export const enrollmentStatuses = [
  "pending",
  "approved",
  "rejected",
  "invited",
  "declined",
  "deactivated",
  "banned",
  "archived",
] as const;
/** Status of an enrollment. */
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

/** Standing of a partner in the network, independent of enrollments (domain-rules E31). */
export const networkStatuses = ["draft", "submitted", "approved", "rejected", "trusted"] as const;
/** Network status of a partner. */
export type NetworkStatus = (typeof networkStatuses)[number];

/** Ways a partner may be paid. */
export const payoutMethods = ["connect", "stablecoin", "paypal", "tremendous"] as const;
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
  rejectionReason: RejectionReason | null;
  rejectionNote: string | null;
  reviewedAt: DateTime | null;
}

/** Partner enrollment record: exactly the specification's properties, optional ones included (api-contract §7.1). */
export interface Partner {
  id: string;
  name: string;
  username: string | null;
  email: string | null;
  image: string | null;
  description: string | null;
  country: string | null;
  companyName: string | null;
  networkStatus: NetworkStatus;
  defaultPayoutMethod: PayoutMethodName | null;
  paypalEmail: string | null;
  stripeConnectId: string | null;
  payoutsEnabledAt: DateTime | null;
  identityVerifiedAt: DateTime | null;
  programId: string;
  groupId: string | null;
  partnerId: string;
  tenantId: string | null;
  createdAt: DateTime;
  status: EnrollmentStatus;
  links: LinkSummary[] | null;
  totalCommissions: Money;
  clickRewardId: string | null;
  leadRewardId: string | null;
  saleRewardId: string | null;
  referralRewardId: string | null;
  discountId: string | null;
  applicationId: string | null;
  bannedAt: DateTime | null;
  bannedReason: BannedReason | null;
  referralFormData: ReferralForm | null;
  application: ApplicationReview | null;
  tags: { id: string; name: string }[];
  totalClicks: number;
  totalLeads: number;
  totalConversions: number;
  totalSales: number;
  totalSaleAmount: Money;
  netRevenue: Money;
  earningsPerClick: number | null;
  averageLifetimeValue: number | null;
  clickToLeadRate: number | null;
  clickToConversionRate: number | null;
  leadToConversionRate: number | null;
  returnOnAdSpend: number | null;
  website: string | null;
  youtube: string | null;
  twitter: string | null;
  linkedin: string | null;
  instagram: string | null;
  tiktok: string | null;
  /** @deprecated `networkStatus` replaces it. */
  trustedAt: DateTime | null;
}

/** Filters shared by the partner list and its count; `tenantId` beats `email` beats `search`. */
export interface PartnerFilter {
  groupId?: string;
  status?: EnrollmentStatus;
  country?: string;
  email?: string;
  tenantId?: string;
  /** Partner id, or a substring of name, email, link key, short link or destination. */
  search?: string;
}

/** Query of `GET /partners`. */
export interface PartnerListQuery extends PartnerFilter {
  /** Default `totalSaleAmount`. */
  sortBy?: PartnerSortField;
  /** Default `desc`. */
  sortOrder?: SortOrder;
  /** Integer from 1, default 1. */
  page?: number;
  /** 1..100, default 100. */
  pageSize?: number;
}

/** Profile fields an integrator may set on a partner. */
export interface PartnerInput {
  email: string;
  name?: string | null;
  username?: string | null;
  image?: string | null;
  tenantId?: string | null;
  groupId?: string | null;
  country?: string | null;
  description?: string | null;
  linkProps?: PartnerLinkProps;
}

/** Body of `PATCH /partners/{partnerId}`. */
export interface PartnerPatch {
  name?: string;
  image?: string | null;
  groupId?: string;
  tenantId?: string | null;
  country?: string | null;
  description?: string | null;
  companyName?: string | null;
  networkStatus?: NetworkStatus;
  tagIds?: string[];
  website?: string | null;
  youtube?: string | null;
  twitter?: string | null;
  linkedin?: string | null;
  instagram?: string | null;
  tiktok?: string | null;
}

/** Names a partner by one of two ids; `partnerId` wins. */
export interface PartnerRef {
  partnerId?: string;
  tenantId?: string;
}

/** A pending application as `GET /partners/applications` lists it. */
export interface Application {
  id: string;
  createdAt: DateTime;
  partner: {
    id: string;
    name: string;
    companyName: string | null;
    email: string | null;
    image: string | null;
    description: string | null;
    country: string | null;
    groupId: string | null;
    status: EnrollmentStatus;
    website: string | null;
    youtube: string | null;
    twitter: string | null;
    linkedin: string | null;
    instagram: string | null;
    tiktok: string | null;
  };
  applicationFormData: { label: string; value: string | null }[] | null;
}

/** Body of `POST /partners/applications/reject`. */
export interface ApplicationRejectInput {
  partnerId: string;
  rejectionReason?: RejectionReason;
  /** At most 500 characters. */
  rejectionNote?: string;
  /** `standard` (default) is 30 days. */
  reapplicationTimeframe?: "instant" | "standard" | "never";
  flagForFraud?: boolean;
  /** At most 2000 characters. */
  flagForFraudReason?: string;
}
