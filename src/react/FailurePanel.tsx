import { useEffect, useRef, type ReactNode } from "react";
import type { ReferralsEmbedError, ReferralsState } from "../contract/embed.ts";
import { showFailure } from "../frame/show-failure.ts";
import type { EmbedOptions } from "./mode-props.ts";

/** Props of {@link FailurePanel}. */
export interface FailurePanelProps {
  state: ReferralsState;
  error: ReferralsEmbedError;
  options: EmbedOptions;
  retry: () => void;
}

/** For what the embed cannot draw itself: the host's `errorFallback`, else a plain panel in the host's own type. */
export function FailurePanel(failure: FailurePanelProps): ReactNode {
  const { error, retry, options } = failure;
  const { errorFallback: show } = options;
  const place = useRef<HTMLDivElement>(null);
  const isOurs = show === undefined;
  useEffect(() => {
    if (place.current) showFailure(place.current, failure);
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- an alert speaks once
  }, [error, isOurs]);
  if (isOurs) return <div role="alert" ref={place} />;
  return typeof show === "function" ? show(error, retry) : show;
}
