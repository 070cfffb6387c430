import { useId, useState, type ReactElement } from "react";
import type { EmbedEarnings } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { OfferList } from "../../OfferList.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Strip } from "../../ui/Strip.tsx";
import { TabPanel, Tabs } from "../../ui/Tabs.tsx";
import { useFit } from "../../ui/useFit.ts";
import { useExport } from "../../useExport.ts";
import { MoneyFacts, NextPayoutLine } from "../../next-payout.tsx";
import { Commissions } from "./Commissions.tsx";
import { Payouts } from "./Payouts.tsx";

type Segment = "commissions" | "payouts";

/** What was earned, from what, and what was paid out. */
export function EarningsPanel(): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { sections, earnings } = bootstrap;
  const group = useId();
  const shown: Segment[] = [
    ...(sections.earnings ? (["commissions"] as const) : []),
    ...(sections.payouts ? (["payouts"] as const) : []),
  ];
  const [picked, setPicked] = useState<Segment>(shown[0] ?? "commissions");
  const file = useExport();
  const csv = sections.export && (
    <Button
      icon="download"
      aria-disabled={file.busy}
      onClick={() => void file.run({ format: "csv", section: picked === "payouts" ? "payouts" : "earnings" })}
    >
      {format.t("list.export")}
    </Button>
  );
  return (
    <div className="rf-stack">
      {earnings && <Figures earnings={earnings} />}
      <Card flush className="rf-earnings" title={format.t("section.earnings")} actions={csv}>
        {file.failed && (
          <div className="rf-inset">
            <Strip>{format.t("failed.action")}</Strip>
          </div>
        )}
        {shown.length > 1 && (
          <div className="rf-inset">
            <Tabs
              look="segments"
              label={format.t("section.earnings")}
              group={group}
              active={picked}
              onChange={setPicked}
              items={shown.map((id) => ({ id, label: format.t(`earnings.${id}`) }))}
            />
          </div>
        )}
        {shown.map((id) => (
          <TabPanel key={id} group={group} id={id} active={id === picked}>
            {id === picked && (id === "commissions" ? <Commissions /> : <Payouts />)}
          </TabPanel>
        ))}
      </Card>
      {bootstrap.rewards.length > 0 && (
        <Card title={format.t("offer.title")}>
          <OfferList bootstrap={bootstrap} />
        </Card>
      )}
    </div>
  );
}

/** The next payout and the state of all other money; the ready amount instead of a payout that the program hides. */
function Figures({ earnings }: { earnings: EmbedEarnings }): ReactElement {
  const { t, money } = useDashboard().format;
  const figure = useFit<HTMLParagraphElement>();
  return (
    <Card className="rf-money">
      <div>
        <p className="rf-label rf-muted">{t(earnings.nextPayout ? "payout.title" : "payout.ready")}</p>
        <NextPayoutLine earnings={earnings} />
        {!earnings.nextPayout && (
          <p ref={figure} className="rf-figure">
            {money(earnings.ready, earnings.currency)}
          </p>
        )}
      </div>
      <MoneyFacts earnings={earnings} inParts />
    </Card>
  );
}
