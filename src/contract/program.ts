/** Plans of a workspace, lowest first. */
export const plans = ["free", "pro", "business", "advanced", "enterprise"] as const;

/** Parts of the embed a program can switch off. */
export const embedSections = [
  "links",
  "earnings",
  "revenue",
  "payouts",
  "analytics",
  "events",
  "leaderboard",
  "resources",
  "faq",
  "referrals",
  "profile",
  "payoutSettings",
  "export",
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
  "commissions.backdate",
  "payouts.read",
  "payouts.write",
  "workspace.read",
  "workspace.write",
  "analytics.read",
  "audit.read",
  "people.read",
  "people.write",
  "track.write",
  "tokens.write",
] as const;

/** What a person may do in the console: all, all but what gives others access, look. */
export const personRoles = ["owner", "manager", "viewer"] as const;

/** Who may have changed something. */
export const actorTypes = ["user", "api_key", "partner", "person", "rule", "system"] as const;

/** What an embed token may do; `read` is always included. */
export const embedScopes = ["read", "links:write", "profile:write", "payouts:write", "referrals:write"] as const;
