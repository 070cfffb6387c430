import { useEffect, useState, type ReactElement } from "react";
import type { EmbedMilestone } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { isMoney } from "../../format/metrics.ts";
import { Facts } from "../../ui/Facts.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { useTellMilestones } from "../../writes.ts";

/** The program's goals: the way to the next one, the one reached last, and what comes after. A new one is announced once. */
export function Milestones(): ReactElement | null {
  const { bootstrap, format } = useDashboard();
  const { milestones, stats, earnings, program } = bootstrap;
  const { t, number, money } = format;
  const figureOf = ({ metric }: EmbedMilestone): number =>
    (metric === "earnings" ? earnings?.earned : stats?.[metric]) ?? 0;
  const inWords = ({ metric }: EmbedMilestone, value: number): string =>
    isMoney(metric) ? money(value, program.currency) : number(value);
  const isFirstSale = ({ metric, value }: EmbedMilestone): boolean => metric === "sales" && value === 1;
  const titleOf = (one: EmbedMilestone): string => t(isFirstSale(one) ? "start.sale" : `metric.${one.metric}`);
  const nameOf = (one: EmbedMilestone): string =>
    isFirstSale(one) ? titleOf(one) : t("milestone.goal", { metric: titleOf(one), goal: inWords(one, one.value) });
  const reached = (milestones ?? []).filter((one) => figureOf(one) >= one.value);
  const news = useNews(reached);
  const [next, after] = (milestones ?? []).filter((one) => figureOf(one) < one.value);
  if (!milestones?.length) return null;
  const last = news ?? reached.at(-1);
  const share = next ? Math.max(0, figureOf(next) / next.value) : 0;
  return (
    <div className="rf-milestones">
      {next && (
        <>
          <Facts
            facts={[
              [
                t("milestone.goal", { metric: t("milestone.next"), goal: titleOf(next) }),
                t("milestone.of", { figure: inWords(next, figureOf(next)), goal: inWords(next, next.value) }),
              ],
            ]}
          />
          <Meter share={share} />
        </>
      )}
      <Facts
        plain={next !== undefined}
        facts={[
          [t(news ? "milestone.new" : "milestone.reached"), last && nameOf(last)],
          [t("milestone.then"), after && nameOf(after)],
        ]}
      />
    </div>
  );
}

/** The last reached milestone that no device has announced: it stays while the panel is mounted, and is noted as announced. */
function useNews(reached: readonly EmbedMilestone[]): EmbedMilestone | undefined {
  const { can, session } = useDashboard();
  const { mutate } = useTellMilestones(session);
  // A token that cannot note it belongs to an onlooker, who would see it again on each visit.
  const untold = can("profile:write") ? reached.filter(({ told }) => !told) : [];
  const written = JSON.stringify(untold.map(({ metric, value }) => ({ metric, value })));
  const latest = untold.at(-1);
  const [news, setNews] = useState(latest);
  if (latest && (latest.metric !== news?.metric || latest.value !== news.value)) setNews(latest);
  useEffect(() => {
    if (written !== "[]") mutate({ milestones: JSON.parse(written) });
  }, [written, mutate]);
  return news;
}
