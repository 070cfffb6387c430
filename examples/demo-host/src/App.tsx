import { useEffect, useRef, useState, type ReactElement } from "react";
import {
  ReferralsEmbed,
  ReferralsEmbedProvider,
  type ReferralsEmbedHandle,
  type ReferralsTokenSource,
} from "referrals-embed";
import { EmbedPane } from "./EmbedPane.tsx";
import { PurchaseCard } from "./PurchaseCard.tsx";
import { looks, ThemeSwitch, type LookName } from "./ThemeSwitch.tsx";

/** The host's own route asks the service for the token: the secret key never leaves the server. */
const token: ReferralsTokenSource = ({ signal }) =>
  fetch("/demo/api/referrals-token", { method: "POST", signal }).then((answer) =>
    answer.ok
      ? (answer.json() as Promise<{ publicToken: string }>)
      : Promise.reject(new Error(`status ${answer.status}`)),
  );

/** A small app with a partner program in it: both ways to show the dashboard, side by side. */
export function App(): ReactElement {
  const [look, setLook] = useState<LookName>("light");
  const frame = useRef<ReferralsEmbedHandle>(null);
  const inline = useRef<ReferralsEmbedHandle>(null);
  const { theme, themeOptions, surround } = looks[look];
  useEffect(() => {
    document.documentElement.dataset["theme"] = surround;
  }, [surround]);
  const reloadBoth = (): void => {
    frame.current?.reload();
    inline.current?.reload();
  };
  return (
    <div className="app">
      <header className="app-header">
        <span className="app-brand">
          <span className="app-mark" aria-hidden="true" /> Fernweh
        </span>
        <nav aria-label="App" className="app-nav">
          <a href="#trips">Trips</a>
          <a href="#journal">Journal</a>
          <a href="#refer" aria-current="page">
            Refer and earn
          </a>
        </nav>
        <ThemeSwitch value={look} onChange={setLook} />
      </header>
      <main className="app-main">
        <div className="app-intro">
          <div>
            <h1>Refer and earn</h1>
            <p>
              Fernweh is a made-up host app. Below is one partner dashboard twice: in an iframe, and in this page&apos;s
              own React tree. Both get their token from this app&apos;s server.
            </p>
          </div>
          <PurchaseCard onBought={reloadBoth} />
        </div>
        <ReferralsEmbedProvider token={token} theme={theme} themeOptions={themeOptions}>
          <div className="panes">
            <EmbedPane title="Iframe" note={'<ReferralsEmbed data="referrals" />'}>
              <ReferralsEmbed ref={frame} data="referrals" className="pane-embed" />
            </EmbedPane>
            <EmbedPane title="Own React tree" note={'<ReferralsEmbed data="referrals" mode="inline" />'}>
              <ReferralsEmbed ref={inline} data="referrals" mode="inline" className="pane-embed" headingLevel={3} />
            </EmbedPane>
          </div>
        </ReferralsEmbedProvider>
      </main>
    </div>
  );
}
