import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ComponentType, type ReactElement } from "react";
import type { Format } from "../dashboard/format/create-format.ts";
import { ThemeRoot } from "../dashboard/theme/ThemeRoot.tsx";
import { Button } from "../dashboard/ui/Button.tsx";
import { ErrorBoundary } from "../dashboard/ui/ErrorBoundary.tsx";
import { HeadingLevelContext } from "../dashboard/ui/Heading.tsx";
import { MessagesContext, type Messages } from "../dashboard/ui/messages-context.ts";
import { Select } from "../dashboard/ui/Select.tsx";
import { Skeleton } from "../dashboard/ui/Skeleton.tsx";
import { ToastProvider } from "../dashboard/ui/ToastProvider.tsx";
import { nearestPack } from "../locales/load-locale.ts";
import { addressOf, base, useAddress } from "./address.ts";
import { ConsoleContext, useConsole, type Console as ConsoleValue } from "./context.ts";
import { isSignedOut } from "./data.ts";
import { Finder } from "./Finder.tsx";
import type { Given } from "./given.ts";
import { formatIn, keepLanguage, languages } from "./language.ts";
import { Link } from "./parts/Link.tsx";
import { createWords } from "./parts/words.ts";
import { forgetAll } from "./tab-storage.ts";

interface Screen {
  title: string;
  Component: ComponentType<{ id?: string | undefined }>;
  /** Of owners alone. */
  isOwners?: boolean;
}

/** The screens, in the order of the navigation; each is fetched when it is opened. */
const screens: Readonly<Record<string, Screen>> = {
  today: { title: "Today", Component: lazy(() => import("./screens/today/TodayScreen.tsx")) },
  partners: { title: "Partners", Component: lazy(() => import("./screens/partners/PartnersScreen.tsx")) },
  money: { title: "Money", Component: lazy(() => import("./screens/money/MoneyScreen.tsx")) },
  leads: { title: "Leads", Component: lazy(() => import("./screens/leads/LeadsScreen.tsx")) },
  program: { title: "Program", Component: lazy(() => import("./screens/program/ProgramScreen.tsx")) },
  people: { title: "People", Component: lazy(() => import("./screens/people/PeopleScreen.tsx")), isOwners: true },
};
/** As the reader's keyboard has it; both work everywhere. */
const findKey = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘K" : "Ctrl K";
const partner = lazy(() => import("./screens/partners/PartnerScreen.tsx"));

/** The owner's console. */
export function Console({ given, first }: { given: Given; first: Format }): ReactElement {
  const [format, setFormat] = useState(first);
  const messages = useMemo<Messages>(() => ({ locale: format.locale, t: format.t as Messages["t"] }), [format]);
  const value = useMemo<ConsoleValue>(
    () => ({
      given,
      format,
      words: createWords(format),
      speak: (language) => {
        keepLanguage(language);
        void formatIn(language).then(setFormat);
      },
      canManage: given.role !== "viewer",
      isOwner: given.role === "owner",
    }),
    [given, format],
  );
  return (
    // Most of its words are English in every language: a screen reader reads it so.
    <ThemeRoot theme="system" scrolls lang="en" dir="ltr">
      <ConsoleContext.Provider value={value}>
        <MessagesContext.Provider value={messages}>
          <HeadingLevelContext.Provider value={2}>
            <ToastProvider>
              <Shell given={given} />
            </ToastProvider>
          </HeadingLevelContext.Provider>
        </MessagesContext.Provider>
      </ConsoleContext.Provider>
    </ThemeRoot>
  );
}

function Shell({ given }: { given: Given }): ReactElement {
  const { screen, id } = useAddress();
  const [isFinding, setFinding] = useState(false);
  const main = useRef<HTMLElement>(null);
  const found = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  const shown = found?.isOwners && given.role !== "owner" ? undefined : found;
  const Component = screen === "partners" && id !== undefined ? partner : shown?.Component;
  const place = `${screen}/${id ?? ""}`;
  const first = useRef(place);
  useEffect(() => {
    // Not at the start: a page that was just opened begins at its top.
    if (first.current === place) return;
    first.current = "";
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setFinding(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="con-shell">
      <header className="con-side">
        <div className="con-brand">
          <span className="rf-ellipsis">{given.workspace}</span>
        </div>
        <Button className="con-find" onClick={() => setFinding(true)}>
          <span className="rf-grow">Find a partner</span>
          <kbd className="con-key" aria-hidden="true">
            {findKey}
          </kbd>
        </Button>
        <nav aria-label="Console" className="con-nav">
          {Object.entries(screens).map(
            ([name, { title, isOwners }]) =>
              (!isOwners || given.role === "owner") && (
                <Link key={name} href={addressOf(name)} aria-current={name === screen ? "page" : undefined}>
                  {title}
                </Link>
              ),
          )}
        </nav>
        <Language />
        <form
          className="con-me"
          method="post"
          action={`${base}/sign-out`}
          // What the tab keeps of a person's work is not for the next one.
          onSubmit={forgetAll}
        >
          <span className="rf-ellipsis">
            {given.name} <span className="rf-muted">{given.role}</span>
          </span>
          <button className="rf-text-button" type="submit">
            Sign out
          </button>
        </form>
      </header>
      <main ref={main} className="con-main" tabIndex={-1}>
        <SignedOut />
        <ErrorBoundary key={place} fallback={() => <p>Something went wrong on this screen. Reload the page.</p>}>
          <Suspense fallback={<Skeleton shape="row" count={4} />}>
            {Component ? (
              <Component id={id} />
            ) : (
              <p>{found ? "This screen is for owners." : "There is no such screen."}</p>
            )}
          </Suspense>
        </ErrorBoundary>
      </main>
      {isFinding && <Finder onClose={() => setFinding(false)} />}
    </div>
  );
}

/** In which language the words are shown that the dashboard has too, and dates, numbers and amounts. */
function Language(): ReactElement {
  const { format, speak } = useConsole();
  return (
    <Select
      small
      aria-label="Language"
      value={nearestPack(format.locale) ?? "en"}
      options={languages}
      onChange={({ currentTarget }) => speak(currentTarget.value)}
    />
  );
}

/** Says that the session has ended, once any read was refused for that. */
function SignedOut(): ReactElement | null {
  useIsFetching();
  const queries = useQueryClient().getQueryCache().getAll();
  if (!queries.some(({ state }) => isSignedOut(state.error))) return null;
  return (
    <div className="rf-strip con-signed-out" role="alert">
      <span className="rf-grow">Your session has ended. What you see may be old.</span>
      <a className="rf-button" href={base}>
        Sign in again
      </a>
    </div>
  );
}
