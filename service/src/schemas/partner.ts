import { z } from "@hono/zod-openapi";
import {
  bannedReasons,
  enrollmentStatuses,
  networkStatuses,
  partnerSortFields,
  payoutMethods,
  rejectionReasons,
  type Partner,
  type PartnerFilter,
  type PartnerListQuery,
  type PartnerRef,
} from "referrals-embed/contract";
import { linkSummary } from "./link-summary.ts";
import { page, pageSize } from "./query.ts";
import { referralForm } from "./referral-form.ts";
import { omissible } from "./text.ts";

const text = z.string().nullable();
const date = z.string().nullable();
const ratio = z.number().nullable();

/** Partner enrollment record: exactly the specification's properties. */
export const partner = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    username: text,
    email: text,
    image: text,
    description: text,
    country: text,
    companyName: text,
    networkStatus: z.enum(networkStatuses),
    defaultPayoutMethod: z.enum(payoutMethods).nullable(),
    paypalEmail: text,
    stripeConnectId: text,
    payoutsEnabledAt: date,
    identityVerifiedAt: date,
    programId: z.string(),
    groupId: text,
    partnerId: z.string(),
    tenantId: text,
    createdAt: z.string(),
    status: z.enum(enrollmentStatuses),
    links: z.array(linkSummary).nullable(),
    totalCommissions: z.int(),
    clickRewardId: text,
    leadRewardId: text,
    saleRewardId: text,
    referralRewardId: text,
    discountId: text,
    applicationId: text,
    bannedAt: date,
    bannedReason: z.enum(bannedReasons).nullable(),
    referralFormData: referralForm.nullable(),
    application: z
      .strictObject({
        rejectionReason: z.enum(rejectionReasons).nullable(),
        rejectionNote: text,
        reviewedAt: date,
      })
      .nullable(),
    tags: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    totalClicks: z.int(),
    totalLeads: z.int(),
    totalConversions: z.int(),
    totalSales: z.int(),
    totalSaleAmount: z.int(),
    netRevenue: z.int(),
    earningsPerClick: ratio,
    averageLifetimeValue: ratio,
    clickToLeadRate: ratio,
    clickToConversionRate: ratio,
    leadToConversionRate: ratio,
    returnOnAdSpend: ratio,
    website: text,
    youtube: text,
    twitter: text,
    linkedin: text,
    instagram: text,
    tiktok: text,
    trustedAt: date,
  })
  .openapi("Partner") satisfies z.ZodType<Partner>;

/** Filters of the partner list and its count. */
export const partnerFilter = z.object({
  groupId: z.string().optional(),
  status: z.enum(enrollmentStatuses).optional(),
  country: z.string().optional(),
  email: z.string().optional(),
  tenantId: z.string().optional(),
  search: z.string().optional(),
}) satisfies z.ZodType<PartnerFilter>;

/** Query of `GET /partners`. */
export const partnerListQuery = partnerFilter.extend({
  sortBy: z.enum(partnerSortFields).default("totalSaleAmount"),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
  page,
  pageSize: pageSize(),
}) satisfies z.ZodType<PartnerListQuery>;

const oneOf = (ref: PartnerRef): boolean => ref.partnerId !== undefined || ref.tenantId !== undefined;
const neither = { message: "partnerId or tenantId is required" };

/** Names a partner by `partnerId` or `tenantId` in a body; one of them must be there. */
export const partnerRef = z
  .object({ partnerId: omissible(z.string()), tenantId: omissible(z.string()) })
  .refine(oneOf, neither) satisfies z.ZodType<PartnerRef>;

/** The same in a query. */
export const partnerQuery = z
  .object({ partnerId: z.string().optional(), tenantId: z.string().optional() })
  .refine(oneOf, neither) satisfies z.ZodType<PartnerRef>;

/** Path of one partner. */
export const partnerParams = z.object({ partnerId: z.string() });
