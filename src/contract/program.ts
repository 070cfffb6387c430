import type { PayoutMethodName } from "./partner.ts";
import type { ReferralForm } from "./referral-form.ts";
import type { DateTime, Money } from "./scalars.ts";

/** Plans of a workspace, lowest first. */
export const plans = ["free", "pro", "business", "advanced", "enterprise"] as const;
/** Plan of a workspace; the embed needs `advanced` or above. */
export type Plan = (typeof plans)[number];

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

/** A question of the program's FAQ. */
export interface FaqEntry {
  question: string;
  answer: string;
}

/** A resource of the program: a file, colour or link. */
export interface ProgramResource {
  type: "logo" | "link" | "color" | "file";
  name: string;
  value: string;
}

/** How the embed of a program looks and what it shows (api-contract §8). */
export interface EmbedSettings {
  sections: Record<EmbedSection, boolean>;
  leaderboard: { amounts: "bands" | "exact"; period: "all" | "30d" | "month" };
  faq: FaqEntry[] | null;
  resources: ProgramResource[] | null;
  termsUrl: string | null;
  supportEmail: string | null;
  poweredBy: boolean;
  linkStyle: "short" | "query";
}

/** A partner program. */
export interface Program {
  id: string;
  name: string;
  logo: string | null;
  brandColor: string | null;
  /** Landing page. */
  url: string;
  /** Lower case; fixed once money exists. */
  currency: string;
  timezone: string;
  minPayoutAmount: Money;
  holdingPeriodDays: 0 | 7 | 14 | 30 | 60 | 90;
  attributionModel: "last" | "first";
  /** 1..365, default 90. */
  attributionWindowDays: number;
  selfReferral: "hold" | "allow" | "block";
  autoApprove: boolean;
  onTenantMismatch: "reject" | "relink";
  allowedOrigins: string[];
  fallbackUrl: string | null;
  clickIdParams: string[];
  payoutMethods: PayoutMethodName[];
  embed: EmbedSettings;
}

/** Body of `PATCH /program`. */
export type ProgramPatch = Partial<Omit<Program, "id" | "embed">> & {
  embed?: Partial<Omit<EmbedSettings, "sections">> & { sections?: Partial<Record<EmbedSection, boolean>> };
};

/** A host a partner's link may point to. */
export interface LinkHost {
  host: string;
  mode: "exact" | "host";
}

/** A group of partners with rewards of its own. */
export interface Group {
  id: string;
  name: string;
  slug: string;
  color: string | null;
  maxPartnerLinks: number | null;
  linkHosts: LinkHost[];
  defaultUrls: string[];
  referralFormData: ReferralForm | null;
  clickRewardId: string | null;
  leadRewardId: string | null;
  saleRewardId: string | null;
  referralRewardId: string | null;
  discountId: string | null;
  utm: Record<string, string> | null;
}

/** Events a reward may pay for. */
export const rewardEvents = ["click", "lead", "sale", "referral"] as const;
/** Event of a reward. */
export type RewardEvent = (typeof rewardEvents)[number];

/** What a partner earns for an event. */
export interface Reward {
  id: string;
  event: RewardEvent;
  type: "flat" | "percentage";
  /** Money when flat; per cent with at most 2 decimals when percentage. */
  amount: number;
  /** 0 = first sale only, `null` = lifetime. */
  maxDurationMonths: number | null;
  /** Cap in money, per partner and customer. */
  maxAmount: Money | null;
  description: string | null;
}

/** What a referred customer saves. */
export interface Discount {
  id: string;
  type: "flat" | "percentage";
  amount: number;
  maxDuration: number | null;
  description: string | null;
}

/** A code a buyer enters for a partner's discount. */
export interface DiscountCode {
  id: string;
  code: string;
  discountId: string | null;
  partnerId: string;
  linkId: string;
  /** Set while the partner is banned or deactivated: nobody else gets the code. */
  disabledAt: DateTime | null;
}

/** Body of `POST /discount-codes`; without `code` one is made from the partner's name. */
export interface DiscountCodeInput {
  partnerId: string;
  linkId: string;
  code?: string;
}

/** Query of `GET /discount-codes`. */
export interface DiscountCodeListQuery {
  partnerId?: string;
  discountId?: string;
  page?: number;
  pageSize?: number;
}

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
/** Scope of an API key. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** An API key; the plain key is shown once, in the answer that made it. */
export interface ApiKey {
  id: string;
  name: string;
  /** Secret (`ref_`) or publishable (`ref_pub_`). */
  kind: "secret" | "publishable";
  last4: string;
  /** `null` = all. */
  scopes: ApiKeyScope[] | null;
  expiresAt: DateTime | null;
  revokedAt: DateTime | null;
  lastUsedAt: DateTime | null;
  createdAt: DateTime;
  /** Publishable keys always; secret keys once, `null` in a replayed answer. */
  key?: string | null;
}

/** Body of `POST /api-keys`. */
export interface ApiKeyInput {
  name: string;
  kind?: "secret" | "publishable";
  scopes?: ApiKeyScope[];
  expiresAt?: string | null;
}
