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
        <section className="screen desktop" aria-label="Desktop">
          <ReferralsEmbed data="referrals" title="Referrals on a desktop" />
        </section>
        <section className="screen phone" aria-label="Phone">
          <ReferralsEmbed data="referrals" title="Referrals on a phone" />
        </section>
      </div>
    </>
  );
}
