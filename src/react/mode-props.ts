import type { ReferralsEmbedError, ReferralsErrorCode, ReferralsState } from "../contract/embed.ts";
import type { ReferralsEmbedHandle, ReferralsEmbedOptions } from "../frame/options.ts";
import type { TokenCall } from "../http/token-call.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** Options, and React-only props. */
export type EmbedOptions = ReferralsEmbedOptions &
  Pick<ReferralsEmbedProps, "mode" | "apiUrl" | "headingLevel" | "fallback" | "errorFallback">;

/** What an embed shows. */
export interface Shown {
  state: ReferralsState;
  /** Set when the embed cannot show the state itself: a failure panel replaces it. */
  failure?: ReferralsEmbedError | undefined;
}

/** What a new embed shows. */
export const LOADING: Shown = { state: { name: "loading" } };

export const nothing = (): void => {};

/** The props of both modes. */
export interface ModeProps {
  /** Of the frame. */
  src: string;
  options: EmbedOptions;
  tokens: TokenCall;
  /** Takes the handle of the running embed. */
  setHandle(handle: ReferralsEmbedHandle): void;
  show(shown: Shown): void;
  /** The embed cannot run; `retry` tries again. Returns its undo, so that StrictMode's second effect reports once. */
  fail(code: ReferralsErrorCode, message: string, retry?: () => void): () => void;
  /** The host's own placeholder is on screen. */
  isCovered: boolean;
  /** The host's own panel, or ours, is on screen instead. */
  isFailed: boolean;
}
