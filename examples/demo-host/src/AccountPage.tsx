import type { ReactElement } from "react";
import { ReferralsLauncher, ReferralsLinkCard } from "referrals-embed";

/** A page that is about something else, with the two small pieces: the card with the link, and the launcher. */
export function AccountPage(): ReactElement {
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Account</h1>
          <p>Your details, and the link you share.</p>
        </div>
      </div>
      <div className="columns">
        <section className="panel" aria-labelledby="details">
          <h2 id="details">Details</h2>
          <dl>
            <dt>Name</dt>
            <dd>Ada Vermeer</dd>
            <dt>E-mail</dt>
            <dd>ada@vermeer.example</dd>
            <dt>Plan</dt>
            <dd>Studio, $49 a month</dd>
          </dl>
          <h2>Earn with Northlight</h2>
          <p>Everything about your referrals, without leaving this page.</p>
          <ReferralsLauncher className="button">Open my referrals</ReferralsLauncher>
        </section>
        <section aria-labelledby="link">
          <h2 id="link">Your link</h2>
          <ReferralsLinkCard className="card" />
        </section>
      </div>
    </>
  );
}
