import {
  forwardRef,
  useContext,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ForwardRefExoticComponent,
  type RefAttributes,
  useEffect,
  type ReactNode,
} from "react";
import { ReferralsEmbedError } from "../contract/embed-error.ts";
import { develop } from "../development/develop.ts";
import type { ReferralsState } from "../contract/embed.ts";
import { frameUrl } from "../frame/frame-url.ts";
import type { ReferralsEmbedHandle } from "../frame/options.ts";
import { EmbedContext } from "./embed-context.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { FrameMode } from "./FrameMode.tsx";
import { InlineMode } from "./InlineMode.tsx";
import { LOADING, nothing, type EmbedOptions, type ModeProps } from "./mode-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";
import { useTokenCall } from "./useTokenCall.ts";
import { showFailure } from "../frame/show-failure.ts";

/** Options for which null has a meaning (no token yet, draw nothing). For all others it means "not set". */
const NULLABLE = /^(token|fallback|errorFallback)$/;
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
    const provider = useContext(EmbedContext);
    const ownTokens = useTokenCall();
    const running = useRef<ReferralsEmbedHandle>(null);
    const [{ state, failure }, show] = useState(LOADING);
    useImperativeHandle(handle, () => running.current ?? idle(state));

    const { options, wrapper } = splitProps(provider.props, own);
    const { mode, appUrl, fallback, onError } = options;
    // The address is written once (EMB-P9). An unusable one ends in `error` in both modes, because the token would be sent there.
    const address = useMemo((): { src?: string; problem?: Error } => {
      try {
        return { src: frameUrl(options, { query: { handshake: "1" } }) };
      } catch (error) {
        return { problem: error as Error };
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- other options go by message
    }, [mode, appUrl]);
    const isCovered = fallback !== undefined && state.name === "loading";
    const Mode = mode === "inline" ? InlineMode : FrameMode;
    const setHandle: ModeProps["setHandle"] = (handle) => {
      running.current = handle;
    };
    const fail: ModeProps["fail"] = (code, message, retry) => {
      const error = new ReferralsEmbedError(code, message, { retryable: !!retry });
      const state: ReferralsState = { name: "error", code };
      setHandle(idle(state, retry));
      show({ state, failure: error });
      // In a task of its own, so that a callback that throws is reported and breaks nothing (EMB-A3).
      void develop(({ tellError }) => tellError(error, location.href));
      const reporting = setTimeout(() => onError?.(error));
      return () => clearTimeout(reporting);
    };
    const { src, problem } = address;
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- reported once
    useBrowserLayoutEffect(() => problem && fail("bad_request", problem.message), [problem]);
    return (
      <div {...wrapper} data-state={state.name}>
        {isCovered && fallback}
        {failure && <FailurePanel {...{ state, options }} error={failure} retry={() => running.current?.reload()} />}
        {src && (
          <Mode
            key={appUrl}
            tokens={(own.token === undefined && provider.tokens) || ownTokens}
            isFailed={!!failure}
            {...{ src, options, setHandle, show, fail, isCovered }}
          />
        )}
      </div>
    );
  });

/** Splits the props of provider and component, whose own win (EMB-A4), into options and what goes on the wrapper. */
function splitProps(provided: object, own: object): { options: EmbedOptions; wrapper: Record<string, unknown> } {
  const options: Record<string, unknown> = {};
  const wrapper: Record<string, unknown> = {};
  for (const [name, value] of [...Object.entries(provided), ...Object.entries(own)])
    if (value !== undefined && (value !== null || NULLABLE.test(name)))
      (WRAPPER.test(name) ? wrapper : options)[name] = value;
  return { options: options as unknown as EmbedOptions, wrapper };
}

/** The handle of an embed that is not running. */
const idle = (state: ReferralsState, reload: () => void = nothing): ReferralsEmbedHandle => ({
  iframe: null,
  getState: () => state,
  reload,
  refreshToken: async () => {},
  focus: nothing,
});

/** Props of {@link FailurePanel}. */
interface FailurePanelProps {
  state: ReferralsState;
  error: ReferralsEmbedError;
  options: EmbedOptions;
  retry: () => void;
}

/** For what the embed cannot draw itself: the host's `errorFallback`, else a plain panel in the host's own type. */
function FailurePanel(failure: FailurePanelProps): ReactNode {
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
