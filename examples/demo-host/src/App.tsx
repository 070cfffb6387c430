import { useEffect, useState, type ReactElement } from "react";
import { ReferralsEmbedProvider, type ReferralsTokenSource } from "referrals-embed";
import { AccountPage } from "./AccountPage.tsx";
import { LookControls } from "./LookControls.tsx";
import { embedLook, paintApp, type Brand, type Scheme } from "./looks.ts";
import { ReferralsPage } from "./ReferralsPage.tsx";
import { ScreensPage } from "./ScreensPage.tsx";
import { pages, usePage, type PageName } from "./usePage.ts";

/** The host's own route asks the service for the token: the secret key never leaves the server. */
const token: ReferralsTokenSource = ({ signal, timezone }) =>
  fetch(`/demo/api/referrals-token?${new URLSearchParams({ timezone })}`, { method: "POST", signal }).then((answer) =>
    answer.ok
      ? (answer.json() as Promise<{ publicToken: string }>)
      : Promise.reject(new Error(`status ${answer.status}`)),
  );

const contents = {
  referrals: ReferralsPage,
  account: AccountPage,
  screens: ScreensPage,
} as const satisfies Record<PageName, () => ReactElement>;

/** A made-up app for time and invoices, with a partner program in it: one provider for all pieces. */
export function App(): ReactElement {
  const [scheme, setScheme] = useState<Scheme>(() =>
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
  const [brand, setBrand] = useState<Brand>("Blue");
  useEffect(() => paintApp(scheme, brand), [scheme, brand]);
  const page = usePage();
  const Content = contents[page];
  return (
    <div className="app">
      <a className="skip" href="#content" onClick={skip}>
        Skip to content
      </a>
      <header className="side">
        <p className="brand">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path className="brand-tile" d="M0 0h16v16H0z" />
            <path fill="#fff" d="m8 2 1 5 5 1-5 1-1 5-1-5-5-1 5-1z" />
          </svg>
          Northlight
        </p>
        <nav aria-label="Northlight">
          {(Object.keys(pages) as PageName[]).map((name) => (
            <a key={name} href={`#${name}`} aria-current={page === name ? "page" : undefined}>
              {pages[name]}
            </a>
          ))}
        </nav>
        <p className="side-note">
          Northlight is made up; the dashboard is real. <a href="/docs">Read the docs</a>
        </p>
      </header>
      <section className="bar" aria-label="Look">
        <LookControls scheme={scheme} brand={brand} onScheme={setScheme} onBrand={setBrand} />
      </section>
      <main id="content" tabIndex={-1}>
        <ReferralsEmbedProvider token={token} {...embedLook(scheme, brand)}>
          <Content />
        </ReferralsEmbedProvider>
      </main>
    </div>
  );
}

/** The address names the page: the link moves the focus and leaves it alone. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}
