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

/** Standing of a partner in the network, independent of enrollments. */
export const networkStatuses = ["draft", "submitted", "approved", "rejected", "trusted"] as const;

/** Ways a partner may be paid. `bank` and `manual` are set by the server alone, and are `null` in the partner record. */
export const payoutMethods = ["connect", "stablecoin", "paypal", "tremendous", "bank", "manual"] as const;

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

/** Colours of a tag. */
export const tagColors = ["red", "yellow", "green", "blue", "purple", "brown", "gray", "pink"] as const;
