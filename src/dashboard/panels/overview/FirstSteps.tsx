import { clsx } from "clsx";
import type { ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { usePayoutMethod } from "../../queries.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

/** Until the first sale: what a new partner does, ticked by what has happened. */
export function FirstSteps(): ReactElement {
  const { bootstrap, format, session, can, goTo, sections, isShared } = useDashboard();
  const { t } = format;
  const { clicks = 0 } = bootstrap.stats ?? {};
  const { data } = usePayoutMethod(session, bootstrap.sections.payoutSettings);
  const mayPayout = bootstrap.sections.payoutSettings && can("payouts:write") && sections.includes("settings");
  const steps = [
    { label: t("start.share"), done: isShared || clicks > 0 },
    { label: t("start.click"), done: clicks > 0 },
    // Rendered from the start, unticked until its answer has loaded: a late step would push down the following ones.
    ...(mayPayout
      ? [{ label: t("start.payout"), done: Boolean(data?.method), act: data && (() => goTo("settings")) }]
      : []),
    { label: t("start.sale"), done: false },
  ];
  return (
    <Card depth={1} title={t("start.title")} className="rf-steps">
      <ol>
        {steps.map(({ label, done, act }) => (
          <li key={label} className={clsx("rf-step", done && "rf-step-done")}>
            <span className="rf-step-mark">{done && <Icon name="check" />}</span>
            <span className="rf-grow rf-step-text">
              {label}
              {done && <VisuallyHidden> {t("start.done")}</VisuallyHidden>}
              {act && !done && (
                <Button variant="text" onClick={act}>
                  {t("payout.setUp")}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="rf-small rf-muted">{t("start.next")}</p>
    </Card>
  );
}
