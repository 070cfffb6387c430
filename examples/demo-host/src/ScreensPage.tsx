/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */
import type { ReactElement } from "react";
import { ReferralsEmbed } from "referrals-embed";

/** The same dashboard on a phone beside a desktop: its layout follows the room it is given. */
export function ScreensPage(): ReactElement {
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Screens</h1>
          <p>One dashboard, as wide as a phone and as wide as a desktop.</p>
        </div>
      </div>
      <div className="screens">
        <section className="screen desktop" aria-label="Desktop" tabIndex={0}>
          <ReferralsEmbed data="referrals" title="Referrals on a desktop" />
        </section>
        <section className="screen phone" aria-label="Phone" tabIndex={0}>
          <ReferralsEmbed data="referrals" title="Referrals on a phone" />
        </section>
      </div>
    </>
  );
}
