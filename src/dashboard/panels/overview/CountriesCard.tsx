import type { ReactElement } from "react";
import { BarList } from "../../charts/BarList.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useAnalytics } from "../../queries.ts";
import { BarsSkeleton } from "../../skeletons/BarsSkeleton.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

const ROWS = 5;

/** Where the clicks of the range came from. */
export function CountriesCard(): ReactElement {
  const { bootstrap, format, session, range } = useDashboard();
  const { t, region, number } = format;
  const read = useAnalytics(
    session,
    { event: "clicks", groupBy: "countries", interval: range, timezone: format.timeZone },
    "countries",
  );
  return (
    <Card
      depth={1}
      title={t("section.countries")}
      aside={t("metric.clicks")}
      busy={read.isPlaceholderData}
      className="rf-low-head"
    >
      <div className="rf-five-bars">
        <PanelRead read={read} failed="failed.countries" skeleton={<BarsSkeleton />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>{t(bootstrap.stats?.clicks ? "breakdown.empty" : "breakdown.noClicks")}</EmptyState>
            ) : (
              <BarList
                label={t("section.countries")}
                tone={1}
                items={rows.slice(0, ROWS).map((row) => ({
                  key: row.country,
                  label: row.country === "Unknown" ? t("value.unknown") : region(row.country),
                  value: row.clicks,
                  display: number(row.clicks),
                }))}
              />
            )
          }
        </PanelRead>
      </div>
    </Card>
  );
}
