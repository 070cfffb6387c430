import { forwardRef, useContext, useImperativeHandle, useRef, useState } from "react";
import type { ForwardRefExoticComponent, RefAttributes } from "react";
import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsState } from "../contract/embed.ts";
import type { ReferralsEmbedHandle } from "../frame/options.ts";
import { EmbedContext } from "./embed-context.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { FailurePanel } from "./FailurePanel.tsx";
import { FrameMode } from "./FrameMode.tsx";
import { InlineMode } from "./InlineMode.tsx";
import { LOADING, type EmbedOptions, type ModeProps } from "./mode-props.ts";
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
    const [provided, shared] = useContext(EmbedContext) ?? [];
    const alone = useTokenCall();
    const running = useRef<ReferralsEmbedHandle>(null);
    const [[state, failure], show] = useState(LOADING);
    useImperativeHandle(handle, () => running.current ?? idle(state));

    // EMB-A4: what the component says itself wins.
    const options = {} as EmbedOptions;
    const wrapper = {};
    for (const [name, value] of [...Object.entries(provided ?? {}), ...Object.entries(own)])
      if (value !== undefined) Object.assign(WRAPPER.test(name) ? wrapper : options, { [name]: value });
    const { mode, appUrl, fallback, onError } = options;
    const isCovered = fallback !== undefined && state.name === "loading";
    const Mode = mode === "inline" ? InlineMode : FrameMode;
    const run: ModeProps["run"] = (handle) => void (running.current = handle);
    const fail: ModeProps["fail"] = (code, message, begin) => {
      const error = new ReferralsEmbedError(code, message, { retryable: !!begin });
      const state: ReferralsState = { name: "error", code };
      run(idle(state, begin));
      show([state, error]);
      // In a task of its own, so that a callback that throws is reported and breaks nothing (EMB-A3).
      queueMicrotask(() => onError?.(error));
    };
    return (
      <div {...wrapper} data-state={state.name}>
        {isCovered && fallback}
        {failure && <FailurePanel {...{ state, options }} error={failure} retry={() => running.current?.reload()} />}
        <Mode
          key={appUrl}
          tokens={own.token === undefined && shared ? shared : alone}
          isFailed={!!failure}
          {...{ options, run, show, fail, isCovered }}
        />
      </div>
    );
  });

const nothing = (): void => {};
/** The handle of an embed that is not running. */
const idle = (state: ReferralsState, reload: () => void = nothing): ReferralsEmbedHandle => ({
  iframe: null,
  getState: () => state,
  reload,
  refreshToken: async () => {},
  focus: nothing,
});
