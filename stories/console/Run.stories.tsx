import type { Meta } from "@storybook/react-vite";
import { screen, userEvent } from "storybook/test";
import { forgetRun, keepRun, type KeptRun } from "../../src/console/screens/money/kept-run.ts";
import MoneyScreen from "../../src/console/screens/money/MoneyScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Money, run", loaders: [forgetRun] } satisfies Meta;

const stories = screenStories({ screen: MoneyScreen }, "view=run");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

const person = (id: string, name: string) =>
  ({ id, name, email: `${id}@mail.example`, tenantId: null, status: "approved" }) as const;
const collected: NonNullable<KeptRun["collected"]> = [
  {
    partner: person("pn_0", "Ada Vermeer"),
    payoutId: "po_1",
    amount: 13_450,
    currency: "usd",
    needs: null,
    waiting: [],
  },
  {
    partner: person("pn_1", "Jonas Lindqvist"),
    payoutId: "po_3",
    amount: 15_450,
    currency: "usd",
    needs: null,
    waiting: [],
  },
  {
    partner: person("pn_2", "Amélie Fournier"),
    payoutId: "po_0",
    amount: 12_450,
    currency: "usd",
    needs: { reason: "shared_destination", until: null },
    waiting: [],
  },
  {
    partner: person("pn_3", "Theo Park"),
    payoutId: null,
    amount: 0,
    currency: "usd",
    needs: null,
    waiting: [{ reason: "below_minimum", amount: 2_000, commissions: 1, from: null, until: null }],
  },
];

/** A run that has come so far, as the tab keeps it. */
const after = (run: KeptRun, of = stories.Full): ScreenStory => ({ ...of, loaders: [() => keepRun(run)] });
const confirmed: KeptRun = {
  collected,
  confirmed: ["po_1", "po_3"],
  refused: [{ id: "po_0", reason: "Another partner is paid to the same destination." }],
};

/** Who is paid, who waits and why, and who is paid where another partner is. */
export const Collected: ScreenStory = after({ collected });
export const CollectedNarrow: ScreenStory = after({ collected }, stories.Narrow);

/** Before the file is saved; one payout has failed since. */
export const Confirmed: ScreenStory = after(confirmed);

/** Its payouts stand in a file that was saved before. */
export const InTwoFiles: ScreenStory = {
  ...after({ ...confirmed, saved: ["csv"], filed: [] }),
  play: async () => {
    await userEvent.selectOptions(await screen.findByLabelText("Format"), "PayPal mass payment");
    await screen.findByText("They stand in a file that you saved before, too. Pay each of them by one file.");
  },
};

/** All that was sent is recorded. */
export const Settled: ScreenStory = after({
  collected: collected.slice(0, 1),
  confirmed: ["po_2"],
  saved: ["csv"],
  filed: ["po_2"],
  settled: [{ id: "po_2", amount: 14_450, currency: "usd" }],
});
export const SettledDark: ScreenStory = after(
  {
    collected: collected.slice(0, 1),
    confirmed: ["po_2"],
    saved: ["csv"],
    filed: ["po_2"],
    settled: [{ id: "po_2", amount: 14_450, currency: "usd" }],
  },
  stories.FullDark,
);
