import { forwardRef, useContext, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ForwardRefExoticComponent, RefAttributes } from "react";
import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsState } from "../contract/embed.ts";
import { frameUrl } from "../frame/frame-url.ts";
import type { ReferralsEmbedHandle } from "../frame/options.ts";
import { EmbedContext } from "./embed-context.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { FailurePanel } from "./FailurePanel.tsx";
import { FrameMode } from "./FrameMode.tsx";
import { InlineMode } from "./InlineMode.tsx";
import { LOADING, nothing, type EmbedOptions, type ModeProps } from "./mode-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";
import { useTokenCall } from "./useTokenCall.ts";

/** Names that belong on the wrapper; all others are the embed's own. */
const WRAPPER = /^(className|style|id|.+-.+)$/;

/**
 * A partner's links, results and earnings inside your own application.
 * In an iframe by default; `mode="inline"` renders in your own tree. No prop but `appUrl` and `mode` starts it anew.
 * @example
 * <ReferralsEmbed data="referrals" appUrl="https://app.example.com" token={() => fetchToken()} theme="system" />
 */
export const ReferralsEmbed: ForwardRefExoticComponent<ReferralsEmbedProps & RefAttributes<ReferralsEmbedHandle>> =
  /* @__PURE__ */ forwardRef(function ReferralsEmbed(own, handle) {
    const [provided, shared] = useContext(EmbedContext);
    const alone = useTokenCall();
    const running = useRef<ReferralsEmbedHandle>(null);
    const [[state, failure], show] = useState(LOADING);
    useImperativeHandle(handle, () => running.current ?? idle(state));

    // EMB-A4: what the component says itself wins.
    const options = {} as EmbedOptions & Record<string, unknown>;
    const wrapper: Record<string, unknown> = {};
    for (const [name, value] of [...Object.entries(provided), ...Object.entries(own)])
      if (value !== undefined) (WRAPPER.test(name) ? wrapper : options)[name] = value;
    const { mode, appUrl, fallback, onError } = options;
    // EMB-P9: written once. One that cannot be used is a state (EMB-A7), in either mode: a token goes to it.
    const [src, problem] = useMemo((): [src?: string, problem?: Error] => {
      try {
        return [frameUrl(options, { handshake: "1" })];
      } catch (error) {
        return [undefined, error as Error];
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- other options go by message
    }, [mode, appUrl]);
    const isCovered = fallback !== undefined && state.name === "loading";
    const Mode = mode === "inline" ? InlineMode : FrameMode;
    const run: ModeProps["run"] = (handle) => void (running.current = handle);
    const fail: ModeProps["fail"] = (code, message, begin) => {
      const error = new ReferralsEmbedError(code, message, { retryable: !!begin });
      const state: ReferralsState = { name: "error", code };
      run(idle(state, begin));
      show([state, error]);
      // In a task of its own, so that a callback that throws is reported and breaks nothing (EMB-A3).
      const telling = setTimeout(() => onError?.(error));
      return () => clearTimeout(telling);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- told once
    useBrowserLayoutEffect(() => problem && fail("bad_request", problem.message), [problem]);
    return (
      <div {...wrapper} data-state={state.name}>
        {isCovered && fallback}
        {failure && <FailurePanel {...{ state, options }} error={failure} retry={() => running.current?.reload()} />}
        {src && (
          <Mode
            key={appUrl}
            tokens={own.token === undefined && shared ? shared : alone}
            isFailed={!!failure}
            {...{ src, options, run, show, fail, isCovered }}
          />
        )}
      </div>
    );
  });

/** The handle of an embed that is not running. */
const idle = (state: ReferralsState, reload: () => void = nothing): ReferralsEmbedHandle => ({
  iframe: null,
  getState: () => state,
  reload,
  refreshToken: async () => {},
  focus: nothing,
});
