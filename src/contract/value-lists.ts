/** Colours of a tag. */
export const tagColors = ["red", "yellow", "green", "blue", "purple", "brown", "gray", "pink"] as const;

/** Payment processors a sale may name. */
export const paymentProcessors = [
  "stripe",
  "shopify",
  "polar",
  "paddle",
  "apple",
  "revenuecat",
  "lemonsqueezy",
  "dub",
  "custom",
] as const;

/** Payment providers an integration takes events of; each is a payment processor too. */
export const paymentProviders = ["stripe", "paddle", "polar", "lemonsqueezy"] as const;

/** What an embed token may do; `read` is always included. */
export const embedScopes = ["read", "links:write", "profile:write", "payouts:write", "referrals:write"] as const;
