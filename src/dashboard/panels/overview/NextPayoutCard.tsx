import type { ReactElement } from "react";
import type { EmbedEarnings } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { FigureText } from "../../FigureText.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { MoneyFacts, PayoutMeter, usePayoutDue } from "../../money-line.tsx";

/** Props of {@link NextPayoutCard}. */
export interface NextPayoutCardProps {
  earnings: EmbedEarnings;
  /** The first steps stand beside it and ask for the payout details already. */
  isNew: boolean;
}

/** What is ready to be paid, and where all else that was earned stands; amounts that are owed are exact. */
export function NextPayoutCard({ earnings, isNew }: NextPayoutCardProps): ReactElement {
  const { format, goTo, sections } = useDashboard();
  const { t, money } = format;
  const { currency } = earnings;
  const more = sections.includes("earnings") && (
    <Button variant="text" onClick={() => goTo("earnings")}>
      {t("payout.seeEarnings")}
    </Button>
  );
  return (
    <Card depth={1} title={t("payout.ready")} className="rf-payout rf-low-head" actions={more}>
      <p className="rf-figure">
        <FigureText figure={money(earnings.ready, currency)} />
      </p>
      <div className="rf-payout-date">
        <PayoutDate earnings={earnings} isNew={isNew} />
      </div>
      <MoneyFacts earnings={earnings} />
    </Card>
  );
}

function PayoutDate({ earnings, isNew }: NextPayoutCardProps): ReactElement | null {
  const { t } = useDashboard().format;
  const { setUp, text, reached } = usePayoutDue(earnings);
  if (setUp && !isNew) {
    return (
      <Button variant="text" onClick={setUp}>
        {t("payout.setUp")}
      </Button>
    );
  }
  return (
    <>
      {text && <p className="rf-small rf-muted">{text}</p>}
      <PayoutMeter reached={reached} />
    </>
  );
}
