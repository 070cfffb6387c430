/** The page a host would have: a title, and the embed below it. Built once per way in, so that each has only what it needs. */
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { ReferralsEmbed, type ReferralsTokenSource } from "referrals-embed";

declare const WAY: "alone" | "inline" | "iframe";
declare const APP_URL: string;

const token: ReferralsTokenSource = ({ timezone }) =>
  fetch(`/referrals-token?${new URLSearchParams({ timezone })}`, { method: "POST" }).then((answer) => answer.json());

function Page(): ReactElement {
  return (
    <main>
      <h1>Partner program</h1>
      {WAY !== "alone" && <ReferralsEmbed data="referrals" mode={WAY} appUrl={APP_URL} token={token} />}
      <p>Terms apply.</p>
    </main>
  );
}

createRoot(document.querySelector("#root") as HTMLElement).render(<Page />);
