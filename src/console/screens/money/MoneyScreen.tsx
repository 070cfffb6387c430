import type { ReactElement } from "react";
import { addressOf, useAddress } from "../../address.ts";
import { CsvButton } from "../../parts/CsvButton.tsx";
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
          <CsvButton
            name="payouts.list"
            query={query["status"] ? { status: query["status"] } : {}}
            file="payouts.csv"
          />
        ) : (
          <CsvButton
            name="commissions.list"
            query={view === "held" ? { status: "hold" } : {}}
            file="commissions.csv"
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
