import { useRef, useState, type ReactElement, type RefObject } from "react";
import { ShareBar } from "../../ShareBar.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useBrowserLayoutEffect } from "../../ui/useBrowserLayoutEffect.ts";
import { CountriesCard } from "./CountriesCard.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { HeroOffer } from "./HeroOffer.tsx";
import { NextPayoutCard } from "./NextPayoutCard.tsx";
import { PerformanceCard } from "./PerformanceCard.tsx";

/** Below this container width nothing stands beside the chart. */
const WIDE = 960;

/**
 * The partner's three questions on one screen: what is my link, what have I earned, when am I paid. Where it is
 * narrow the payout comes second, in the document as on the screen, as the focus follows the document.
 */
export function OverviewPanel(): ReactElement {
  const { bootstrap } = useDashboard();
  const [panel, isNarrow] = useIsNarrow();
  const { access, earnings, timeseries, sections, stats } = bootstrap;
  const isNew = access === "full" && stats?.sales === 0 && stats.leads === 0 && !earnings?.earned;
  const isQuiet = isNew && stats?.clicks === 0;
  const payout = earnings && bootstrap.sections.payouts && <NextPayoutCard earnings={earnings} isNew={isNew} />;
  return (
    <div ref={panel} className="rf-stack rf-overview">
      {/* A closed account's links earn nothing: they stand under Links, but are not offered for sharing. */}
      {access === "full" && <HeroCard />}
      {isNarrow && !isNew && payout}
      {isNew && <FirstSteps />}
      {isNarrow && isNew && payout}
      {timeseries && !isQuiet && <PerformanceCard />}
      <div className="rf-overview-side">
        {!isNarrow && payout}
        {sections.analytics && !isQuiet && <CountriesCard />}
      </div>
    </div>
  );
}

/** What there is to earn, and the link that earns it. */
function HeroCard(): ReactElement {
  const { bootstrap, format, can, goTo, sections } = useDashboard();
  const { linkRules } = bootstrap;
  const [link, ...others] = (bootstrap.links ?? []).filter(({ archived }) => !archived);
  const { t } = format;
  const mayCreate = linkRules?.canCreate && can("links:write") && sections.includes("links");
  return (
    <Card className="rf-stack rf-hero">
      <HeroOffer />
      {link && <ShareBar links={[link, ...others]} />}
      {!link && mayCreate && (
        <Button variant="primary" icon="plus" onClick={() => goTo("links")}>
          {t("hero.createLink")}
        </Button>
      )}
    </Card>
  );
}

function useIsNarrow(): [RefObject<HTMLDivElement | null>, boolean] {
  const panel = useRef<HTMLDivElement>(null);
  const [isNarrow, setIsNarrow] = useState(false);
  useBrowserLayoutEffect(() => {
    const root = panel.current?.closest<HTMLElement>(".rf-root");
    if (!root || typeof ResizeObserver === "undefined") return;
    const measure = (): void => setIsNarrow(root.clientWidth < WIDE);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    return () => observer.disconnect();
  }, []);
  return [panel, isNarrow];
}
