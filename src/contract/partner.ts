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

/** Standing of a partner in the network, independent of enrollments. */
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

/** Reasons of a ban. */
export const bannedReasons = [
  "tos_violation",
  "inappropriate_content",
  "fake_traffic",
  "fraud",
  "spam",
  "brand_abuse",
] as const;

/** Reasons of a rejected application. */
export const rejectionReasons = ["needsMoreDetail", "doesNotMeetRequirements", "notTheRightFit", "other"] as const;

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
