import type { ReactElement } from "react";
import type { EmbedEarnings } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { FigureText } from "../../FigureText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { usePayoutDue } from "../../usePayoutDue.ts";

/** What is coming, when, and what came before. */
export function NextPayoutCard({ earnings }: { earnings: EmbedEarnings }): ReactElement {
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

function PayoutDate({ earnings }: { earnings: EmbedEarnings }): ReactElement | null {
  const { t } = useDashboard().format;
  const { setUp, text } = usePayoutDue(earnings);
  if (setUp) {
    return (
      <Button variant="text" onClick={setUp}>
        {t("payout.setUp")}
      </Button>
    );
  }
  return text ? <p className="rf-small rf-muted">{text}</p> : null;
}
