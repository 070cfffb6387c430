import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import type { ReferralsEvent, ReferralsSection, ReferralsState } from "../contract/embed.ts";
import { develop } from "../development/develop.ts";
import type { ReferralsDashboardHandle, ReferralsDashboardProps } from "./props.ts";
import { DashboardScreen } from "./DashboardScreen.tsx";
import { cleanProps } from "./clean-config.ts";
import { ShellContext, type Shell } from "./dashboard-context.ts";
import { toEmbedError } from "./embed-error.ts";
import { refreshToken, reload } from "./restart.ts";
import { monotonic, openSession, type OpenedAhead, type OpenedSession } from "./open-session.ts";
import type { Session } from "./session.ts";
import { ThemeRoot } from "./theme/ThemeRoot.tsx";
import { useDerivation } from "./theme/useDerivation.ts";
import { HeadingLevelContext } from "./ui/Heading.tsx";
import { ToastProvider } from "./ui/ToastProvider.tsx";
import { MessagesContext, noMessages, type Messages } from "./ui/messages-context.ts";
import { callHost } from "./call-host.ts";
import { useKeptFocus } from "./ui/useKeptFocus.ts";
import { useLatest } from "./ui/useLatest.ts";
import { useLocale } from "./useLocale.ts";
import { useSessionState } from "./useSessionState.ts";
import { useStateReports } from "./useStateReports.ts";

/**
 * The dashboard of one partner, in the host's own tree or in the embed page. It requests data when mounted, always has a named state, and
 * shows only data from the service.
 */
export function ReferralsDashboard(given: ReferralsDashboardProps): ReactElement {
  return <OpenedDashboard given={given} />;
}

/** Props of {@link OpenedDashboard}. */
export interface OpenedDashboardProps {
  given: ReferralsDashboardProps;
  /** Its session, if opened before. */
  ahead?: OpenedAhead | undefined;
}

/** The same for a caller that requested the data before the first render. */
export function OpenedDashboard({ given, ahead }: OpenedDashboardProps): ReactElement {
  const props = cleanProps(given);
  const root = useRef<HTMLDivElement>(null);
  const { session, latest } = useOwnSession(props, ahead);
  const { state, bootstrap, timeZone, demo } = useSessionState(session, props.data, props.hostOrigin);
  const format = useLocale(root, props.locale, props.messages, timeZone, ahead?.locale);
  useStateReports(state, { root, latest, now: props.environment?.now ?? monotonic, openedAt: ahead?.openedAt });
  useHandle(props, session, state, root);
  useKeptFocus(root);
  useDevelopmentWarnings(root, given);
  const emit = useCallback((event: ReferralsEvent) => callHost(latest.current.onEvent, event), [latest]);
  const fail = useCallback(
    (error: unknown, section?: ReferralsSection) =>
      callHost(latest.current.onError, toEmbedError(error, { scope: "panel", section }, latest.current.apiUrl)),
    [latest],
  );
  const { data, themeOptions } = props;
  const isPage = props.presentation === "page";
  const name = props.title ?? format?.t(data === "card" ? "ui.yourLink" : `title.${data}`);
  const look = useExactLook(themeOptions);
  const shell = useMemo<Shell | null>(
    () => format && { session, format, data, emit, fail },
    [session, format, data, emit, fail],
  );
  return (
    <ThemeRoot
      ref={root}
      theme={props.theme}
      themeOptions={look ? look.themeOptions : themeOptions}
      program={bootstrap?.program}
      scrolls={!isPage}
      role={isPage ? "main" : "group"}
      aria-label={name}
      aria-busy={state.name === "loading"}
      lang={format?.locale}
      dir={format?.dir}
    >
      {isPage && name && <h1 className="rf-vh">{name}</h1>}
      <HeadingLevelContext.Provider value={props.headingLevel ?? 2}>
        <ShellProvider shell={look ? shell : null}>
          <DashboardScreen
            data={data}
            state={state}
            bootstrap={bootstrap}
            choice={props.sections}
            token={props.token}
            demo={demo}
          />
        </ShellProvider>
      </HeadingLevelContext.Provider>
    </ThemeRoot>
  );
}

interface Look {
  themeOptions: ReferralsDashboardProps["themeOptions"];
}

/**
 * The host's options once their exact colours are derived; until then the previous options. Showing the skeleton in between would lose the
 * chosen section and typed text.
 */
function useExactLook(themeOptions: Look["themeOptions"]): Look | undefined {
  const isExact = useDerivation(themeOptions) !== undefined;
  const asked = JSON.stringify(themeOptions ?? null);
  const [shown, setShown] = useState<string>();
  if (isExact && shown !== asked) setShown(asked);
  if (isExact) return { themeOptions };
  return shown === undefined ? undefined : { themeOptions: JSON.parse(shown) ?? undefined };
}

/** Rendered from the start, even without words: a wrapper added later would render the skeleton again. */
function ShellProvider({ shell, children }: { shell: Shell | null; children: ReactElement }): ReactElement {
  const format = shell?.format;
  const messages = useMemo<Messages>(
    () => (format ? { locale: format.locale, t: format.t as Messages["t"] } : noMessages),
    [format],
  );
  return (
    <ShellContext.Provider value={shell}>
      <MessagesContext.Provider value={messages}>
        <ToastProvider>{children}</ToastProvider>
      </MessagesContext.Provider>
    </ShellContext.Provider>
  );
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
      reload: () => void reload(session),
      refreshToken: () => refreshToken(session),
      focus: () => root.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus(),
      getState: () => current.current,
    }),
    [session, root, current],
  );
}

/** Development warnings about the stylesheet, and about options that are dropped or changed. */
function useDevelopmentWarnings(root: RefObject<HTMLElement | null>, given: ReferralsDashboardProps): void {
  useEffect(() => {
    void develop(({ tellOptions, tellStyles }) => {
      tellStyles(root.current);
      return tellOptions(given, given.apiUrl);
    });
  }, [root, given]);
}

/**
 * The session of a dashboard while it is mounted. Another `apiUrl` or manager opens another one.
 * @param ahead a session opened before the mount
 */
function useOwnSession(props: ReferralsDashboardProps, ahead: OpenedSession | undefined): OpenedSession {
  const { apiUrl, tokens, token } = props;
  const [opened, setOpened] = useState(() => ({ apiUrl, tokens, ...(ahead ?? openSession(props)) }));
  if (opened.apiUrl !== apiUrl || opened.tokens !== tokens) setOpened({ apiUrl, tokens, ...openSession(props) });
  const { session, follow, close } = opened;
  useEffect(() => follow(props));
  useEffect(() => session.attach(close), [session, close]);
  useEffect(() => session.setToken(token), [session, token]);
  return opened;
}
