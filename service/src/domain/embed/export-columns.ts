import type { ExportSection } from "./export-rows.ts";

const columns = (names: string): readonly string[] => names.split(" ");

/** Columns of each part's CSV; a dot reaches into a record. */
export const exportColumns: Record<ExportSection, readonly string[]> = {
  profile: columns(
    "id name email image username description country companyName website youtube twitter linkedin instagram tiktok " +
      "leaderboardOptIn leaderboardName locale timezone",
  ),
  links: columns(
    "id domain key shortLink url shareUrl isDefault archived clicks leads conversions sales saleAmount createdAt updatedAt",
  ),
  earnings: columns(
    "id type amount earnings currency status quantity description statusReason createdAt payableAt paidAt payout.id " +
      "payout.status customer.id customer.label customer.country link.id link.shortLink link.url sourceId rule.rewardId " +
      "rule.type rule.amount rule.capped",
  ),
  payouts: columns(
    "id amount currency status method periodStart periodEnd createdAt initiatedAt paidAt failureReason commissionCount",
  ),
  events: columns(
    "id event timestamp eventName link.id link.shortLink country city device browser os referer trigger customer.id " +
      "customer.label customer.country sale.amount sale.currency earnings",
  ),
  referrals: columns("id status values createdAt updatedAt"),
};
