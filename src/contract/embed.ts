import type { ErrorCode } from "./errors.ts";

/** Which dashboard an embed shows. */
export type ReferralsData = "referrals" | "analytics";

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

/** States an embed can be in, one at a time (embed §3). */
export const stateNames = [
  "loading",
  "ready",
  "expired",
  "pending",
  "invited",
  "rejected",
  "declined",
  "deactivated",
  "banned",
  "offline",
  "rate_limited",
  "blocked",
  "error",
] as const;
/** Name of an embed's state. */
export type ReferralsStateName = (typeof stateNames)[number];

/** State of an embed. */
export interface ReferralsState {
  name: ReferralsStateName;
  code?: ReferralsErrorCode;
  /** Seconds. */
  retryAfter?: number;
  /** Data on screen is older than it should be (EMB-S3). */
  stale?: boolean;
}

/** The service's nine codes, and what can go wrong before the service is reached. */
export type ReferralsErrorCode =
  | ErrorCode
  | "token_fetch_failed"
  | "token_timeout"
  | "network"
  | "load_timeout"
  | "frame_blocked"
  | "origin_not_allowed"
  | "protocol_mismatch";

/** What an embed error carries besides code and message. */
export interface ReferralsEmbedErrorDetails {
  status?: number;
  docUrl?: string;
  /** Default false. */
  retryable?: boolean;
  /** Seconds. */
  retryAfter?: number;
  /** Default `embed`. */
  scope?: "embed" | "panel";
  section?: ReferralsSection;
}

/** A failure of an embed, typed; what `onError` receives. */
export class ReferralsEmbedError extends Error {
  override readonly name: string = "ReferralsEmbedError";
  readonly code: ReferralsErrorCode;
  readonly status?: number;
  readonly docUrl?: string;
  readonly retryable: boolean;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly scope: "embed" | "panel";
  readonly section?: ReferralsSection;

  constructor(code: ReferralsErrorCode, message: string, details: ReferralsEmbedErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.docUrl = details.docUrl;
    this.retryable = details.retryable ?? false;
    this.retryAfter = details.retryAfter;
    this.scope = details.scope ?? "embed";
    this.section = details.section;
  }
}

/** The token endpoint's body, unchanged, or the bare token. */
export type ReferralsTokenResult = string | { publicToken: string };

/** Why a token is asked for. */
export type ReferralsTokenReason = "initial" | "expiring" | "rejected";

/** A `publicToken`, or a function that fetches one; a function lets the embed renew by itself. */
export type ReferralsTokenSource =
  | string
  | ((ctx: { reason: ReferralsTokenReason; signal: AbortSignal }) => Promise<ReferralsTokenResult>);

/** A message of the catalogue: a string with `{name}` slots, or one per CLDR plural category. */
export type ReferralsMessage =
  | string
  | { zero?: string; one?: string; two?: string; few?: string; many?: string; other: string };

/** What the partner did. Carries ids and short links, never names, addresses or amounts. Ignore unknown types. */
export type ReferralsEvent =
  | { type: "link.copied" | "link.created" | "link.updated"; link: { id: string; shortLink: string } }
  | { type: "link.shared"; link: { id: string; shortLink: string }; via: "qr" | "share" }
  | { type: "referral.submitted" | "application.submitted" | "invite.accepted" | "settings.saved" }
  | { type: "earning.added"; id: string }
  | { type: "section.changed"; section: ReferralsSection }
  | { type: "range.changed"; interval: string }
  | { type: "export.created"; section: ReferralsSection; rows: number }
  | { type: "external.opened"; url: string }
  | { type: "state.changed"; state: ReferralsState; previous: ReferralsStateName };
