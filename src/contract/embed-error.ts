import type { ErrorCode } from "./errors.ts";
import type { ReferralsSection } from "./sections.ts";

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
  declare readonly code: ReferralsErrorCode;
  declare readonly status?: number;
  declare readonly docUrl?: string;
  declare readonly retryable: boolean;
  /** Seconds. */
  declare readonly retryAfter?: number;
  declare readonly scope: "embed" | "panel";
  declare readonly section?: ReferralsSection;

  constructor(code: ReferralsErrorCode, message: string, details: ReferralsEmbedErrorDetails = {}) {
    super(message);
    Object.assign(this, { retryable: false, scope: "embed", ...details, name: "ReferralsEmbedError", code });
  }
}
