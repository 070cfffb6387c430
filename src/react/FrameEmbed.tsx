import { useImperativeHandle, useRef, useState, type ReactElement } from "react";
import { ReferralsEmbedError, type ReferralsState } from "../contract/embed.ts";
import { frameTitle, skeletonHeight } from "../frame/appearance.ts";
import { attachFrame } from "../frame/attach-frame.ts";
import { frameUrl, SANDBOX } from "../frame/embed-url.ts";
import type { ReferralsFrame } from "../frame/options.ts";
import { FailurePanel } from "./FailurePanel.tsx";
import type { ModeProps } from "./split-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

const LOADING: ReferralsState = { name: "loading" };

/**
 * EMB-R2, EMB-R3: the frame is in the markup, so that it loads from the server's HTML; effects only attach the protocol and
 * size it through the CSSOM. Its address is computed once (EMB-P9).
 */
export function FrameEmbed({ options, wrapper, tokens, handle }: ModeProps): ReactElement {
  const iframe = useRef<HTMLIFrameElement>(null);
  const frame = useRef<ReferralsFrame>(undefined);
  const [src] = useState(() => addressOf(options));
  const refused = src instanceof ReferralsEmbedError ? src : undefined;
  const [[state, failure], setShown] = useState<[ReferralsState, ReferralsEmbedError?]>(() =>
    refused ? [{ name: "error", code: refused.code }, refused] : [LOADING],
  );
  const { data, title, minHeight, loading, appUrl, fallback, errorFallback } = options;
  const covered = fallback !== undefined && state === LOADING;

  useBrowserLayoutEffect(() => {
    if (refused) {
      // Told once: StrictMode takes the first effect back before its microtask runs.
      let attached = true;
      queueMicrotask(() => attached && options.onError?.(refused));
      return () => void (attached = false);
    }
    frame.current = attachFrame(iframe.current as HTMLIFrameElement, options, {
      tokens,
      onState: (state, error) => setShown([state.name === "loading" ? LOADING : state, error]),
    });
    return frame.current.destroy;
  }, []);
  useBrowserLayoutEffect(() => {
    frame.current?.update(options);
    if (iframe.current) cover(iframe.current, failure !== undefined, covered);
  });
  useImperativeHandle(handle, () => ({
    iframe: iframe.current,
    getState: () => frame.current?.getState() ?? state,
    reload: () => frame.current?.reload(),
    refreshToken: async () => frame.current?.refreshToken(),
    focus: () => frame.current?.focus(),
  }));

  return (
    <div {...wrapper} data-state={state.name}>
      {covered && fallback}
      {failure && <FailurePanel error={failure} show={errorFallback} retry={() => frame.current?.reload()} />}
      {!refused && (
        <iframe
          ref={iframe}
          src={src as string}
          title={title ?? frameTitle(data)}
          width="100%"
          height={minHeight ?? skeletonHeight(data)}
          loading={loading}
          allow="clipboard-write"
          referrerPolicy="strict-origin"
          sandbox={appUrl && SANDBOX}
          frameBorder={0}
        />
      )}
    </div>
  );
}

/** Takes a frame out of sight: one that failed for good, one below the host's placeholder with its width kept. */
function cover({ style }: HTMLIFrameElement, failed: boolean, covered: boolean): void {
  if (failed) style.display = "none";
  style.position = covered ? "absolute" : "";
  style.visibility = covered ? "hidden" : "";
}

/** EMB-A7: an address that cannot be used is a state, not an exception. */
function addressOf(options: ModeProps["options"]): string | ReferralsEmbedError {
  try {
    return frameUrl(options, { handshake: "1" });
  } catch (error) {
    return new ReferralsEmbedError("bad_request", (error as Error).message);
  }
}
