import { useState, type ReactElement } from "react";
import { analyticsSections } from "../../../contract/embed.ts";
import { useDashboard } from "../../dashboard-context.ts";
import type { Metric } from "../../format/metrics.ts";
import { BreakdownCard } from "./BreakdownCard.tsx";
import { breakdowns } from "./breakdowns.ts";
import { TimeseriesCard } from "./TimeseriesCard.tsx";

/** The partner's own traffic: over time, and by where it came from. */
export function AnalyticsPanel(): ReactElement {
  const { sections } = useDashboard();
  const [metrics, setMetrics] = useState<readonly Metric[]>(["clicks"]);
  const chosen = metrics.at(-1) ?? "clicks";
  const shown = sections.flatMap((section) => breakdowns.filter((one) => one.section === section));
  return (
    <div className="rf-stack">
      {sections.includes(analyticsSections[0]) && <TimeseriesCard metrics={metrics} onMetrics={setMetrics} />}
      <div className="rf-stack rf-breakdowns">
        {shown.map((breakdown) => (
          <BreakdownCard key={breakdown.section} breakdown={breakdown} metric={chosen} />
        ))}
      </div>
    </div>
  );
}
