import { lazy, Suspense, useImperativeHandle, useRef, useState, useSyncExternalStore } from "react";
import type { LazyExoticComponent, ReactElement } from "react";
import { ReferralsEmbedError, type ReferralsState } from "../contract/embed.ts";
import type { ReferralsDashboardHandle } from "../dashboard/props.ts";
import type { ReferralsDashboard } from "../dashboard/ReferralsDashboard.tsx";
import { skeletonHeight } from "../frame/appearance.ts";
import { CatchError } from "./CatchError.tsx";
import { FailurePanel } from "./FailurePanel.tsx";
import type { ModeProps } from "./split-props.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";
import { useTokens } from "./useTokens.ts";

type Code = Promise<{ default: typeof ReferralsDashboard }>;

const load = (): Code => import("../inline/index.ts").then((inline) => ({ default: inline.ReferralsDashboard }));
const never = () => () => {};

/** The one request for the code; a failed one is forgotten, so that Retry asks again. */
let code: Code | undefined;
const ask = (): Code => {
  const asked = (code ??= load());
  asked.catch(() => (code = undefined));
  return asked;
};

/**
 * EMB-L1: the code is asked for during the first client render, the token beside it. EMB-R4: a server and the first client
 * render show the same placeholder, sized by attributes, so that no style has to pass a policy.
 */
export function InlineEmbed({ options, wrapper, tokens: shared, handle }: ModeProps): ReactElement {
  const { appUrl = "", apiUrl = `${appUrl.replace(/\/+$/, "")}/api`, fallback, errorFallback, ...rest } = options;
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const own = useTokens(options);
  const tokens = shared ?? own;
  const [state, setState] = useState<ReferralsState>({ name: "loading" });
  const [failure, setFailure] = useState<ReferralsEmbedError>();
  const [crashed, setCrashed] = useState(false);
  const [[attempt, Dashboard], setAttempt] = useState<[number, LazyExoticComponent<typeof ReferralsDashboard>]>(() => [
    0,
    lazy(ask),
  ]);
  const dashboard = useRef<ReferralsDashboardHandle>(null);
  const shell = useRef<HTMLDivElement>(null);
  if (typeof document !== "undefined") void ask();

  useBrowserLayoutEffect(() => void tokens.get().catch(() => {}), [tokens]);
  useImperativeHandle(handle, () => ({
    iframe: null,
    getState: () => dashboard.current?.getState() ?? state,
    reload: () => dashboard.current?.reload(),
    refreshToken: async () => dashboard.current?.refreshToken(),
    focus: () => dashboard.current?.focus(),
  }));

  const onError = (error: ReferralsEmbedError): void => {
    if (error.scope === "embed") setFailure(error);
    options.onError?.(error);
  };
  const onCatch = (cause: unknown): void => {
    const text = cause instanceof Error ? cause.message : "";
    const reason = code ? "internal_server_error" : "network";
    setState({ name: "error", code: reason });
    setCrashed(true);
    onError(new ReferralsEmbedError(reason, `The dashboard could not be shown. ${text}`, { retryable: true }));
  };
  const retry = (): void => {
    if (crashed) setAttempt([attempt + 1, lazy(ask)]);
    else dashboard.current?.reload();
    setState({ name: "loading" });
    setFailure(undefined);
    setCrashed(false);
  };
  const placeholder = fallback ?? (
    <svg width="100%" height={options.minHeight ?? skeletonHeight(options.data)} fill="#8882" aria-hidden="true">
      <rect width="100%" height="100%" rx="8" />
    </svg>
  );
  const covered = state.name === "loading" && fallback !== undefined;
  const failed = state.name === "error" && failure && (crashed || errorFallback !== undefined);

  // Without a box of its own, so that no rule of the host for `div` shows.
  useBrowserLayoutEffect(() => {
    if (shell.current) shell.current.style.display = failed || covered ? "none" : "contents";
  });

  return (
    <div {...wrapper} data-state={state.name}>
      {failed && <FailurePanel error={failure} show={errorFallback} retry={retry} />}
      {covered && inBrowser && fallback}
      {inBrowser ? (
        <CatchError key={attempt} onCatch={onCatch}>
          <Suspense fallback={!covered && placeholder}>
            <div ref={shell}>
              <Dashboard
                {...rest}
                apiUrl={apiUrl}
                tokens={tokens}
                onError={onError}
                onStateChange={setState}
                handleRef={dashboard}
              />
            </div>
          </Suspense>
        </CatchError>
      ) : (
        placeholder
      )}
    </div>
  );
}
