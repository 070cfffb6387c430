import type { ReactElement } from "react";
import type { ReferralsEmbedError } from "../contract/embed.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** For what the embed cannot draw itself: the host's `errorFallback`, else a plain panel in the host's own type. */
export function FailurePanel(props: {
  error: ReferralsEmbedError;
  show: ReferralsEmbedProps["errorFallback"];
  retry: () => void;
}): ReactElement {
  const { error, show, retry } = props;
  if (show !== undefined) return <>{typeof show === "function" ? show(error, retry) : show}</>;
  return (
    <div role="alert">
      <p>
        {error.code === "frame_blocked"
          ? "Not available here. A browser extension or setting keeps this page from loading."
          : "That did not work. We could not load your dashboard."}
      </p>
      {error.retryable && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
