import type {
  EmbedReward,
  EmbedScope,
  EmbedSection,
  EnrollmentStatus,
  ErrorCode,
  Invitation,
  Milestone,
  Money,
  PayoutMethodName,
  ReferralForm,
} from "../contract/index.ts";
import { demoForm, logo } from "./sample-content.ts";

/** Which calls fail, and how. */
export interface DemoFailure {
  /** `all`; `panels`: all but bootstrap and token; `afterLoad`: all once the first screen was answered; or these routes, as `GET /links`. */
  calls: "all" | "panels" | "afterLoad" | readonly `${string} /${string}`[];
  /** One of the nine codes, or no answer at all. */
  with: ErrorCode | "network";
}

/** What a demo shows: a variant chooses some of these, an override may choose any. */
export interface DemoScene {
  /** Where its data end, in epoch ms; the quarter of an hour that has begun, unless a test needs a day of its own. */
  now: number;
  status: EnrollmentStatus;
  programName: string;
  logo: string | null;
  brandColor: string | null;
  partnerName: string;
  currency: string;
  /** Sale amounts drawn from, in minor units. */
  prices: readonly Money[];
  /** Product of the sale of each price. */
  products: readonly string[];
  linkCount: number;
  /** Adds this to link keys and destinations, to see long ones. */
  linkSuffix: string;
  maxLinks: number | null;
  linkStyle: "short" | "query";
  clickCount: number;
  /** Share of clicks that become a lead, and of leads that become a customer. */
  leadRate: number;
  customerRate: number;
  /** Stops at so many commissions. */
  maxCommissions: number;
  /** Sales of so many days until now; `null` = of the whole year. */
  salesOfDays: number | null;
  /** Sales refunded after their commission was paid. */
  clawbacks: number;
  /** Smallest payout, minor units. */
  minPayoutAmount: Money;
  /** Day of the month on which the program pays. */
  payoutDay: number | null;
  /** How the last payout stands. */
  lastPayout: "processing" | "failed";
  scopes: readonly EmbedScope[];
  /** Sections the program switched off. */
  hidden: readonly EmbedSection[];
  reward: Partial<EmbedReward> | null;
  /** What is paid besides, each named by its event. */
  moreRewards: readonly (Pick<EmbedReward, "event" | "amount"> & Partial<EmbedReward>)[];
  discount: boolean;
  /** The program's texts to send with a link, by language. */
  shareMessages: Readonly<Record<string, string>> | null;
  milestones: readonly Milestone[];
  /** Whether partners may agree to be named to the friends they send. */
  namePartners: boolean;
  payoutMethod: PayoutMethodName | null;
  referralForm: ReferralForm | null;
  /** What applicants are asked. */
  applicationForm: ReferralForm | null;
  /** A partner who is pending has answered it. */
  hasApplied: boolean;
  /** What bringing in partners came to, where `moreRewards` pays for that. */
  broughtIn: Pick<Invitation, "joined" | "waiting" | "earned">;
  /** FAQ and resources. */
  material: boolean;
  leaderboardPartners: number;
  leaderboardAmounts: "bands" | "exact";
  /** The rejection's re-apply date or the invitation's expiry has passed. */
  overdue: boolean;
  failure: DemoFailure | null;
  delayMs: number;
  /** The token is refused twice once so much time has passed. */
  expiresAfterMs: number | null;
}

/** The scene of `token="demo"`, which ends now. */
export const defaultScene: Omit<DemoScene, "now"> = {
  status: "approved",
  programName: "Northlight",
  logo,
  brandColor: "#2867e4",
  partnerName: "Ada Vermeer",
  currency: "usd",
  prices: [1900, 4900, 4900, 9900, 29_900],
  products: ["Solo", "Team", "Team", "Studio", "Studio yearly"],
  linkCount: 3,
  linkSuffix: "",
  maxLinks: 10,
  linkStyle: "short",
  clickCount: 4800,
  leadRate: 0.08,
  customerRate: 0.3,
  maxCommissions: 10_000,
  salesOfDays: null,
  clawbacks: 1,
  minPayoutAmount: 5000,
  payoutDay: 1,
  lastPayout: "processing",
  scopes: ["read", "links:write", "profile:write", "payouts:write", "referrals:write"],
  hidden: ["live"],
  reward: {},
  moreRewards: [],
  discount: true,
  shareMessages: null,
  milestones: [
    { metric: "sales", value: 100 },
    { metric: "earnings", value: 1_000_000 },
    { metric: "earnings", value: 1_250_000 },
  ],
  namePartners: true,
  payoutMethod: "paypal",
  referralForm: demoForm,
  applicationForm: null,
  hasApplied: true,
  broughtIn: { joined: 3, waiting: 1, earned: 14_250 },
  material: true,
  leaderboardPartners: 41,
  leaderboardAmounts: "bands",
  overdue: false,
  failure: null,
  delayMs: 0,
  expiresAfterMs: null,
};
