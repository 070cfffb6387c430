import { z } from "@hono/zod-openapi";
import { type PartnerRef } from "referrals-embed/contract";
import { linkSummary } from "./link-summary.ts";
import { csvAmounts, paging, queryBool } from "./query.ts";
import { referralForm } from "./referral-form.ts";
import { omissible } from "./text.ts";
import {
  bannedReason,
  enrollmentStatus,
  networkStatus,
  partnerSortField,
  partnerPayoutMethod,
  rejectionReason,
} from "./values.ts";

const text = z.string().nullable();
const date = z.string().nullable();
const ratio = z.number().nullable();

/** Where partners are found. */
export const presence = {
  website: text.describe("URL of the partner's site, with `https://`."),
  youtube: text.describe("Name on YouTube."),
  twitter: text.describe("Name on X, formerly Twitter."),
  linkedin: text.describe("Name on LinkedIn."),
  instagram: text.describe("Name on Instagram."),
  tiktok: text.describe("Name on TikTok."),
};

export const applicationReview = z
  .strictObject({
    rejectionReason: rejectionReason.nullable().describe("Why the application was rejected; `null` unless it was."),
    rejectionNote: text.describe("What the reviewer wrote to the partner."),
    reviewedAt: date.describe("When it was approved or rejected; `null` while it waits."),
  })
  .describe("Review of a partner's application.");

export const partner = z
  .strictObject({
    id: z.string().describe("The partner's id, `pn_…`."),
    name: z.string().describe("Full legal name."),
    username: text.describe("Name in addresses, unique across the service."),
    email: text.describe("Address as it was given; unique across the service whatever its letter case."),
    image: text.describe("URL of the avatar."),
    description: text.describe("What the partner says of themselves."),
    country: text.describe("Country of residence for tax purposes, ISO 3166-1 alpha-2."),
    companyName: text.describe("Legal name of the company, when the partner is one."),
    networkStatus: networkStatus.describe("Standing in the network, independent of this enrollment."),
    defaultPayoutMethod: partnerPayoutMethod
      .nullable()
      .describe(
        "How the partner is paid: `connect` to a bank, `stablecoin` in USDC to a wallet, `paypal`, or `tremendous`.",
      ),
    paypalEmail: text.describe("Address that receives payouts by PayPal."),
    stripeConnectId: text.describe("Account that receives payouts through the connect provider."),
    payoutsEnabledAt: date.describe("When payouts to the partner were enabled."),
    identityVerifiedAt: date.describe("When the partner's identity was verified."),
    programId: z.string().describe("The program the partner is enrolled in."),
    groupId: text.describe("The group whose rewards and rules apply."),
    partnerId: z.string().describe("The same as `id`."),
    tenantId: text.describe("The partner's id in your own database."),
    createdAt: z.string().describe("When the enrollment was made."),
    status: enrollmentStatus.describe("Where the enrollment stands."),
    links: z.array(linkSummary).nullable().describe("The partner's links that are not deleted, oldest first."),
    totalCommissions: z
      .int()
      .describe("Commissions paid to the partner so far. What is still to be paid is not in it."),
    clickRewardId: text.describe("Reward paid for clicks."),
    leadRewardId: text.describe("Reward paid for leads."),
    saleRewardId: text.describe("Reward paid for sales."),
    referralRewardId: text.describe("Reward paid for partners this one brought."),
    discountId: text.describe("Discount given to the customers this partner brings."),
    applicationId: text.describe("The application, when the partner applied."),
    bannedAt: date.describe("When the partner was banned."),
    bannedReason: bannedReason.nullable().describe("Why the partner was banned."),
    referralFormData: referralForm.nullable().describe("The form with which partners of this group send referrals."),
    application: applicationReview
      .nullable()
      .describe("Outcome of the application; `null` when the partner never applied."),
    tags: z
      .array(
        z.strictObject({
          id: z.string().describe("Id of the tag, `tag_…`."),
          name: z.string().meta({ description: "Name of the tag.", examples: ["Newsletter"] }),
        }),
      )
      .describe("Tags of the enrollment."),
    totalClicks: z.int().describe("Clicks on the partner's links."),
    totalLeads: z.int().describe("Leads the partner brought."),
    totalConversions: z.int().describe("Leads that became paying customers."),
    totalSales: z.int().describe("Sales, recurring ones included, less those refunded in full."),
    totalSaleAmount: z.int().describe("Revenue from the partner's links, less refunds."),
    netRevenue: z.int().describe("`totalSaleAmount` less `totalCommissions`; may be negative."),
    earningsPerClick: ratio.describe(
      "`totalSaleAmount` divided by `totalClicks`, in minor units, not rounded; `null` without clicks.",
    ),
    averageLifetimeValue: ratio.describe(
      "`totalSaleAmount` divided by `totalConversions`, in minor units, not rounded; `null` without conversions.",
    ),
    clickToLeadRate: ratio.describe(
      "`totalLeads` divided by `totalClicks`: a ratio, not per cent; `null` without clicks.",
    ),
    clickToConversionRate: ratio.describe(
      "`totalConversions` divided by `totalClicks`: a ratio, not per cent; `null` without clicks.",
    ),
    leadToConversionRate: ratio.describe(
      "`totalConversions` divided by `totalLeads`: a ratio, not per cent; `null` without leads.",
    ),
    returnOnAdSpend: ratio.describe("`totalSaleAmount` divided by `totalCommissions`; `null` while nothing is paid."),
    ...presence,
    trustedAt: date.meta({
      description: "When the partner became trusted. Deprecated: `networkStatus` replaces it.",
      deprecated: true,
    }),
  })
  .describe("Partner enrollment record: exactly the specification's properties, optional ones included.")
  .openapi("Partner");

export const invitedPartner = z
  .strictObject({
    ...partner.shape,
    invitation: z
      .strictObject({
        url: z
          .string()
          .describe("Link that shows the invitation and signs the partner in, once. The links of earlier calls end."),
        expiresAt: z.string().describe("When the invitation and the link end."),
        mailed: z
          .boolean()
          .describe("Whether the link is mailed to the partner: where mails are sent, and at most a few times a day."),
      })
      .describe("The link that was mailed to the partner, where mails are sent; give it to the partner alone."),
  })
  .describe("A partner with the link of their invitation.");

export const partnerNote = z
  .strictObject({
    partnerId: z.string().describe("Id of the partner, `pn_…`."),
    note: text.meta({
      description: "What your people have noted, with its line breaks; `null` without a note.",
      examples: ["Prefers to be called. Wants to talk about a rate in spring."],
    }),
  })
  .describe("What your people have noted of a partner. The partner never sees it.");

export const partnerFilter = z
  .object({
    groupId: z.string().optional().describe("Only partners of this group."),
    partnerTagId: z.string().optional().describe("Only partners with this tag."),
    status: enrollmentStatus.optional().describe("Only enrollments in this status; all of them by default."),
    country: z.string().optional().describe("Only partners of this country, in any letter case."),
    email: z
      .string()
      .optional()
      .describe("Only the partner with this address, in any letter case. `search` is then ignored."),
    tenantId: z
      .string()
      .optional()
      .describe("Only the partner with this id in your own database. `email` and `search` are then ignored."),
    search: z
      .string()
      .optional()
      .describe(
        "Partner id, or a part of name, email, link key, short link or the first 500 characters of a destination, in any letter case.",
      ),
  })
  .describe("Filters shared by the partner list and its count; `tenantId` beats `email` beats `search`.");

export const partnerListQuery = partnerFilter
  .extend({
    sortBy: partnerSortField
      .default("totalSaleAmount")
      .describe("What to sort by; equal values come in the order of their ids, `null` last."),
    sortOrder: z.enum(["asc", "desc"]).default("desc").describe("Direction of the sort."),
    ...paging("Partners"),
    total: queryBool
      .default(true)
      .describe("`false` leaves `X-Total-Count` out where counting would take longer than listing."),
    ...csvAmounts,
  })
  .describe("Query of `GET /partners`.");

const oneOf = (ref: PartnerRef): boolean => ref.partnerId !== undefined || ref.tenantId !== undefined;
const neither = { message: "partnerId or tenantId is required" };

export const partnerRef = z
  .object({
    partnerId: omissible(z.string()).describe(
      "Id of the partner, `pn_…`; wins over `tenantId`. One of the two is required.",
    ),
    tenantId: omissible(z.string()).describe("The partner's id in your own database."),
  })
  .refine(oneOf, neither)
  .describe("Names a partner by one of two ids; `partnerId` wins.");

export const partnerQuery = z
  .object({
    partnerId: z
      .string()
      .optional()
      .describe("Id of the partner, `pn_…`; wins over `tenantId`. One of the two is required."),
    tenantId: z.string().optional().describe("The partner's id in your own database."),
  })
  .refine(oneOf, neither)
  .describe("Names a partner by one of two ids; `partnerId` wins.");

export const partnerParams = z
  .object({ partnerId: z.string().describe("Id of the partner, `pn_…`.") })
  .describe("Path of one partner.");
