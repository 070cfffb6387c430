import type { ReferralsEmbedError, ReferralsErrorCode, ReferralsState } from "../contract/embed.ts";
import type { ReferralsEmbedHandle, ReferralsEmbedOptions } from "../frame/options.ts";
import type { TokenCall } from "../http/token-call.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** Options, and what only React knows. */
export type EmbedOptions = ReferralsEmbedOptions &
  Pick<ReferralsEmbedProps, "mode" | "apiUrl" | "headingLevel" | "fallback" | "errorFallback">;

/** The state, and the error where the embed cannot draw it itself. */
export type Shown = readonly [state: ReferralsState, failure?: ReferralsEmbedError];

/** What a new embed shows. */
export const LOADING: Shown = [{ name: "loading" }];

export const nothing = (): void => {};

/** What both modes are given. */
export interface ModeProps {
  /** Of the frame. */
  src: string;
  options: EmbedOptions;
  tokens: TokenCall;
  /** Takes the handle of the running embed. */
  run(handle: ReferralsEmbedHandle): void;
  show(shown: Shown): void;
  /** The embed cannot run; `begin` tries again. Its undo: who asked twice is told once. */
  fail(code: ReferralsErrorCode, message: string, begin?: () => void): () => void;
  /** The host's own placeholder is on screen. */
  isCovered: boolean;
  /** The host's own panel, or ours, is on screen instead. */
  isFailed: boolean;
}
