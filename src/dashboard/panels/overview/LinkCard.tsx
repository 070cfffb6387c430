import type { ReactElement } from "react";
import { ShareBar } from "../../ShareBar.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { Card } from "../../ui/Card.tsx";
import { useFit } from "../../ui/useFit.ts";
import { HeldAmount, NextPayoutLine } from "../../next-payout.tsx";
import { HeroOffer } from "./HeroOffer.tsx";

/** The dashboard in one card, for menus and account pages: the offer, the link to share, what was earned, and the next payout. */
export function LinkCard(): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { t, money, number } = format;
  const { access, earnings, stats } = bootstrap;
  const figure = useFit<HTMLSpanElement>();
  const [link, ...others] = (bootstrap.links ?? []).filter(({ archived }) => !archived);
  return (
    <Card className="rf-stack rf-hero rf-link-card">
      {access === "full" && <HeroOffer />}
      {access === "full" && link && <ShareBar links={[link, ...others]} />}
      <div className="rf-link-figure">
        <span className="rf-label rf-muted">{t(earnings ? "leaderboard.earned" : "metric.clicks")}</span>{" "}
        <span ref={figure} className="rf-figure">
          {earnings ? money(earnings.earned, earnings.currency) : number(stats?.clicks ?? 0)}
        </span>
        {earnings && (
          <div className="rf-link-next rf-small">
            {earnings.nextPayout && (
              <div>
                <p className="rf-label rf-muted">{t("payout.title")}</p>
                <NextPayoutLine earnings={earnings} />
              </div>
            )}
            <HeldAmount earnings={earnings} />
          </div>
        )}
      </div>
    </Card>
  );
}
