import { lazy, Suspense, type ReactNode } from "react";
import type { ReferralsEmbedError } from "../contract/embed.ts";
import type { EmbedOptions } from "./mode-props.ts";

/** The panel and its words come when they are needed; without them the error speaks for itself. */
const PlainPanel = /* @__PURE__ */ lazy(() =>
  import("./PlainPanel.tsx").then(
    ({ PlainPanel }) => ({ default: PlainPanel }),
    () => ({ default: ({ error }: { error: Error }) => <p role="alert">{error.message}</p> }),
  ),
);

/** For what the embed cannot draw itself: the host's `errorFallback`, else a plain panel in the host's own type. */
export function FailurePanel(props: {
  error: ReferralsEmbedError;
  retry: () => void;
  options: EmbedOptions;
}): ReactNode {
  const { error, retry, options } = props;
  const { errorFallback: show } = options;
  if (show !== undefined) return typeof show === "function" ? show(error, retry) : show;
  return (
    <Suspense>
      <PlainPanel {...props} />
    </Suspense>
  );
}
