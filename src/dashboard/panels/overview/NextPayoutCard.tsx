import type { ReactElement } from "react";
import type { EmbedEarnings } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { MoneyFacts, NextPayoutLine } from "../../next-payout.tsx";

/** Props of {@link NextPayoutCard}. */
export interface NextPayoutCardProps {
  earnings: EmbedEarnings;
  /** The first steps stand beside it and ask for the payout details already. */
  isNew: boolean;
}

/** The next payout, where all other money stands, and the sum of it all, which leads to Earnings; amounts that are owed are exact. */
export function NextPayoutCard({ earnings, isNew }: NextPayoutCardProps): ReactElement {
  const { format, goTo, sections } = useDashboard();
  const { t } = format;
  const more = sections.includes("earnings") && (
    <Button variant="text" onClick={() => goTo("earnings")}>
      {t("leaderboard.earned")} {format.money(earnings.earned, earnings.currency)}
    </Button>
  );
  return (
    <Card depth={1} title={t("payout.title")} className="rf-payout rf-low-head" actions={more}>
      <div className="rf-payout-next">
        <NextPayoutLine earnings={earnings} isAsked={isNew} />
      </div>
      <MoneyFacts earnings={earnings} />
    </Card>
  );
}
