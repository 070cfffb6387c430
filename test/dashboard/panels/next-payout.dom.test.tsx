import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Bootstrap, EmbedEarnings, NextPayout } from "../../../src/contract/records.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import type { DemoScene } from "../../../src/demo/scene.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

/** Amounts as the panels write them. */
const usd = (minor: number): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(minor / 100);

/** A partner for each sentence, as the demo's ledger makes them. */
const scenes: Readonly<Record<NextPayout["kind"], Partial<DemoScene>>> = {
  payout: {},
  below_minimum: { minPayoutAmount: 100_000_000 },
  nothing_cleared: { salesOfDays: 20, clawbacks: 0 },
  details_missing: { payoutMethod: null },
  failed: { lastPayout: "failed" },
  negative_balance: { prices: [29_900], clawbacks: 60 },
  nothing: { clickCount: 0, minPayoutAmount: 0 },
};

/** What is said of a partner of this kind; the words of issue and design. */
function wordsOf(kind: NextPayout["kind"], { amount, isFirst }: NextPayout): string {
  const sum = usd(amount);
  switch (kind) {
    case "payout":
      return `${sum} on Nov 1`;
    case "below_minimum":
      return `${sum} to go before your ${isFirst ? "first" : "next"} payout`;
    case "nothing_cleared":
      return `Nothing cleared yet: ${sum} can be paid on Dec 1`;
    case "details_missing":
      return `Set up payouts to receive ${sum}`;
    case "failed":
      return `PayPal refused ${sum}: check your details`;
    case "negative_balance":
      return `${sum} is taken from what you earn next`;
    case "nothing":
      return "Nothing to be paid yet";
  }
}

const kinds = Object.keys(scenes) as NextPayout["kind"][];

async function nextOf({ ask }: Shown): Promise<NextPayout> {
  return (await ask()).earnings!.nextPayout!;
}

describe.each(kinds)("the next payout: %s", (kind) => {
  test("is one sentence, the same on Overview, Earnings and card, and its parts come to all that was earned", async () => {
    const shown = showDashboard({ override: scenes[kind] });
    const next = await nextOf(shown);
    expect(next.kind).toBe(kind);
    const words = wordsOf(kind, next);
    const overview = await screen.findByRole("group", { name: "Next payout" });
    expect(within(overview).getByText(words)).toBeVisible();
    await shown.user.click(screen.getByRole("tab", { name: "Earnings" }));
    const panel = within(await screen.findByRole("tabpanel", { name: "Earnings" }));
    expect(await panel.findByText(words)).toBeVisible();
    const { earnings } = await shown.ask();
    const { payouts, counted, later, onTheWay } = next;
    const coming = payouts.reduce((sum, { amount }) => sum + amount, 0);
    expect(coming + counted + (later?.amount ?? 0) + onTheWay + earnings!.paid).toBe(earnings!.earned);
    shown.unmount();
    showDashboard({ override: scenes[kind] }, { data: "card" });
    const card = kind === "details_missing" ? `${usd(next.amount)} waits for your payout details` : words;
    expect(await screen.findByText(card)).toBeVisible();
  });
});

test.each([
  ["failed", /^Then paid on Nov 1, this included$/],
  ["negative_balance", /^Left to be paid on Dec 1$/],
  ["details_missing", /^Then paid on Nov 1$/],
] as const)("names the day on which money comes after what the partner is asked for: %s", async (kind, words) => {
  const shown = showDashboard({ override: scenes[kind] });
  const [first] = (await nextOf(shown)).payouts;
  const overview = await screen.findByRole("group", { name: "Next payout" });
  const said = within(overview).getByText(words);
  expect(said).toBeVisible();
  if (kind !== "details_missing") expect(said.nextElementSibling).toHaveTextContent(usd(first!.amount));
});

test("a payout that failed in place of a completed one is not said to be in the next one", async () => {
  const failure = { payoutId: "po_1", method: "paypal", reason: null, isIncluded: false } as const;
  showDashboard({ fetch: withNext({ kind: "failed", failure }) });
  expect(await screen.findByText("Then paid on Nov 1")).toBeVisible();
});

test("says beside a known sum on hold that more waits for an exchange rate, on Overview and on the card", async () => {
  const onHold = [
    { reason: "review", amount: 2000 },
    { reason: "fx_unknown", amount: null },
  ] as EmbedEarnings["onHold"];
  const fetch = withNext({}, { held: 2000, onHold });
  const shown = showDashboard({ fetch });
  const overview = await screen.findByRole("group", { name: "Next payout" });
  const said = "$20.00and a sum known once there is a rate";
  expect(within(overview).getByText("On hold").nextElementSibling).toHaveTextContent(said);
  shown.unmount();
  showDashboard({ fetch }, { data: "card" });
  expect((await screen.findByText("On hold")).parentElement).toHaveTextContent(said);
});

test("says on Overview why money is on hold, and puts what is on its way before later payouts", async () => {
  showDashboard();
  const overview = await screen.findByRole("group", { name: "Next payout" });
  const names = within(overview)
    .getAllByRole("term")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["On its way", "Payout on Dec 1", "On hold", "Paid to date"]);
  expect(within(overview).getByText("On hold")).toHaveAttribute("data-why", "Under review by the program");
});

test("payout details that are missing are one primary button, which leads to the settings", async () => {
  const { user } = showDashboard({ override: scenes.details_missing });
  const button = await screen.findByRole("button", { name: /^Set up payouts to receive \$[\d,]+\.\d\d$/ });
  expect(button).toHaveClass("rf-button-primary");
  await user.click(button);
  expect(screen.getByRole("tab", { name: "Settings" })).toHaveAttribute("aria-selected", "true");
});

test("a payout that was refused leads to the settings, with the reason; a saved method takes its place", async () => {
  const shown = showDashboard({ override: scenes.failed });
  const { user } = shown;
  const { failure } = await nextOf(shown);
  const overview = within(await screen.findByRole("group", { name: "Next payout" }));
  expect(overview.getByText(failure!.reason!)).toBeVisible();
  await user.click(overview.getByRole("button", { name: /^PayPal refused/ }));
  const settings = within(await screen.findByRole("tabpanel", { name: "Settings" }));
  const form = within(await settings.findByRole("group", { name: "Payouts" }));
  await user.type(await form.findByRole("textbox", { name: "PayPal e-mail" }), "ada@other.example");
  await user.click(form.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("tab", { name: "Overview" }));
  expect(await overview.findByText(/^\$[\d,]+\.\d\d on Nov 1$/)).toBeVisible();
});

test("who cannot change the payout details is told that they are missing, and offered no button", async () => {
  showDashboard({ override: { ...scenes.details_missing, scopes: ["read"] } });
  const overview = within(await screen.findByRole("group", { name: "Next payout" }));
  expect(overview.getByText(/^\$[\d,]+\.\d\d waits for your payout details$/)).toBeVisible();
  expect(overview.queryByRole("button", { name: /payouts/ })).toBeNull();
});

test("below the minimum the way to the payout details stays, without an amount", async () => {
  showDashboard({ override: { ...scenes.below_minimum, payoutMethod: null } });
  const overview = within(await screen.findByRole("group", { name: "Next payout" }));
  expect(overview.getByText(/ to go before your first payout$/)).toBeVisible();
  expect(overview.getByRole("button", { name: "Set up payouts" })).toBeVisible();
});

/** The demo, with money of one's own. */
function answering(change: (body: Bootstrap) => Partial<Bootstrap>): typeof fetch {
  const demo = createDemoFetch();
  return async (input, init) => {
    const response = await demo(input, init);
    if (!/referrals(\?|$)/.test(String(input))) return response;
    const body = (await response.json()) as Bootstrap;
    return Response.json({ ...body, ...change(body) });
  };
}

function withNext(next: Partial<NextPayout>, earnings: Partial<EmbedEarnings> = {}): typeof fetch {
  return answering((body) => ({
    earnings: { ...body.earnings!, ...earnings, nextPayout: { ...body.earnings!.nextPayout!, ...next } },
  }));
}

test("says payouts by the day of the program, wherever the reader is", async () => {
  const fetch = answering((body) => ({
    program: { ...body.program, timezone: "Pacific/Auckland" },
    earnings: {
      ...body.earnings!,
      nextPayout: { ...body.earnings!.nextPayout!, kind: "payout", amount: 102_250, date: "2026-11-30T11:00:00.000Z" },
    },
  }));
  showDashboard({ fetch });
  expect(await screen.findByText("$1,022.50 on Dec 1")).toBeVisible();
});

test("without a payout day says what can be paid, by whom, and until when more of it, and promises no payout", async () => {
  const payouts = [
    { date: null, amount: 20_000 },
    { date: "2026-11-20T10:00:00.000Z", amount: 8000 },
    { date: "2026-11-25T10:00:00.000Z", amount: 434 },
  ];
  const fetch = answering((body) => ({
    program: { ...body.program, payoutDay: null },
    earnings: {
      ...body.earnings!,
      nextPayout: { ...body.earnings!.nextPayout!, kind: "payout", amount: 20_000, date: null, payouts },
    },
  }));
  showDashboard({ fetch });
  const overview = within(await screen.findByRole("group", { name: "Next payout" }));
  expect(overview.getByText("$200.00 ready for Northlight to pay")).toBeVisible();
  expect(overview.getByText("Can be paid by Nov 25").nextElementSibling).toHaveTextContent("$84.34");
});

test("a destination that somebody looks at is said to be looked at, and a kind of a later service says nothing false", async () => {
  const waits = withNext({ kind: "details_missing", amount: 5000, needs: "shared_destination" });
  const { unmount } = showDashboard({ fetch: waits });
  expect(await screen.findByText("$50.00 waits while the program checks your payout details")).toBeVisible();
  unmount();
  showDashboard({ fetch: withNext({ kind: "escrowed" as never }) });
  expect(await screen.findByText("Nothing to be paid yet")).toBeVisible();
});

test("what is on hold stands beside what was earned, and what nobody can value yet is no amount", async () => {
  const onHold = [
    { reason: "fx_unknown", amount: null },
    { reason: "review", amount: 3400 },
  ];
  const fetch = withNext({}, { earned: 746_775, held: 3400, onHold });
  const { unmount } = showDashboard({ fetch }, { data: "card" });
  expect((await screen.findByText("$7,467.75")).parentElement).toHaveTextContent(
    /Earned \$7,467\.75Next payout.*On hold\$34\.00and a sum known once there is a rate$/,
  );
  unmount();
  const { user } = showDashboard({ fetch });
  await user.click(await screen.findByRole("tab", { name: "Earnings" }));
  const panel = within(await screen.findByRole("tabpanel", { name: "Earnings" }));
  const part = await panel.findByText("Waiting for an exchange rate");
  expect(part.nextElementSibling).toHaveTextContent(/^–, known once there is a rate$/);
});

test.each([
  ["de", /^Noch 50,00\s\$ bis zu Ihrer ersten Auszahlung$/],
  ["ar", /حتى أول دفعة لك$/],
])("in %s it is a sentence of the language", async (locale, words) => {
  showDashboard({ variant: "empty" }, { locale });
  expect((await screen.findAllByText(words))[0]).toBeVisible();
});
