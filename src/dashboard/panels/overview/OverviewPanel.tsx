import type { ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { CountriesCard } from "./CountriesCard.tsx";
import { HeroCard } from "./HeroCard.tsx";
import { PayoutCard } from "./PayoutCard.tsx";
import { PerformanceCard } from "./PerformanceCard.tsx";

/** The partner's three questions on one screen: what is my link, what have I earned, when am I paid (design §1). */
export function OverviewPanel(): ReactElement {
  const { bootstrap } = useDashboard();
  const { access, earnings, timeseries, sections } = bootstrap;
  return (
    <div className="rf-overview">
      {/* A closed account's links earn nothing: they stand under Links, but are not offered for sharing. */}
      {access === "full" && <HeroCard />}
      {timeseries && <PerformanceCard />}
      <div className="rf-overview-side">
        {earnings && <PayoutCard earnings={earnings} />}
        {sections.analytics && <CountriesCard />}
      </div>
    </div>
  );
}
