import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from "react";
import type { Bootstrap } from "../contract/embed-data.ts";
import type { ReferralsEvent, ReferralsSection, ReferralsState } from "../contract/embed.ts";
import type { ReferralsDashboardHandle, ReferralsDashboardProps } from "./props.ts";
import { DashboardScreen } from "./DashboardScreen.tsx";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { ShellContext, type Shell } from "./dashboard-context.ts";
import { toEmbedError } from "./embed-error.ts";
import { useBootstrap } from "./queries.ts";
import { resolveState } from "./resolve-state.ts";
import type { Session } from "./session.ts";
import { ThemeRoot } from "./theme/ThemeRoot.tsx";
import { HeadingLevelContext } from "./ui/Heading.tsx";
import { ToastProvider } from "./ui/ToastProvider.tsx";
import { MessagesContext, type Messages } from "./ui/messages-context.ts";
import { callHost } from "./call-host.ts";
import { useLatest } from "./ui/useLatest.ts";
import { useLocale } from "./useLocale.ts";
import { useOwnSession } from "./useOwnSession.ts";
import { useStateReports } from "./useStateReports.ts";

const monotonic = (): number => performance.now();
const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The dashboard of one partner, in the host's own tree or in the embed page. Asks for data as soon as it is mounted, names
 * its state at any time, and shows what the service answered, nothing else.
 */
export function ReferralsDashboard(props: ReferralsDashboardProps): ReactElement {
  const latest = useLatest(props);
  const root = useRef<HTMLDivElement>(null);
  const session = useOwnSession(props, latest);
  const { state, bootstrap, timeZone, demo } = useSessionState(session, props.hostOrigin);
  const format = useLocale(root, props.locale, props.messages, timeZone);
  useStateReports(state, root, latest, props.environment?.now ?? monotonic);
  useHandle(props, session, state, root);
  const emit = useCallback((event: ReferralsEvent) => callHost(latest.current.onEvent, event), [latest]);
  const fail = useCallback(
    (error: unknown, section?: ReferralsSection) =>
      callHost(latest.current.onError, toEmbedError(error, { scope: "panel", section })),
    [latest],
  );
  const { data } = props;
  const shell = useMemo<Shell | null>(
    () => format && { session, format, data, emit, fail },
    [session, format, data, emit, fail],
  );
  return (
    <ThemeRoot
      ref={root}
      theme={props.theme}
      themeOptions={props.themeOptions}
      scrolls={props.presentation !== "page"}
      role="group"
      aria-label={props.title ?? format?.t(`title.${data}`)}
      aria-busy={state.name === "loading"}
      lang={format?.locale}
      dir={format?.dir}
    >
      <HeadingLevelContext.Provider value={props.headingLevel ?? 2}>
        {shell ? (
          <Spoken shell={shell}>
            <DashboardScreen
              state={state}
              bootstrap={bootstrap}
              choice={props.sections}
              token={props.token}
              demo={demo}
            />
          </Spoken>
        ) : (
          <DashboardSkeleton data={data} />
        )}
      </HeadingLevelContext.Provider>
    </ThemeRoot>
  );
}

function Spoken({ shell, children }: { shell: Shell; children: ReactElement }): ReactElement {
  const messages = useMemo<Messages>(
    () => ({ locale: shell.format.locale, t: shell.format.t as Messages["t"] }),
    [shell.format],
  );
  return (
    <ShellContext.Provider value={shell}>
      <MessagesContext.Provider value={messages}>
        <ToastProvider>{children}</ToastProvider>
      </MessagesContext.Provider>
    </ShellContext.Provider>
  );
}

/** The state and what it follows from. */
export interface SessionState {
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  /** IANA zone that requests carry. */
  timeZone: string;
  demo: boolean;
}

/** Reads the first answer and names the state. The zone is the partner's own as soon as it is known (EMB-L4). */
export function useSessionState(session: Session, hostOrigin?: string | null): SessionState {
  const [zone] = useState(browserZone);
  const [profileZone, setProfileZone] = useState<string | null>(null);
  const timeZone = profileZone ?? zone;
  const read = useBootstrap(session, { interval: "30d", timezone: timeZone });
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot);
  const { data } = read;
  useEffect(() => {
    if (data) session.note(data);
  }, [session, data]);
  if (data?.partner && data.partner.timezone !== profileZone) setProfileZone(data.partner.timezone);
  return { state: resolveState(read, snapshot, hostOrigin), bootstrap: data, timeZone, demo: snapshot.demo };
}

const FOCUSABLE = "[role=tab][aria-selected=true], button, a[href], input, select, textarea";

function useHandle(
  { handleRef }: ReferralsDashboardProps,
  session: Session,
  state: ReferralsState,
  root: RefObject<HTMLElement | null>,
): void {
  const current = useLatest(state);
  useImperativeHandle(
    handleRef,
    (): ReferralsDashboardHandle => ({
      reload: () => void session.reload(),
      refreshToken: () => session.refreshToken(),
      focus: () => root.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus(),
      getState: () => current.current,
    }),
    [session, root, current],
  );
}
