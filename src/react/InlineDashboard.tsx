import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, Component, type ReactNode } from "react";
import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsState } from "../contract/embed.ts";
import { callHost } from "../dashboard/call-host.ts";
import { openAhead, type OpenedAhead } from "../dashboard/open-session.ts";
import type { DashboardEnvironment, ReferralsDashboardHandle } from "../dashboard/props.ts";
import { DASHBOARD_STATES, reservedHeight } from "../frame/frame-attributes.ts";
import { OpenedDashboard } from "../dashboard/ReferralsDashboard.tsx";
import { apiUrlOf } from "./api-url.ts";
import type { ModeProps, Shown } from "./mode-props.ts";
import { takeEarly } from "./read-early.ts";

/** As in `mode-props.ts`, whose value every host's first load would have to share with this lazy chunk. */
const LOADING: Shown = { state: { name: "loading" } };

/** A dashboard that is about to be drawn. */
export interface OpenedInline {
  environment: DashboardEnvironment;
  ahead: OpenedAhead;
  /** What failed before it was drawn. */
  failed: { error?: ReferralsEmbedError };
}

/** Opens the session of an {@link InlineDashboard}; its reports go to the host meanwhile. */
export async function openInline(
  { options, tokens }: Pick<ModeProps, "options" | "tokens">,
  place: Element | null,
  until: AbortSignal,
): Promise<OpenedInline> {
  const failed: OpenedInline["failed"] = {};
  const environment = { call: tokens, ...takeEarly(tokens) };
  const onError = (error: ReferralsEmbedError): void => {
    if (error.scope === "embed") failed.error = error;
    callHost(options.onError, error);
  };
  const ahead = await openAhead({ ...options, apiUrl: apiUrlOf(options), environment, onError }, place, until);
  return { environment, ahead, failed };
}

/** Props of {@link InlineDashboard}. */
export interface InlineDashboardProps extends ModeProps {
  opened: OpenedInline;
}

/** The dashboard in the host's own tree, once its code is here. */
export function InlineDashboard(props: InlineDashboardProps): ReactElement {
  const { opened, options, setHandle, show, isCovered, isFailed } = props;
  const [attempt, setAttempt] = useState(0);
  const dashboard = useRef<ReferralsDashboardHandle>(null);
  const shell = useRef<HTMLDivElement>(null);
  const isUsed = useRef(false);
  const known = useRef<{ state: ReferralsState; error?: ReferralsEmbedError; crashed?: boolean }>({
    state: LOADING.state,
    ...opened.failed,
  });

  const reportShown = (): void => {
    const { state, error, crashed } = known.current;
    // The dashboard draws its failures itself, except after a crash or where the host gives `errorFallback`.
    const needsPanel = state.name === "error" && (crashed || options.errorFallback !== undefined);
    show({ state, failure: needsPanel ? error : undefined });
  };
  const onError = (error: ReferralsEmbedError): void => {
    if (error.scope === "embed") known.current.error = error;
    reportShown();
    callHost(options.onError, error);
  };
  const onCatch = (cause: unknown): void => {
    const code = "internal_server_error";
    known.current = { state: { name: "error", code }, crashed: true };
    onError(
      new ReferralsEmbedError(code, `The dashboard could not be shown. ${cause}`, {
        retryable: true,
      }),
    );
  };
  const reload = (): void => {
    const { crashed, error } = known.current;
    if (error) show(LOADING);
    known.current = { state: crashed ? LOADING.state : known.current.state };
    if (crashed) setAttempt(attempt + 1);
    else dashboard.current?.reload();
  };

  useEffect(() => {
    setHandle({
      iframe: null,
      getState: () => dashboard.current?.getState() ?? known.current.state,
      reload,
      refreshToken: async () => dashboard.current?.refreshToken(),
      focus: () => dashboard.current?.focus(),
    });
  });
  useLayoutEffect(() => {
    if (!shell.current) return;
    // Without a box of its own, so that no rule of the host for `div` shows.
    shell.current.style.display = isCovered || isFailed ? "none" : "contents";
    // A query container has no width from within: in a flex row it would be as wide as a letter. Here it is a frame's.
    const root = shell.current.firstElementChild as HTMLElement | null;
    if (!root) return;
    root.style.containIntrinsicWidth = "300px";
    return keepHeight(root, {
      height() {
        const isReserved = !isUsed.current && DASHBOARD_STATES.includes(known.current.state.name);
        return isReserved || Number.isFinite(options.minHeight) ? reservedHeight(options, root.clientWidth) : 0;
      },
      onUse() {
        isUsed.current = true;
      },
    });
  });

  return (
    <CatchError key={attempt} onCatch={onCatch}>
      <div ref={shell}>
        <OpenedDashboard
          // What it had read may be what crashed it.
          ahead={attempt === 0 ? opened.ahead : undefined}
          given={{
            ...options,
            apiUrl: apiUrlOf(options),
            environment: opened.environment,
            onError,
            onStateChange(state) {
              known.current.state = state;
              reportShown();
            },
            handleRef: dashboard,
          }}
        />
      </div>
    </CatchError>
  );
}

/**
 * Keeps a height as a frame does (EMB-P11), so that nothing below the dashboard jumps.
 * @param reserve the current reserve in px, and a callback for the partner's first use of the dashboard
 * @returns its undo
 */
function keepHeight(root: HTMLElement, { height, onUse }: { height: () => number; onUse: () => void }): () => void {
  const keep = (): void => {
    root.style.minHeight = `${height()}px`;
  };
  const use = (): void => {
    onUse();
    keep();
  };
  const stopped = new AbortController();
  addEventListener("resize", keep, stopped);
  root.addEventListener("focusin", use, stopped);
  root.addEventListener("pointerdown", use, stopped);
  keep();
  return () => stopped.abort();
}

/** Props of {@link CatchError}. */
interface CatchErrorProps {
  children: ReactNode;
  /** Called once with what was caught. */
  onCatch: (error: unknown) => void;
}

/** Keeps a failure below it from reaching the host's tree; then renders nothing. */
class CatchError extends Component<CatchErrorProps, { caught: boolean }> {
  override state: { caught: boolean } = { caught: false };
  static getDerivedStateFromError(): { caught: boolean } {
    return { caught: true };
  }
  override componentDidCatch(error: unknown): void {
    this.props.onCatch(error);
  }
  override render(): ReactNode {
    return !this.state.caught && this.props.children;
  }
}
