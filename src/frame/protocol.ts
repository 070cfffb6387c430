import type {
  ReferralsData,
  ReferralsErrorCode,
  ReferralsEvent,
  ReferralsSection,
  ReferralsState,
  ReferralsTokenReason,
} from "../contract/embed.ts";
import type { GivenData } from "../http/token-call.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

/** The highest protocol version both halves speak. */
export const PROTOCOL_VERSION = 1;

/** Marks a window message as ours. */
export const NAMESPACE = "referrals-embed";

/** What a config message may change. */
export type FrameConfig = Partial<
  Pick<ReferralsEmbedOptions, "data" | "theme" | "themeOptions" | "locale" | "messages" | "sections">
>;

/** Messages between the two windows, before there is a port. */
export type WindowMessage = { ns: typeof NAMESPACE; v: number } & (
  | { type: "ping" }
  | { type: "hello"; versions: number[]; page: string }
  | { type: "init"; config: FrameConfig }
);

/** Messages from the host over the port. A failed token has the route's `status` where it is known, and in development builds a `message`. */
export type HostMessage =
  | { type: "token"; token: string; firstData?: GivenData | undefined }
  | {
      type: "token-failed";
      code: ReferralsErrorCode;
      status?: number | undefined;
      isFinal?: boolean | undefined;
      message?: string | undefined;
    }
  | ({ type: "config" } & FrameConfig)
  | { type: "reload" | "focus" };

/** An error as it crosses the frame: no stack, its text cut at 500 characters. */
export interface FrameError {
  code: ReferralsErrorCode;
  message: string;
  status?: number;
  retryable?: boolean;
  /** Seconds. */
  retryAfter?: number;
  docUrl?: string;
  scope?: "embed" | "panel";
  section?: ReferralsSection;
}

/** Messages from the page over the port. Heights and widths in px. */
export type PageMessage =
  | { type: "ready"; protocol: number; height: number }
  | { type: "load"; data: ReferralsData; state: ReferralsState }
  | { type: "height"; height: number; width: number }
  | { type: "state"; state: ReferralsState }
  | { type: "title"; title: string }
  /** The key was pressed, and nothing in the page handles it. */
  | { type: "escape" }
  | { type: "token-needed"; reason: ReferralsTokenReason }
  | ({ type: "error" } & FrameError)
  | { type: "event"; event: ReferralsEvent };

type Typed = { type: string } & Record<string, unknown>;

/** A port message: an object with a type. Unknown types and fields are for the reader to ignore. */
export function isPortMessage(value: unknown): value is Typed {
  return typeof (value as Typed | null)?.type === "string";
}

/**
 * A window message is ours when it is a plain object with our `ns`. Nothing else of it is read before that; any malformed message is
 * answered with no, never with an exception or a log.
 */
export function isWindowMessage(value: unknown): value is Typed & { ns: typeof NAMESPACE } {
  try {
    return (value as { ns?: unknown } | null)?.ns === NAMESPACE && isPortMessage(value);
  } catch {
    return false;
  }
}
