import type { ReactElement } from "react";
import type { EmbedEarnings } from "../../../contract/embed-data.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { usePayoutMethod } from "../../queries.ts";
import { FigureText } from "../../FigureText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";

/** What is coming, when, and what came before. */
export function PayoutCard({ earnings }: { earnings: EmbedEarnings }): ReactElement {
  const { format, goTo, sections } = useDashboard();
  const { t, money, compactMoney } = format;
  const { currency } = earnings;
  const more = sections.includes("earnings") && (
    <Button variant="text" onClick={() => goTo("earnings")}>
      {t("payout.seeEarnings")}
    </Button>
  );
  return (
    <Card depth={1} title={t("payout.title")} className="rf-payout rf-low-head" actions={more}>
      <p className="rf-label rf-muted">{t("payout.upcoming")}</p>
      <p className="rf-figure">
        <FigureText figure={compactMoney(earnings.upcoming, currency)} />
      </p>
      <div className="rf-payout-date">
        <PayoutDate earnings={earnings} />
      </div>
      <dl className="rf-facts">
        <div>
          <dt>{t("payout.paid")}</dt>
          <dd>{money(earnings.paid, currency)}</dd>
        </div>
        {earnings.held > 0 && (
          <div>
            <dt>{t("payout.held")}</dt>
            <dd>{money(earnings.held, currency)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

/** When it is paid, what is missing for that, or the one thing to do first. */
function PayoutDate({ earnings }: { earnings: EmbedEarnings }): ReactElement | null {
  const { bootstrap, format, session, goTo, sections, can } = useDashboard();
  const { t, money, date } = format;
  const mayRead = bootstrap.sections.payoutSettings;
  const { data } = usePayoutMethod(session, mayRead);
  const { currency, toMinimum, nextPayoutAt } = earnings;
  if (data?.method === null && can("payouts:write") && sections.includes("settings")) {
    return (
      <Button variant="text" onClick={() => goTo("settings")}>
        {t("payout.setUp")}
      </Button>
    );
  }
  if (toMinimum > 0) {
    const minimum = money(bootstrap.program.minPayoutAmount, bootstrap.program.currency);
    const text = t("payout.toMinimum", { missing: money(toMinimum, currency), minimum });
    return <p className="rf-small rf-muted">{text}</p>;
  }
  if (!nextPayoutAt) return null;
  return <p className="rf-small rf-muted">{t("payout.on", { date: date(nextPayoutAt) })}</p>;
}
