import type { Interval, PeriodQuery, Trigger } from "./analytics.ts";
import type { CommissionStatus, CommissionType } from "./commission.ts";
import type { EmbedScope } from "./embed-token.ts";
import type { EnrollmentStatus, PayoutMethodName } from "./partner.ts";
import type { PayoutStatus } from "./payout.ts";
import type { EmbedSection, FaqEntry, LinkHost, ProgramResource, RewardEvent } from "./program.ts";
import type { FormValues, ReferralForm } from "./referral-form.ts";
import type { DateTime, Money } from "./scalars.ts";

/** What an enrollment status lets a token read (api-contract §10.2). */
export type EmbedAccess = "full" | "read" | "none";

/** What a partner may do about their enrollment from inside the embed. */
export const enrollmentActions = ["accept", "decline", "withdraw", "reapply", "leave"] as const;
/** An action of a partner on their own enrollment. */
export type EnrollmentAction = (typeof enrollmentActions)[number];

/** Why access is limited; `null` with full access. A ban carries no reason. */
export interface EmbedNotice {
  code: "pending" | "rejected" | "invited" | "declined" | "deactivated" | "banned";
  reason: string | null;
  note: string | null;
  /** Re-apply date, invite expiry, or last day to reconsider. */
  until: DateTime | null;
}

/** Life of the token in use. */
export interface EmbedTokenInfo {
  expires: DateTime;
  scopes: EmbedScope[];
  allowedOrigins: string[] | null;
}

/** The program as a partner sees it. */
export interface EmbedProgram {
  id: string;
  name: string;
  logo: string | null;
  brandColor: string | null;
  url: string;
  currency: string;
  timezone: string;
  minPayoutAmount: Money;
  holdingPeriodDays: number;
  termsUrl: string | null;
  supportEmail: string | null;
  payoutMethods: PayoutMethodName[];
  poweredBy: boolean;
}

/** A reward as offered to a partner. */
export interface EmbedReward {
  id: string;
  event: RewardEvent;
  type: "flat" | "percentage";
  /** Money when flat; per cent when percentage. */
  amount: number;
  currency: string;
  maxDurationMonths: number | null;
  maxAmount: Money | null;
  description: string | null;
}

/** A discount as offered to a partner's customers. */
export interface EmbedDiscount {
  type: "flat" | "percentage";
  amount: number;
  maxDuration: number | null;
  description: string | null;
}

/** A partner's own profile. */
export interface Profile {
  id: string;
  name: string;
  email: string | null;
  image: string | null;
  username: string | null;
  description: string | null;
  country: string | null;
  companyName: string | null;
  website: string | null;
  youtube: string | null;
  twitter: string | null;
  linkedin: string | null;
  instagram: string | null;
  tiktok: string | null;
  leaderboardOptIn: boolean;
  leaderboardName: string | null;
  locale: string | null;
  timezone: string | null;
}

/** Body of `PATCH {embed}/profile`. */
export type ProfilePatch = Partial<Omit<Profile, "id" | "email">>;

/** A partner's link as the embed shows it. */
export interface EmbedLink {
  id: string;
  domain: string;
  key: string;
  shortLink: string;
  url: string;
  /** What to copy: the short link, or the destination with `via=<key>`. */
  shareUrl: string;
  qrCode: string;
  isDefault: boolean;
  archived: boolean;
  clicks: number;
  leads: number;
  conversions: number;
  sales: number;
  /** `null` when the program hides revenue. */
  saleAmount: Money | null;
  createdAt: DateTime;
  updatedAt: DateTime;
}

/** What a partner may do with links. */
export interface LinkRules {
  canCreate: boolean;
  maxLinks: number | null;
  domain: string;
  style: "short" | "query";
  hosts: LinkHost[];
}

/** Lifetime figures of an enrollment. */
export interface EmbedStats {
  clicks: number;
  uniqueClicks: number;
  leads: number;
  conversions: number;
  sales: number;
  saleAmount: Money | null;
}

/** What a partner has earned (domain-rules C24). */
export interface EmbedEarnings {
  upcoming: Money;
  held: Money;
  processed: Money;
  paid: Money;
  currency: string;
  /** What is missing to the minimum payout, 0 or more. */
  toMinimum: Money;
  nextPayoutAt: DateTime | null;
}

/** A bucket of the bootstrap timeseries. */
export interface EmbedTimeseriesPoint {
  start: DateTime;
  clicks: number;
  leads: number;
  sales: number;
  saleAmount: Money | null;
  earnings: Money | null;
}

/** Answer of `GET {embed}`: paints the first screen in one call (api-contract §10.3). */
export interface Bootstrap {
  status: EnrollmentStatus;
  access: EmbedAccess;
  notice: EmbedNotice | null;
  actions: EnrollmentAction[];
  token: EmbedTokenInfo;
  program: EmbedProgram;
  sections: Record<EmbedSection, boolean>;
  rewards: EmbedReward[];
  discount: EmbedDiscount | null;
  partner: Profile | null;
  links: EmbedLink[] | null;
  linksTotal: number | null;
  linkRules: LinkRules | null;
  stats: EmbedStats | null;
  earnings: EmbedEarnings | null;
  timeseries: EmbedTimeseriesPoint[] | null;
  recentEarnings: Earning[] | null;
  referralForm: ReferralForm | null;
  resources: ProgramResource[] | null;
  faq: FaqEntry[] | null;
  /** The server's clock when it answered. */
  generatedAt: DateTime;
}

/** Query of the bootstrap. */
export interface BootstrapQuery {
  /** Default `30d`. */
  interval?: Interval;
  /** IANA zone, default the program's. */
  timezone?: string;
}

/** A customer as a partner may see one: label masked unless the program shares customer data. */
export interface MaskedCustomer {
  id: string;
  label: string;
  country: string | null;
}

/** A commission as a partner sees it. */
export interface Earning {
  id: string;
  type: CommissionType;
  amount: Money;
  earnings: Money;
  currency: string;
  status: CommissionStatus;
  quantity: number;
  description: string | null;
  statusReason: string | null;
  createdAt: DateTime;
  payableAt: DateTime | null;
  paidAt: DateTime | null;
  payout: { id: string; status: PayoutStatus } | null;
  customer: MaskedCustomer | null;
  link: { id: string; shortLink: string; url: string } | null;
  sourceId: string | null;
  rule: { rewardId: string | null; type: "flat" | "percentage"; amount: number; capped: boolean } | null;
}

/** A payout as a partner sees it. */
export interface PayoutRow {
  id: string;
  amount: Money;
  currency: string;
  status: PayoutStatus;
  method: PayoutMethodName | null;
  periodStart: DateTime | null;
  periodEnd: DateTime | null;
  createdAt: DateTime;
  initiatedAt: DateTime | null;
  paidAt: DateTime | null;
  failureReason: string | null;
  commissionCount: number;
}

/** An event as a partner sees it: no address, no user agent. */
export interface EventRow {
  id: string;
  event: "click" | "lead" | "sale";
  timestamp: DateTime;
  eventName: string | null;
  link: { id: string; shortLink: string };
  country: string | null;
  city: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  referer: string | null;
  trigger: Trigger;
  customer: MaskedCustomer | null;
  sale: { amount: Money; currency: string } | null;
  earnings: Money | null;
}

/** The leaderboard: only real partners, names only of those who opted in (domain-rules Y1, Y2). */
export interface Leaderboard {
  available: boolean;
  reason: "too_few_partners" | null;
  period: "all" | "30d" | "month";
  participants: number;
  data: LeaderboardRow[];
  me: { rank: number | null; earnings: Money | null; band: string | null; optedIn: boolean };
}

/** A row of the leaderboard. */
export interface LeaderboardRow {
  rank: number;
  name: string | null;
  isMe: boolean;
  earnings: Money | null;
  /** Money in major units of the 1-2-5 series, e.g. `200-500`. */
  band: string | null;
}

/** Statuses of a referral submission (domain-rules F7). */
export const referralStatuses = [
  "pending",
  "qualified",
  "meeting",
  "negotiation",
  "unqualified",
  "closedWon",
  "closedLost",
] as const;
/** Status of a referral submission. */
export type ReferralStatus = (typeof referralStatuses)[number];

/** A referral a partner sent through the form. */
export interface Referral {
  id: string;
  status: ReferralStatus;
  values: FormValues;
  createdAt: DateTime;
  updatedAt: DateTime;
}

/** A referral as the program sees it. */
export interface Submission extends Referral {
  partnerId: string;
}

/** Query of `GET /referrals`. */
export interface SubmissionListQuery {
  status?: ReferralStatus;
  partnerId?: string;
  page?: number;
  pageSize?: number;
}

/** Body of `PATCH /referrals/{id}`; `closedWon` with an amount is a sale as well. */
export interface SubmissionPatch {
  status: ReferralStatus;
  /** Minor units of `currency`. */
  amount?: number;
  /** Default: the program's. */
  currency?: string;
}

/** How a partner is paid; the destination is masked. */
export interface PayoutMethod {
  method: PayoutMethodName | null;
  destination: string | null;
  available: PayoutMethodName[];
  payoutsEnabledAt: DateTime | null;
  effectiveAt: DateTime | null;
}

/** Body of `PUT {embed}/payout-method`. */
export interface PayoutMethodInput {
  method: PayoutMethodName;
  /** Required for `paypal` and `tremendous`. */
  paypalEmail?: string;
  /** Required for `stablecoin`. */
  walletAddress?: string;
}

/** Answer of an enrollment action. */
export interface EnrollmentActionResult {
  status: EnrollmentStatus;
  access: EmbedAccess;
  actions: EnrollmentAction[];
}

/** Paging of the embed's lists. */
export interface EmbedPageQuery {
  /** 1..100, default 25. */
  limit?: number;
  /** Opaque, from `nextCursor`. */
  cursor?: string;
}

/** Query of `GET {embed}/earnings`. */
export interface EarningListQuery extends PeriodQuery, EmbedPageQuery {
  status?: CommissionStatus;
  type?: CommissionType;
  linkId?: string;
  customerId?: string;
  payoutId?: string;
}

/** Query of `GET {embed}/earnings/timeseries`. */
export interface EarningTimeseriesQuery extends PeriodQuery {
  status?: CommissionStatus;
  type?: CommissionType;
  linkId?: string;
  groupBy?: "type" | "linkId" | "status";
}

/** A bucket of the earnings timeseries. */
export interface EarningTimeseriesPoint {
  start: DateTime;
  earnings: Money;
  /** With `groupBy` only: group → money. */
  groups?: Record<string, Money>;
}

/** Query of `GET {embed}/events`. */
export interface EmbedEventQuery extends PeriodQuery, EmbedPageQuery {
  event?: "click" | "lead" | "sale";
  linkId?: string;
}

/** Body of `POST {embed}/links`. */
export interface EmbedLinkInput {
  /** Default: the program's landing page. */
  url?: string;
  key?: string;
  comments?: string | null;
}

/** Body of `PATCH {embed}/links/{id}`. */
export interface EmbedLinkPatch {
  url?: string;
  key?: string;
  archived?: boolean;
  comments?: string | null;
}

/** Parts of the export. */
export const exportSections = ["all", "earnings", "links", "payouts", "events", "referrals", "profile"] as const;
/** Query of `GET {embed}/export`; csv takes one section. */
export interface ExportQuery {
  format?: "json" | "csv";
  section?: (typeof exportSections)[number];
}

/** Events of the live stream (api-contract §10.4, Stream). */
export type StreamEvent =
  | { event: "stats"; data: { stats: EmbedStats; earnings: EmbedEarnings | null } }
  | { event: "commission"; data: Earning }
  | { event: "payout"; data: PayoutRow }
  | { event: "status"; data: { status: EnrollmentStatus; access: EmbedAccess } }
  | { event: "expiring"; data: { expires: DateTime } };
