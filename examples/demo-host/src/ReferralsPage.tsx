import { useRef, useState, type ReactElement } from "react";
import { ReferralsEmbed, type ReferralsEmbedHandle } from "referrals-embed";
import { PurchaseCard } from "./PurchaseCard.tsx";

const modes = { iframe: "In an iframe", inline: "In the page" } as const;

/** The partner's page: the whole dashboard, in an iframe or in the app's own React tree. */
export function ReferralsPage(): ReactElement {
  const [mode, setMode] = useState<keyof typeof modes>("iframe");
  const dashboard = useRef<ReferralsEmbedHandle>(null);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Referrals</h1>
          <p>Tell others about Northlight, and earn from what they pay.</p>
        </div>
        <PurchaseCard onBought={() => dashboard.current?.reload()} />
      </div>
      <ReferralsEmbed key={mode} ref={dashboard} data="referrals" mode={mode} className="dashboard" />
      <section className="how" aria-labelledby="how">
        <h2 id="how">How this page does it</h2>
        <fieldset className="switch">
          <legend className="visually-hidden">Where the dashboard is drawn</legend>
          {(Object.keys(modes) as (keyof typeof modes)[]).map((name) => (
            <label key={name}>
              <input type="radio" name="mode" checked={mode === name} onChange={() => setMode(name)} />
              <span>{modes[name]}</span>
            </label>
          ))}
        </fieldset>
        <code>{`<ReferralsEmbed data="referrals"${mode === "inline" ? ' mode="inline"' : ""} token={token} />`}</code>
      </section>
    </>
  );
}
