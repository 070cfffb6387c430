import type { ReferralsErrorCode } from "./embed-error.ts";
import type { ReferralsSection } from "./sections.ts";

export { analyticsSections, referralsSections } from "./sections.ts";
export type { ReferralsSection } from "./sections.ts";
export { ReferralsEmbedError } from "./embed-error.ts";
export type { ReferralsEmbedErrorDetails, ReferralsErrorCode } from "./embed-error.ts";

/** Which dashboard an embed shows: the whole, its analytics, or the link alone in a card. */
export type ReferralsData = "referrals" | "analytics" | "card";

/** States an embed can be in, one at a time. */
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
  /** Data on screen is older than it should be. */
  stale?: boolean;
}

/** The token endpoint's body, unchanged, or the bare token. With first data the dashboard needs no read of its own before it shows figures. */
export type ReferralsTokenResult =
  | string
  | { publicToken: string }
  | { publicToken: string; firstData?: ReferralsFirstData | undefined };

/** What the dashboard reads first, read by the host's server: `GET /embed/referrals?interval=30d` with the token, in one time zone. */
export interface ReferralsFirstData {
  /** IANA name. Data of another zone than the browser's are read again. */
  timezone: string;
  /** The answer, unchanged. */
  bootstrap: object;
}

/** Why a token is asked for. */
export type ReferralsTokenReason = "initial" | "expiring" | "rejected";

/** A `publicToken`, or a function that fetches one; a function lets the embed renew by itself. */
export type ReferralsTokenSource = string | ((ctx: ReferralsTokenContext) => Promise<ReferralsTokenResult>);

/** What a token function is told. */
export interface ReferralsTokenContext {
  reason: ReferralsTokenReason;
  /** IANA name of the browser's time zone, for first data. */
  timezone: string;
  /** Aborted after 30 s, and when the embed is gone. */
  signal: AbortSignal;
}

/** A message of the catalogue: a string with `{name}` slots, or one per CLDR plural category. */
export type ReferralsMessage =
  | string
  | { zero?: string; one?: string; two?: string; few?: string; many?: string; other: string };

/** What the partner did. Carries ids and short links, never names, addresses or amounts. Ignore unknown types. */
export type ReferralsEvent =
  | {
      type: "link.copied" | "link.created" | "link.updated" | "code.copied";
      link: { id: string; shortLink: string };
    }
  | {
      type: "link.shared";
      link: { id: string; shortLink: string };
      /** The QR code taken along, the device's own share sheet, or where the message went. */
      via: "qr" | "share" | "email" | "whatsapp" | "x" | "linkedin" | "facebook" | "telegram";
    }
  | {
      type:
        | "referral.submitted"
        | "application.submitted"
        | "invite.accepted"
        | "settings.saved"
        /** The link that brings in partners. */
        | "invitation.copied";
    }
  | { type: "earning.added"; id: string }
  | { type: "section.changed"; section: ReferralsSection }
  | { type: "range.changed"; interval: string }
  | { type: "export.created"; section: ReferralsSection; rows: number }
  | { type: "external.opened"; url: string }
  | { type: "state.changed"; state: ReferralsState; previous: ReferralsStateName };
