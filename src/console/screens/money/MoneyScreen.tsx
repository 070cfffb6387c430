import type { ReactElement } from "react";
import { addressOf, useAddress } from "../../address.ts";
import { CsvPeriodButton } from "../../parts/CsvPeriodButton.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page } from "../../parts/Page.tsx";
import { Held } from "./Held.tsx";
import { Payouts } from "./Payouts.tsx";
import { Run } from "./Run.tsx";

const views = {
  held: ["Held", Held],
  run: ["Pay partners", Run],
  payouts: ["Payouts", Payouts],
} as const;

/** Held money, the payout run, and what was paid. */
export default function MoneyScreen(): ReactElement {
  const { query } = useAddress();
  const view = Object.hasOwn(views, query["view"] ?? "") ? (query["view"] as keyof typeof views) : "held";
  const [, View] = views[view];
  return (
    <Page
      title="Money"
      actions={
        view === "payouts" ? (
          <CsvPeriodButton
            name="payouts.list"
            query={query["status"] ? { status: query["status"] } : {}}
            file="payouts"
            title="Payouts as CSV"
            label="CSV"
            counts="Payouts count on the day they were paid; those not paid yet on the day they were collected."
          />
        ) : (
          <CsvPeriodButton
            name="commissions.list"
            query={view === "held" ? { status: "hold" } : {}}
            file={view === "held" ? "held-commissions" : "commissions"}
            title={view === "held" ? "Held commissions as CSV" : "All commissions as CSV"}
            counts="Commissions count on the day they were earned."
            label={view === "held" ? "CSV" : "All commissions as CSV"}
          />
        )
      }
    >
      <nav className="con-tabs" aria-label="Money">
        {Object.entries(views).map(([name, [label]]) => (
          <Link key={name} href={addressOf("money", { view: name })} aria-current={name === view ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <View />
    </Page>
  );
}
