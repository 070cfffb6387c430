import type { ReactElement } from "react";
import { addressOf, useAddress } from "../../address.ts";
import { History } from "../../parts/History.tsx";
import { Link } from "../../parts/Link.tsx";
import { Page } from "../../parts/Page.tsx";
import { Access } from "./Access.tsx";
import { Discounts } from "./Discounts.tsx";
import { Joining } from "./Joining.tsx";
import { Mails } from "./Mails.tsx";
import { Rewards } from "./Rewards.tsx";
import { Settings } from "./Settings.tsx";

function RewardsAndDiscounts(): ReactElement {
  return (
    <>
      <Rewards />
      <Discounts />
    </>
  );
}

const views = {
  settings: ["Settings", Settings],
  joining: ["Joining", Joining],
  rewards: ["Rewards", RewardsAndDiscounts],
  mails: ["Mails", Mails],
  access: ["Connections", Access],
  history: ["History", History],
} as const;

/** The program: its settings, what it pays, and what is connected to it. */
export default function ProgramScreen(): ReactElement {
  const { query } = useAddress();
  const view = Object.hasOwn(views, query["view"] ?? "") ? (query["view"] as keyof typeof views) : "settings";
  const [, View] = views[view];
  return (
    <Page title="Program">
      <nav className="con-tabs" aria-label="Program">
        {Object.entries(views).map(([name, [label]]) => (
          <Link
            key={name}
            href={addressOf("program", { view: name })}
            aria-current={name === view ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <View />
    </Page>
  );
}
