import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import type { ReferralsEvent, ReferralsSection, ReferralsState } from "../contract/embed.ts";
import type { ReferralsDashboardHandle, ReferralsDashboardProps } from "./props.ts";
import { DashboardScreen } from "./DashboardScreen.tsx";
import { cleanProps } from "./clean-config.ts";
import { ShellContext, type Shell } from "./dashboard-context.ts";
import { toEmbedError } from "./embed-error.ts";
import { refreshToken, reload } from "./restart.ts";
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
import { useOwnSession } from "./useOwnSession.ts";
import { useSessionState } from "./useSessionState.ts";
import { useStateReports } from "./useStateReports.ts";

const monotonic = (): number => performance.now();

/**
 * The dashboard of one partner, in the host's own tree or in the embed page. Asks for data as soon as it is mounted, names
 * its state at any time, and shows what the service answered, nothing else.
 */
export function ReferralsDashboard(given: ReferralsDashboardProps): ReactElement {
  const props = cleanProps(given);
  const latest = useLatest(props);
  const root = useRef<HTMLDivElement>(null);
  const session = useOwnSession(props, latest);
  const { state, bootstrap, timeZone, demo } = useSessionState(session, props.data, props.hostOrigin);
  const format = useLocale(root, props.locale, props.messages, timeZone);
  useStateReports(state, root, latest, props.environment?.now ?? monotonic);
  useHandle(props, session, state, root);
  useKeptFocus(root);
  useDevelopmentWarnings(root, given.themeOptions);
  const emit = useCallback((event: ReferralsEvent) => callHost(latest.current.onEvent, event), [latest]);
  const fail = useCallback(
    (error: unknown, section?: ReferralsSection) =>
      callHost(latest.current.onError, toEmbedError(error, { scope: "panel", section })),
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
 * The host's options once their colours are exact; the ones before until then. A dashboard that made room for its skeleton when
 * the first colours come would lose its section and what was typed.
 */
function useExactLook(themeOptions: Look["themeOptions"]): Look | undefined {
  const isExact = useDerivation(themeOptions) !== undefined;
  const asked = JSON.stringify(themeOptions ?? null);
  const [shown, setShown] = useState<string>();
  if (isExact && shown !== asked) setShown(asked);
  if (isExact) return { themeOptions };
  return shown === undefined ? undefined : { themeOptions: JSON.parse(shown) ?? undefined };
}

/** There from the start, without words too: what came around the skeleton later would have it drawn again. */
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

const said = new Set<string>();
const warn = (text: string): void => {
  if (!said.has(text)) console.warn(`referrals-embed: ${text}`);
  said.add(text);
};

/** Warns once, in development builds only, about a missing stylesheet and theme options that were dropped or clamped. */
function useDevelopmentWarnings(root: RefObject<HTMLElement | null>, themeOptions: object | undefined): void {
  useEffect(() => {
    try {
      // Bundlers replace exactly this expression; a production build then drops the branch.
      if (process.env.NODE_ENV === "development") {
        if (root.current && !hasStyles(root.current))
          warn('the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
        void import("./theme/theme-problems.ts").then(({ themeProblems }) =>
          themeProblems(themeOptions ?? {}).forEach(warn),
        );
      }
    } catch {
      // `process` is undefined without a bundler: treat it as a production build.
    }
  }, [root, themeOptions]);
}

const hasStyles = (root: HTMLElement): boolean => getComputedStyle(root).getPropertyValue("--rf-styles") !== "";
