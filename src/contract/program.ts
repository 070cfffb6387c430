import type { PayoutMethodName } from "./partner.ts";
import type { ReferralForm } from "./referral-form.ts";
import type { DateTime, Money } from "./scalars.ts";

/** Plans of a workspace, lowest first. */
export const plans = ["free", "pro", "business", "advanced", "enterprise"] as const;
/** Plan of a workspace; the embed needs `advanced` or above. */
export type Plan = (typeof plans)[number];

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

/** A question of the program's FAQ. */
export interface FaqEntry {
  /** The question. */
  question: string;
  /** Its answer. */
  answer: string;
}

/** A resource of the program: a file, colour or link. */
export interface ProgramResource {
  /** What `value` is: a colour, or the URL of a logo, file or page. */
  type: "logo" | "link" | "color" | "file";
  /** What it is called. */
  name: string;
  /** URL, or CSS colour. */
  value: string;
}

/** How the embed of a program looks and what it shows (api-contract §8). */
export interface EmbedSettings {
  /** Which parts of the dashboard partners see; what is hidden is withheld by the data API too. */
  sections: Record<EmbedSection, boolean>;
  /** How the leaderboard shows others. */
  leaderboard: {
    /** Whether others' earnings are shown in bands or exactly. */
    amounts: "bands" | "exact";
    /** The period it covers. */
    period: "all" | "30d" | "month";
  };
  /** Questions and answers for partners. */
  faq: FaqEntry[] | null;
  /** Logos, colours, files and pages for partners. */
  resources: ProgramResource[] | null;
  /** Terms of the program. */
  termsUrl: string | null;
  /** Where partners write to. */
  supportEmail: string | null;
  /** Whether the dashboard names the service. */
  poweredBy: boolean;
  /** What partners share: the short link, or the destination with `via=<key>`. */
  linkStyle: "short" | "query";
}

/** A partner program. */
export interface Program {
  /** Id of the program, `prog_…`. */
  id: string;
  /** Name partners see. */
  name: string;
  /** URL of the logo. */
  logo: string | null;
  /** CSS colour of the brand. */
  brandColor: string | null;
  /** Landing page, to which default links lead. */
  url: string;
  /** ISO 4217 code in lower case; fixed once money exists. */
  currency: string;
  /** IANA zone of the program's days and months. */
  timezone: string;
  /** Least sum that is paid out, in minor units. */
  minPayoutAmount: Money;
  /** Days a commission waits before it may be paid. */
  holdingPeriodDays: 0 | 7 | 14 | 30 | 60 | 90;
  /** Which click counts when a customer came by several: the last, or the first. */
  attributionModel: "last" | "first";
  /** How old a click may be to bind a customer, in days. */
  attributionWindowDays: number;
  /** What becomes of a partner's own purchases: their commission waits for you, is paid, or they are not counted. */
  selfReferral: "hold" | "allow" | "block";
  /** Whether partners made through the API are approved at once. */
  autoApprove: boolean;
  /** What becomes of a known address under another `tenantId`: an error, or the new one replaces it. */
  onTenantMismatch: "reject" | "relink";
  /** Sites that may show the embed and track from the browser, `scheme://host[:port]`; empty = any. */
  allowedOrigins: string[];
  /** Where links of partners who are not active lead. */
  fallbackUrl: string | null;
  /** Names under which the click id is added to destinations. */
  clickIdParams: string[];
  /** Ways of payment offered to partners. */
  payoutMethods: PayoutMethodName[];
  /** How the partners' dashboard looks and what it shows. */
  embed: EmbedSettings;
}

/** Body of `PATCH /program`. */
export type ProgramPatch = Partial<Omit<Program, "id" | "embed">> & {
  /** Settings of the partners' dashboard; parts may be given alone. */
  embed?: Partial<Omit<EmbedSettings, "sections">> & { sections?: Partial<Record<EmbedSection, boolean>> };
};

/** A host a partner's link may point to. */
export interface LinkHost {
  /** Host name. */
  host: string;
  /** `host`: any page of it; `exact`: default destinations on it only. */
  mode: "exact" | "host";
}

/** A group of partners with rewards of its own. */
export interface Group {
  /** Id of the group, `grp_…`. */
  id: string;
  /** Name of the group. */
  name: string;
  /** Its name in addresses and in `groupId` of new partners. */
  slug: string;
  /** Its colour in lists. */
  color: string | null;
  /** How many links a partner may have, default ones included; `null` = any number. */
  maxPartnerLinks: number | null;
  /** Hosts partners' links may lead to; empty = the host of the program's landing page. */
  linkHosts: LinkHost[];
  /** Destinations of the links each new partner gets; empty = the program's landing page. */
  defaultUrls: string[];
  /** Form with which partners send referrals; `null` = they do not. */
  referralFormData: ReferralForm | null;
  /** Reward for clicks. */
  clickRewardId: string | null;
  /** Reward for leads. */
  leadRewardId: string | null;
  /** Reward for sales. */
  saleRewardId: string | null;
  /** Reward for partners brought in. */
  referralRewardId: string | null;
  /** Discount for the customers its partners bring. */
  discountId: string | null;
  /** UTM parameters of default links: name → value. */
  utm: Record<string, string> | null;
}

/** Events a reward may pay for. */
export const rewardEvents = ["click", "lead", "sale", "referral"] as const;
/** Event of a reward. */
export type RewardEvent = (typeof rewardEvents)[number];

/** What a partner earns for an event. */
export interface Reward {
  /** Id of the reward, `rw_…`. */
  id: string;
  /** What is paid for. */
  event: RewardEvent;
  /** Whether `amount` is money or per cent of the sale. */
  type: "flat" | "percentage";
  /** Minor units of the program's currency when flat; per cent with at most two decimals when a percentage. */
  amount: number;
  /** For how many months after a customer's first sale; 0 = the first sale only, `null` = for good. */
  maxDurationMonths: number | null;
  /** Most a partner earns by one customer, in minor units; `null` = no limit. */
  maxAmount: Money | null;
  /** What partners read of it. */
  description: string | null;
}

/** What a referred customer saves. */
export interface Discount {
  /** Id of the discount, `disc_…`. */
  id: string;
  /** Whether `amount` is money or per cent. */
  type: "flat" | "percentage";
  /** Minor units of the program's currency when flat, per cent when a percentage. */
  amount: number;
  /** For how many months; `null` = for good. */
  maxDuration: number | null;
  /** What customers read of it. */
  description: string | null;
}

/** A code a buyer enters for a partner's discount. */
export interface DiscountCode {
  /** Id of the code. */
  id: string;
  /** What the buyer enters. */
  code: string;
  /** The discount it gives. */
  discountId: string | null;
  /** The partner who earns by it. */
  partnerId: string;
  /** The link its sales count for. */
  linkId: string;
  /** Since when it is off because its partner is not active; nobody else gets the code. */
  disabledAt: DateTime | null;
}

/** Body of `POST /discount-codes`; without `code` one is made from the partner's name. */
export interface DiscountCodeInput {
  /** Id of the partner, `pn_…`. */
  partnerId: string;
  /** The partner's link its sales count for. */
  linkId: string;
  /** What the buyer enters; unique in any letter case. Default: made from the partner's name. */
  code?: string;
}

/** Query of `GET /discount-codes`. */
export interface DiscountCodeListQuery {
  /** Only codes of this partner. */
  partnerId?: string;
  /** Only codes of this discount. */
  discountId?: string;
  /** Number of the page, from 1. */
  page?: number;
  /** Codes per page. */
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
  /** Id of the key, `key_…`. */
  id: string;
  /** What you called it. */
  name: string;
  /** Secret (`ref_…`, for servers) or publishable (`ref_pub_…`, for pages). */
  kind: "secret" | "publishable";
  /** Its last four characters. */
  last4: string;
  /** What it may do; `null` = everything. */
  scopes: ApiKeyScope[] | null;
  /** When it stops working; `null` = never. */
  expiresAt: DateTime | null;
  /** When it was revoked. */
  revokedAt: DateTime | null;
  /** When it was last used. */
  lastUsedAt: DateTime | null;
  /** When it was made. */
  createdAt: DateTime;
  /**
   * The key itself: publishable ones always; a secret one only in the answer that made it, and `null` when that is
   * replayed.
   */
  key?: string | null;
}

/** Body of `POST /api-keys`. */
export interface ApiKeyInput {
  /** What to call it. */
  name: string;
  /** Secret (`ref_…`, for servers) or publishable (`ref_pub_…`, for pages). Default `secret`. */
  kind?: "secret" | "publishable";
  /** What it may do. Default: everything. */
  scopes?: ApiKeyScope[];
  /** When it stops working. Default: never. */
  expiresAt?: string | null;
}
