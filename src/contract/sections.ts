/** Sections of `data="referrals"`, in their order. */
export const referralsSections = [
  "overview",
  "links",
  "earnings",
  "leaderboard",
  "resources",
  "refer",
  "settings",
] as const;

/** Sections of `data="analytics"`, in their order. */
export const analyticsSections = ["timeseries", "countries", "devices", "browsers", "referers", "links"] as const;

/** A section a host may choose or hide. */
export type ReferralsSection = (typeof referralsSections)[number] | (typeof analyticsSections)[number];
