/** Plans of a workspace, lowest first. */
export const plans = ["free", "pro", "business", "advanced", "enterprise"] as const;

/** Parts of the embed a program can switch off. */
export const embedSections = [
  /** List of links, and making new ones. */
  "links",
  /** What the partner earns; off, earnings are left out everywhere. */
  "earnings",
  /** Value of sales; off, it is `null` everywhere. */
  "revenue",
  /** List of payouts. */
  "payouts",
  /** Charts and breakdowns. */
  "analytics",
  /** List of clicks, leads and sales. */
  "events",
  /** Leaderboard. */
  "leaderboard",
  /** Logos, colours, files and pages. */
  "resources",
  /** Questions and answers. */
  "faq",
  /** Form for sending referrals. */
  "referrals",
  /** Profile of the partner. */
  "profile",
  /** How the partner is paid. */
  "payoutSettings",
  /** Download of the data. */
  "export",
  /** Figures that change while one looks. */
  "live",
] as const;
/** A part of the embed. */
export type EmbedSection = (typeof embedSections)[number];

/** Events a reward may pay for. */
export const rewardEvents = ["click", "lead", "sale", "referral"] as const;

/** Areas a key may be scoped to, each with `read` and `write`. */
export const apiKeyScopes = [
  "partners.read",
  "partners.write",
  "links.read",
  "links.write",
  "customers.read",
  "customers.write",
  "commissions.read",
  "commissions.write",
  "payouts.read",
  "payouts.write",
  "workspace.read",
  "workspace.write",
  "analytics.read",
  "track.write",
  "tokens.write",
] as const;
