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
  /** The status that limits access. */
  code: "pending" | "rejected" | "invited" | "declined" | "deactivated" | "banned";
  /** Why an application was rejected, in words; `null` in other statuses. */
  reason: string | null;
  /** What the program wrote to the partner. */
  note: string | null;
  /** When the partner may apply again, the invitation ends, or declining can no longer be taken back. */
  until: DateTime | null;
}

/** Life of the token in use. */
export interface EmbedTokenInfo {
  /** When the token stops working. */
  expires: DateTime;
  /** What it may do. */
  scopes: EmbedScope[];
  /** Sites it works on; `null` = those of the program. */
  allowedOrigins: string[] | null;
}

/** The program as a partner sees it. */
export interface EmbedProgram {
  /** Id of the program, `prog_…`. */
  id: string;
  /** Its name. */
  name: string;
  /** URL of the logo. */
  logo: string | null;
  /** CSS colour of the brand. */
  brandColor: string | null;
  /** Landing page. */
  url: string;
  /** ISO 4217 code of all money here, in lower case. */
  currency: string;
  /** IANA zone of the program's days and months. */
  timezone: string;
  /** Least sum that is paid out, in minor units. */
  minPayoutAmount: Money;
  /** Days a commission waits before it may be paid. */
  holdingPeriodDays: number;
  /** Terms of the program. */
  termsUrl: string | null;
  /** Where partners write to. */
  supportEmail: string | null;
  /** Ways of payment the program offers. */
  payoutMethods: PayoutMethodName[];
  /** Whether the dashboard names the service. */
  poweredBy: boolean;
}

/** A reward as offered to a partner. */
export interface EmbedReward {
  /** Id of the reward, `rw_…`. */
  id: string;
  /** What is paid for. */
  event: RewardEvent;
  /** Whether `amount` is money or per cent of the sale. */
  type: "flat" | "percentage";
  /** Minor units of `currency` when flat; per cent when a percentage. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  /** For how many months after a customer's first sale; 0 = the first sale only, `null` = for good. */
  maxDurationMonths: number | null;
  /** Most to earn by one customer, in minor units; `null` = no limit. */
  maxAmount: Money | null;
  /** The program's own words for it. */
  description: string | null;
}

/** A discount as offered to a partner's customers. */
export interface EmbedDiscount {
  /** Whether `amount` is money or per cent. */
  type: "flat" | "percentage";
  /** Minor units when flat, per cent when a percentage. */
  amount: number;
  /** For how many months; `null` = for good. */
  maxDuration: number | null;
  /** The program's own words for it. */
  description: string | null;
}

/** A partner's own profile. */
export interface Profile {
  /** Id of the partner, `pn_…`. */
  id: string;
  /** Full legal name. */
  name: string;
  /** Address; cannot be changed here. */
  email: string | null;
  /** URL of the avatar. */
  image: string | null;
  /** Name in addresses, unique across the service. */
  username: string | null;
  /** What the partner says of themselves. */
  description: string | null;
  /** Country of residence, ISO 3166-1 alpha-2; fixed once there was a payout. */
  country: string | null;
  /** Legal name of the company, when the partner is one. */
  companyName: string | null;
  /** URL of the partner's site. */
  website: string | null;
  /** Name on YouTube. */
  youtube: string | null;
  /** Name on X, formerly Twitter. */
  twitter: string | null;
  /** Name on LinkedIn. */
  linkedin: string | null;
  /** Name on Instagram. */
  instagram: string | null;
  /** Name on TikTok. */
  tiktok: string | null;
  /** Whether others see the partner's name on the leaderboard. */
  leaderboardOptIn: boolean;
  /** Name to show there. Default: `name`. */
  leaderboardName: string | null;
  /** Language of the dashboard, a tag like `en-GB`. */
  locale: string | null;
  /** IANA zone of the dashboard. */
  timezone: string | null;
}

/** Body of `PATCH {embed}/profile`. */
export type ProfilePatch = Partial<Omit<Profile, "id" | "email">>;

/** A partner's link as the embed shows it. */
export interface EmbedLink {
  /** Id of the link, `link_…`. */
  id: string;
  /** Host of the short link, with its port when that is not the default. */
  domain: string;
  /** The part of the short link behind the host. */
  key: string;
  /** The short link in full. */
  shortLink: string;
  /** Where the link leads. */
  url: string;
  /** What to copy: the short link, or the destination with `via=<key>`, as the program chose. */
  shareUrl: string;
  /** Address of the link's QR code. */
  qrCode: string;
  /** Whether the program made it; its destination then cannot be changed. */
  isDefault: boolean;
  /** Whether it is hidden from lists; it still redirects and counts. */
  archived: boolean;
  /** Clicks counted so far. */
  clicks: number;
  /** Leads counted so far. */
  leads: number;
  /** Leads that became paying customers. */
  conversions: number;
  /** Sales, recurring ones included, less those refunded in full. */
  sales: number;
  /** Revenue in minor units, less refunds; `null` when the program hides revenue. */
  saleAmount: Money | null;
  /** When the link was made. */
  createdAt: DateTime;
  /** When it was last changed. */
  updatedAt: DateTime;
}

/** What a partner may do with links. */
export interface LinkRules {
  /** Whether the partner may make another link. */
  canCreate: boolean;
  /** How many links a partner may have; `null` = any number. */
  maxLinks: number | null;
  /** Host of new short links. */
  domain: string;
  /** What is shared: the short link, or the destination with `via=<key>`. */
  style: "short" | "query";
  /** Hosts links may lead to. */
  hosts: LinkHost[];
}

/** Lifetime figures of an enrollment. */
export interface EmbedStats {
  /** Clicks, repeated ones included. */
  clicks: number;
  /** Clicks of visitors who had not clicked within the hour before. */
  uniqueClicks: number;
  /** Leads. */
  leads: number;
  /** Leads that became paying customers. */
  conversions: number;
  /** Sales, less those refunded in full. */
  sales: number;
  /** Revenue in minor units, less refunds; `null` when the program hides revenue. */
  saleAmount: Money | null;
}

/** What a partner has earned (domain-rules C24). */
export interface EmbedEarnings {
  /** Earned, and not yet in a payout. */
  upcoming: Money;
  /** Kept back until the program has looked at it. */
  held: Money;
  /** In a payout that is under way. */
  processed: Money;
  /** Paid so far. */
  paid: Money;
  /** ISO 4217 code. */
  currency: string;
  /** What is missing to the least sum that is paid out. */
  toMinimum: Money;
  /** When the next commission may be paid; `null` when none waits. */
  nextPayoutAt: DateTime | null;
}

/** A bucket of the bootstrap timeseries. */
export interface EmbedTimeseriesPoint {
  /** Instant at which the bucket begins. */
  start: DateTime;
  /** Clicks in it. */
  clicks: number;
  /** Leads in it. */
  leads: number;
  /** Sales in it. */
  sales: number;
  /** Revenue in it, in minor units; `null` when the program hides revenue. */
  saleAmount: Money | null;
  /** Earned in it, in minor units; `null` when the program hides earnings. */
  earnings: Money | null;
}

/** Answer of `GET {embed}`: paints the first screen in one call (api-contract §10.3). */
export interface Bootstrap {
  /** Where the enrollment stands. */
  status: EnrollmentStatus;
  /** What the status lets the partner see: everything, everything without writing, or nothing but this. */
  access: EmbedAccess;
  /** Why access is limited; `null` with full access. */
  notice: EmbedNotice | null;
  /** What the partner can do about the enrollment now. */
  actions: EnrollmentAction[];
  /** Life of the token in use. */
  token: EmbedTokenInfo;
  /** The program. */
  program: EmbedProgram;
  /** Which parts of the dashboard to show, after plan, program and the token's scopes. */
  sections: Record<EmbedSection, boolean>;
  /** What the partner earns. */
  rewards: EmbedReward[];
  /** What the partner's customers save; `null` when nothing. */
  discount: EmbedDiscount | null;
  /** The partner's profile; this and what follows is `null` without access, and when the program hides it. */
  partner: Profile | null;
  /** The first ten links, default ones first. */
  links: EmbedLink[] | null;
  /** How many links there are. */
  linksTotal: number | null;
  /** What the partner may do with links. */
  linkRules: LinkRules | null;
  /** Figures since the beginning. */
  stats: EmbedStats | null;
  /** Money earned since the beginning. */
  earnings: EmbedEarnings | null;
  /** Figures of the period asked for, without gaps. */
  timeseries: EmbedTimeseriesPoint[] | null;
  /** The five newest commissions. */
  recentEarnings: Earning[] | null;
  /** Form for sending referrals; `null` when the program takes none. */
  referralForm: ReferralForm | null;
  /** Logos, colours, files and pages of the program. */
  resources: ProgramResource[] | null;
  /** Questions and answers. */
  faq: FaqEntry[] | null;
  /** The server's clock when it answered. */
  generatedAt: DateTime;
}

/** Query of the bootstrap. */
export interface BootstrapQuery {
  /** Period of `timeseries`. Default `30d`. */
  interval?: Interval;
  /** IANA zone its buckets begin in. Default: the program's. */
  timezone?: string;
}

/** A customer as a partner may see one: label masked unless the program shares customer data. */
export interface MaskedCustomer {
  /** Id of the customer, `cus_…`. */
  id: string;
  /** Name or address, masked like `a***@e***.com` unless the program shares customer data. */
  label: string;
  /** ISO 3166-1 alpha-2 code. */
  country: string | null;
}

/** A commission as a partner sees it. */
export interface Earning {
  /** Id of the commission, `cm_…`. */
  id: string;
  /** What is rewarded: a click, lead or sale, a partner brought in, or an entry by hand. */
  type: CommissionType;
  /** Value of the event itself, in minor units of `currency`; 0 where it has none. */
  amount: Money;
  /** What the partner earns; negative when something is taken back. */
  earnings: Money;
  /** ISO 4217 code of the program. */
  currency: string;
  /** Where it stands. */
  status: CommissionStatus;
  /** How many clicks or leads it pays for; 1 for a sale. */
  quantity: number;
  /** What it is for. */
  description: string | null;
  /** Why it stands there, where that needs a word. */
  statusReason: string | null;
  /** When it was earned. */
  createdAt: DateTime;
  /** From when on a payout may take it. */
  payableAt: DateTime | null;
  /** When it was paid. */
  paidAt: DateTime | null;
  /** The payout that pays it; `null` while there is none. */
  payout: {
    /** Id of the payout, `po_…`. */
    id: string;
    /** Where it stands. */
    status: PayoutStatus;
  } | null;
  /** Whose event it was. */
  customer: MaskedCustomer | null;
  /** The link it came by. */
  link: {
    /** Id of the link, `link_…`. */
    id: string;
    /** The short link in full. */
    shortLink: string;
    /** Where the link leads. */
    url: string;
  } | null;
  /** The commission this one takes back, or was earned through. */
  sourceId: string | null;
  /** How it was computed; `null` for entries by hand. */
  rule: {
    /** The reward that applied. */
    rewardId: string | null;
    /** Whether `amount` is money or per cent of the sale. */
    type: "flat" | "percentage";
    /** Minor units when flat, per cent when a percentage. */
    amount: number;
    /** Whether a limit made it smaller. */
    capped: boolean;
  } | null;
}

/** A payout as a partner sees it. */
export interface PayoutRow {
  /** Id of the payout, `po_…`. */
  id: string;
  /** Sum of its commissions, in minor units of `currency`. */
  amount: Money;
  /** ISO 4217 code of the program. */
  currency: string;
  /** Where it stands. */
  status: PayoutStatus;
  /** How it is paid; `null` before it is handed over. */
  method: PayoutMethodName | null;
  /** When its oldest commission was earned. */
  periodStart: DateTime | null;
  /** Up to when commissions were collected. */
  periodEnd: DateTime | null;
  /** When it was made. */
  createdAt: DateTime;
  /** When it was handed over for payment. */
  initiatedAt: DateTime | null;
  /** When the money arrived. */
  paidAt: DateTime | null;
  /** Why it failed. */
  failureReason: string | null;
  /** How many commissions it pays. */
  commissionCount: number;
}

/** An event as a partner sees it: no address, no user agent. */
export interface EventRow {
  /** Id of the event, `evt_…`. */
  id: string;
  /** Kind of event. */
  event: "click" | "lead" | "sale";
  /** When it happened. */
  timestamp: DateTime;
  /** What the customer did; `null` for clicks. */
  eventName: string | null;
  /** The link it came by. */
  link: {
    /** Id of the link, `link_…`. */
    id: string;
    /** The short link in full. */
    shortLink: string;
  };
  /** ISO 3166-1 alpha-2 code; `null` when unknown. */
  country: string | null;
  /** City; `null` when unknown. */
  city: string | null;
  /** Kind of device; `null` when unknown. */
  device: string | null;
  /** Browser; `null` when unknown. */
  browser: string | null;
  /** Operating system; `null` when unknown. */
  os: string | null;
  /** Host the visitor came from; `null` when none. */
  referer: string | null;
  /** What produced the click. */
  trigger: Trigger;
  /** Whose event it was; `null` for clicks. */
  customer: MaskedCustomer | null;
  /** The sale; `null` for clicks and leads, and when the program hides revenue. */
  sale: {
    /** Value in minor units of `currency`. */
    amount: Money;
    /** ISO 4217 code. */
    currency: string;
  } | null;
  /** What the partner earned by it; `null` when nothing, or when the program hides earnings. */
  earnings: Money | null;
}

/** The leaderboard: only real partners, names only of those who opted in (domain-rules Y1, Y2). */
export interface Leaderboard {
  /** Whether there is one to show. */
  available: boolean;
  /** Why there is none: fewer than five partners have earned. */
  reason: "too_few_partners" | null;
  /** The period it covers. */
  period: "all" | "30d" | "month";
  /** How many partners are ranked. */
  participants: number;
  /** The first hundred rows, and the partner's own. */
  data: LeaderboardRow[];
  /** The partner's own place. */
  me: {
    /** Place, from 1; `null` when not ranked. */
    rank: number | null;
    /** Earned in the period, in minor units. */
    earnings: Money | null;
    /** The band that falls in, in major units. */
    band: string | null;
    /** Whether others see the partner's name. */
    optedIn: boolean;
  };
}

/** A row of the leaderboard. */
export interface LeaderboardRow {
  /** Place, from 1; equal sums share one. */
  rank: number;
  /** Name, of those who opted in. */
  name: string | null;
  /** Whether this is the partner's own row. */
  isMe: boolean;
  /** Earned in the period, in minor units; of others only when the program shows exact amounts. */
  earnings: Money | null;
  /** The band that falls in, in major units, like `200-500`. */
  band: string | null;
}

/** Statuses of a referral submission (domain-rules F7). */
export const referralStatuses = [
  /** Not looked at yet. */
  "pending",

  /** Worth pursuing: a lead. */
  "qualified",

  /** A meeting is arranged. */
  "meeting",

  /** Terms are being discussed. */
  "negotiation",

  /** Not worth pursuing; final. */
  "unqualified",

  /** Became a customer; final. */
  "closedWon",

  /** Did not become one; final. */
  "closedLost",
] as const;
/** Status of a referral submission. */
export type ReferralStatus = (typeof referralStatuses)[number];

/** A referral a partner sent through the form. */
export interface Referral {
  /** Id of the referral. */
  id: string;
  /** How far the program has come with it. */
  status: ReferralStatus;
  /** What was entered, by the form's keys. */
  values: FormValues;
  /** When it was sent. */
  createdAt: DateTime;
  /** When its status last changed. */
  updatedAt: DateTime;
}

/** A referral as the program sees it. */
export interface Submission extends Referral {
  /** The partner who sent it. */
  partnerId: string;
}

/** Query of `GET /referrals`. */
export interface SubmissionListQuery {
  /** Only referrals in this status. */
  status?: ReferralStatus;
  /** Only referrals of this partner. */
  partnerId?: string;
  /** Number of the page, from 1. */
  page?: number;
  /** Referrals per page. */
  pageSize?: number;
}

/** Body of `PATCH /referrals/{id}`; `closedWon` with an amount is a sale as well. */
export interface SubmissionPatch {
  /** Next status; steps may be skipped, none go back. */
  status: ReferralStatus;
  /** With `closedWon`: value of the sale to record, in minor units of `currency`. */
  amount?: number;
  /** ISO 4217 code. Default: the program's. */
  currency?: string;
}

/** How a partner is paid; the destination is masked. */
export interface PayoutMethod {
  /** How the partner is paid; `null` when nothing is chosen. */
  method: PayoutMethodName | null;
  /** Where the money goes, masked. */
  destination: string | null;
  /** Ways of payment the program offers. */
  available: PayoutMethodName[];
  /** When payouts to the partner were enabled. */
  payoutsEnabledAt: DateTime | null;
  /** From when on a changed method counts; payouts wait until then. */
  effectiveAt: DateTime | null;
}

/** Body of `PUT {embed}/payout-method`. */
export interface PayoutMethodInput {
  /** How the partner wishes to be paid. */
  method: PayoutMethodName;
  /** Address that receives the money; required for `paypal` and `tremendous`. */
  paypalEmail?: string;
  /** Wallet that receives the money; required for `stablecoin`. */
  walletAddress?: string;
}

/** Answer of an enrollment action. */
export interface EnrollmentActionResult {
  /** Where the enrollment stands now. */
  status: EnrollmentStatus;
  /** What the status lets the partner see. */
  access: EmbedAccess;
  /** What the partner can do next. */
  actions: EnrollmentAction[];
}

/** Paging of the embed's lists. */
export interface EmbedPageQuery {
  /** Items per page. */
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** Query of `GET {embed}/earnings`. */
export interface EarningListQuery extends PeriodQuery, EmbedPageQuery {
  /** Only commissions in this status. */
  status?: CommissionStatus;
  /** Only commissions of this kind. */
  type?: CommissionType;
  /** Only those of this link. */
  linkId?: string;
  /** Only those of this customer. */
  customerId?: string;
  /** Only those this payout pays. */
  payoutId?: string;
}

/** Query of `GET {embed}/earnings/timeseries`. */
export interface EarningTimeseriesQuery extends PeriodQuery {
  /** Only commissions in this status. */
  status?: CommissionStatus;
  /** Only commissions of this kind. */
  type?: CommissionType;
  /** Only those of this link. */
  linkId?: string;
  /** Splits each bucket into `groups`. */
  groupBy?: "type" | "linkId" | "status";
}

/** A bucket of the earnings timeseries. */
export interface EarningTimeseriesPoint {
  /** Instant at which the bucket begins. */
  start: DateTime;
  /** Earned in it, in minor units of the program's currency. */
  earnings: Money;
  /** With `groupBy` only: group → money. */
  groups?: Record<string, Money>;
}

/** Query of `GET {embed}/events`. */
export interface EmbedEventQuery extends PeriodQuery, EmbedPageQuery {
  /** Only events of this kind. */
  event?: "click" | "lead" | "sale";
  /** Only those of this link. */
  linkId?: string;
}

/** Body of `POST {embed}/links`. */
export interface EmbedLinkInput {
  /** Where the link leads, on a host the program allows. Default: the program's landing page. */
  url?: string;
  /** The part of the short link behind the host. Default: random. */
  key?: string;
  /** Notes on it. */
  comments?: string | null;
}

/** Body of `PATCH {embed}/links/{id}`. */
export interface EmbedLinkPatch {
  /** Where the link leads from now on, on a host the program allows; not for default links. */
  url?: string;
  /** New key; the old one leads nowhere. */
  key?: string;
  /** `true` hides the link from lists, `false` brings it back; not for default links. */
  archived?: boolean;
  /** Notes on it; not for default links. */
  comments?: string | null;
}

/** Parts of the export. */
export const exportSections = ["all", "earnings", "links", "payouts", "events", "referrals", "profile"] as const;
/** Query of `GET {embed}/export`; csv takes one section. */
export interface ExportQuery {
  /** Format of the file; csv takes one section. */
  format?: "json" | "csv";
  /** Which part of the data. */
  section?: (typeof exportSections)[number];
}

/** Events of the live stream (api-contract §10.4, Stream). */
export type StreamEvent =
  | { event: "stats"; data: { stats: EmbedStats; earnings: EmbedEarnings | null } }
  | { event: "commission"; data: Earning }
  | { event: "payout"; data: PayoutRow }
  | { event: "status"; data: { status: EnrollmentStatus; access: EmbedAccess } }
  | { event: "expiring"; data: { expires: DateTime } };
