import type { ReferralsEmbedError, ReferralsState } from "../contract/embed.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

/** What the frame cannot draw itself. */
export interface Failure {
  state: ReferralsState;
  error: ReferralsEmbedError;
  options: Pick<ReferralsEmbedOptions, "locale" | "messages">;
  retry: () => void;
}

/** Shows a failure in `place`, an element with `role="alert"`. */
export type ShowFailure = (place: HTMLElement, failure: Failure) => void;
