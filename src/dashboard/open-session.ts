import type { RefObject } from "react";
import { deviceTimeZone } from "../http/device-time-zone.ts";
import { firstQuery } from "../http/first-query.ts";
import { sleep } from "../http/sleep.ts";
import { createTokenCall } from "../http/token-call.ts";
import { createTokenManager } from "../http/token-manager.ts";
import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale, type ResolvedLocale } from "../locales/resolve-locale.ts";
import { readAhead } from "./bootstrap-query.ts";
import { cleanProps } from "./clean-config.ts";
import { prefetchPanel } from "./panels/index.ts";
import type { ReferralsDashboardProps } from "./props.ts";
import { createSession, expireBootstrap, type Session } from "./session.ts";
import { fetchDerivation, hasColours } from "./theme/useDerivation.ts";

/** The session of one dashboard. */
export interface OpenedSession {
  session: Session;
  /** Props of the dashboard's newest render. */
  latest: RefObject<ReferralsDashboardProps>;
  /** Takes those of another render. */
  follow: (props: ReferralsDashboardProps) => void;
  close: () => void;
}

/** Opens a session; nothing is requested yet. */
export function openSession(props: ReferralsDashboardProps): OpenedSession {
  const { apiUrl, tokens, environment } = props;
  const latest = { current: props };
  const call = environment?.call ?? createTokenCall();
  const own =
    tokens ??
    createTokenManager({
      call,
      source: () => latest.current.token,
      now: environment?.now,
      onFailure: (error) => session.report(error, { scope: "embed" }),
    });
  const session = createSession({ ...environment, apiUrl, tokens: own, host: () => latest.current });
  return {
    session,
    latest,
    follow(next) {
      latest.current = next;
    },
    close() {
      if (!tokens) own.cancel();
      if (!environment?.call) call.stop();
      // The cache is private to this session; each entry left in it would keep a timer running.
      session.queryClient.clear();
    },
  };
}

/** A dashboard whose first data was requested before the first render. */
export interface OpenedAhead extends OpenedSession {
  locale: ResolvedLocale;
  /** Monotonic milliseconds. */
  openedAt: number;
  /** What the first screen needs is here. */
  isReady: boolean;
}

/** Monotonic milliseconds. */
export const monotonic = (): number => performance.now();

/** After this time the skeleton is shown; without a token no data comes. */
const PATIENCE_MS = 500;

/**
 * Opens the session of a dashboard before its first render, and waits a moment for data, words and colours: then it renders once, and no
 * skeleton takes processor time from the answer.
 * @param place where the dashboard will stand: its language may be the one of an element around it
 * @param until ends the session, unless the rendered dashboard has taken it over
 * @throws the signal's reason
 */
export async function openAhead(
  given: ReferralsDashboardProps,
  place: Element | null,
  until: AbortSignal,
): Promise<OpenedAhead> {
  until.throwIfAborted();
  const props = cleanProps(given);
  const openedAt = (props.environment?.now ?? monotonic)();
  const opened = openSession(props);
  until.addEventListener("abort", opened.session.attach(opened.close));
  prefetchPanel(props.data);
  const locale = resolveLocale(localeCandidates(props.locale, place));
  let isReady = false;
  // The code first: nothing is asked for after the data (EMB-L1).
  const here = Promise.all([
    loadLocale(locale.pack).catch(() => undefined),
    hasColours(props.themeOptions) && fetchDerivation(),
    readAhead(opened.session, "embed.bootstrap", firstQuery(deviceTimeZone())).then(() => {
      // The first user reads them again: the service decides who may show them (EMB-P15), and notes the partner's own browser.
      if (props.environment?.hasFirstData?.()) expireBootstrap(opened.session);
    }),
  ]).then(() => (isReady = true));
  if (props.token) await Promise.race([here, sleep(PATIENCE_MS, until)]);
  until.throwIfAborted();
  return { ...opened, locale, openedAt, isReady };
}
