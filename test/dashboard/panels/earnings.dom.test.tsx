import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { holdReasons } from "../../../src/contract/commission.ts";
import type { Bootstrap, Earning } from "../../../src/contract/records.ts";
import type { EmbedList } from "../../../src/contract/scalars.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import { API, showDashboard, type Shown } from "../show-dashboard.tsx";

async function openEarnings(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Earnings" }));
  return shown;
}

/** A text of the Earnings panel; the Overview stays in the document. */
const inPanel = async (text: string): Promise<HTMLElement> =>
  within(await screen.findByRole("tabpanel", { name: "Earnings" })).findByText(text);

const usd = (minor: number): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(minor / 100);

test("figures and first page are the API's", async () => {
  const { ask } = await openEarnings();
  const { earnings, recentEarnings } = await ask();
  expect((await inPanel("Next payout")).parentElement).toHaveTextContent(usd(earnings!.nextPayout!.amount));
  const table = await screen.findByRole("table", { name: "Commissions" });
  const amounts = within(table)
    .getAllByRole("row")
    .slice(1, 6)
    .map((row) => within(row).getAllByRole("cell").at(-1)!.textContent);
  expect(amounts).toEqual(
    recentEarnings!.map((earning) => expect.stringContaining(usd(earning.earnings ?? NaN).replace("-", ""))),
  );
});

test("what is taken back says so with minus and word, and each row keeps its own currency (DES-N2)", async () => {
  const well = createDemoFetch();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await well(input, init);
    if (!String(input).includes("/earnings")) return answer;
    const list = (await answer.json()) as EmbedList<Earning>;
    const [first, ...rest] = list.data;
    return Response.json({
      ...list,
      data: [{ ...first!, type: "custom", earnings: -1234, currency: "EUR", sourceId: "c" }, ...rest],
    });
  };
  await openEarnings({ fetch });
  await screen.findByText(/^1–25 of/);
  const [, row] = within(screen.getByRole("table", { name: "Commissions" })).getAllByRole("row");
  expect(within(row!).getByRole("button")).toHaveTextContent("Refund");
  expect(within(row!).getAllByRole("cell").at(-1)).toHaveTextContent(/^Amount-€12.34$/);
  expect(screen.getAllByText(/\$\d/).length).toBeGreaterThan(0);
});

test("money that nobody can value yet is a dash that says why, in the list, its detail and the sums, never 0 (C28)", async () => {
  const well = createDemoFetch();
  const unknown = { earnings: null, grossEarnings: null, amount: null, refunded: null, unknownReason: "fx_unknown" };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await well(input, init);
    if (!/referrals(\?|\/earnings)/.test(String(input))) return answer;
    const body = (await answer.json()) as EmbedList<Earning> & Bootstrap;
    const held = {
      status: "hold",
      statusReason: "self_referral",
      paidIn: { amount: 500, currency: "BRL", rate: null },
    };
    const rows = (all: Earning[] | null) => all?.map((row, n) => (n === 0 ? { ...row, ...unknown, ...held } : row));
    if (body.data) return Response.json({ ...body, data: rows(body.data) });
    const onHold = [{ reason: "fx_unknown", amount: null }];
    return Response.json({
      ...body,
      earnings: { ...body.earnings, held: 0, onHold },
      recentEarnings: rows(body.recentEarnings),
    });
  };
  const { user } = await openEarnings({ fetch });
  await screen.findByText(/^1–25 of/);
  const [, row] = within(screen.getByRole("table", { name: "Commissions" })).getAllByRole("row");
  expect(within(row!).getAllByRole("cell").at(-1)).toHaveTextContent("–, known once there is a rate");
  const panel = within(await screen.findByRole("tabpanel", { name: "Earnings" }));
  const amountOf = (term: string) => panel.getByText(term, { selector: "dt" }).nextElementSibling;
  expect(amountOf("On hold")).toHaveTextContent("–not available");
  expect(amountOf("Waiting for an exchange rate")).toHaveTextContent("–, known once there is a rate");
  await user.click(within(row!).getByRole("button", { name: /why this amount$/ }));
  const dialog = await screen.findByRole("dialog", { name: "Why this amount" });
  expect(dialog).toHaveTextContent("Checked for a referral of yourself");
  expect(dialog).toHaveTextContent("Waiting for an exchange rate");
  expect(dialog).toHaveTextContent(/You earn–/);
  expect(dialog).not.toHaveTextContent(/\$0|NaN/);
});

test("a row opens why it has its amount", async () => {
  const { user } = await openEarnings();
  await user.click((await screen.findAllByRole("button", { name: /why this amount$/ }))[0]!);
  const dialog = await screen.findByRole("dialog", { name: "Why this amount" });
  expect(within(dialog).getByText("Based on")).toBeVisible();
  expect(within(dialog).getByText("25%")).toBeVisible();
});

/** The demo, its newest commission changed, and what else the customer's list holds. */
function changing(change: Partial<Earning>, more: Partial<Earning>[] = []): typeof fetch {
  const well = createDemoFetch();
  return async (input, init) => {
    const answer = await well(input, init);
    if (!String(input).includes("/earnings")) return answer;
    const list = (await answer.json()) as EmbedList<Earning>;
    const first = { ...list.data[0]!, ...change };
    const data = String(input).includes("customerId")
      ? [first, ...more.map((row) => ({ ...first, ...row }))]
      : [first, ...list.data.slice(1)];
    return Response.json({ ...list, data });
  };
}

test.each([
  [
    "a refund and a correction",
    { amount: 10_000, grossEarnings: 2000, earnings: 1000, refunded: 5000, status: "pending" },
    ["Based on$100.00", "Before refunds$20.00", "Refunded to the customer$50.00", "Less by the refund-$10.00"],
  ],
  [
    "another currency",
    { amount: 10_870, grossEarnings: 2718, earnings: 2718, paidIn: { amount: 10_000, currency: "eur", rate: "1.087" } },
    ["Customer paid€100.00", "Exchange rate1.087", "Based on$108.70"],
  ],
  [
    "a hold for want of a rate",
    { amount: 0, status: "hold", statusReason: "fx_unknown", paidIn: { amount: 900, currency: "eur", rate: null } },
    ["Waiting for an exchange rate", "Customer paid€9.00"],
  ],
] as const)("says every step of an amount: %s", async (_, change, steps) => {
  const takenBack = [{ id: "cm_back", sourceId: "cm_first", earnings: -250, createdAt: "2026-10-29T00:00:00Z" }];
  const { user } = await openEarnings({ fetch: changing({ id: "cm_first", ...change }, takenBack) });
  await screen.findByText(/^1–25 of/);
  await user.click(screen.getAllByRole("button", { name: /why this amount$/ })[0]!);
  const dialog = await screen.findByRole("dialog", { name: "Why this amount" });
  await within(dialog).findByText("Taken back later");
  for (const step of [...steps, "-$2.50"]) expect(dialog).toHaveTextContent(step);
});

test("a click anywhere on a row opens why it has its amount", async () => {
  const { user } = await openEarnings();
  const table = await screen.findByRole("table", { name: "Commissions" });
  await user.click(within(within(table).getAllByRole("row")[1]!).getAllByRole("cell").at(-1)!);
  expect(await screen.findByRole("dialog", { name: "Why this amount" })).toBeVisible();
});

test("a failed payout leads to the payout settings, and the focus goes there", async () => {
  const { user } = await openEarnings();
  await user.click(await screen.findByRole("tab", { name: "Payouts" }));
  await user.click(await screen.findByRole("button", { name: "Check payout settings" }));
  expect(await screen.findByRole("tabpanel", { name: "Settings" })).toHaveFocus();
});

test("money on hold says why", async () => {
  await openEarnings();
  expect(await inPanel("Under review by the program")).toBeVisible();
});

test("each reason for a hold has words of its own, with the sum and with the commission", async () => {
  const said = new Set<string>();
  for (const reason of holdReasons) {
    const demo = changing({ status: "hold", statusReason: reason });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await demo(input, init);
      if (!/referrals\?/.test(String(input))) return answer;
      const body = (await answer.json()) as Bootstrap;
      return Response.json({ ...body, earnings: { ...body.earnings, onHold: [{ reason, amount: 4242 }] } });
    };
    const { user, unmount } = await openEarnings({ fetch });
    await screen.findByText(/^1–25 of/);
    const part = (await inPanel("$42.42")).parentElement!;
    const words = part.querySelector("dt")!.textContent!;
    await user.click(screen.getAllByRole("button", { name: /why this amount$/ })[0]!);
    expect(await screen.findByRole("dialog", { name: "Why this amount" })).toHaveTextContent(words);
    said.add(words);
    unmount();
  }
  expect(said.size).toBe(holdReasons.length);
});

test("nothing earned yet: no filters over nothing", async () => {
  await openEarnings({ variant: "empty" });
  expect(await screen.findByText(/^No earnings yet/)).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Status" })).toBeNull();
});

/** A row of the demo, its commission changed. */
async function firstRow(change: Partial<Earning>): Promise<ReturnType<typeof within>> {
  await openEarnings({ fetch: changing(change) });
  await screen.findByText(/^1–25 of/);
  const [, row] = within(screen.getByRole("table", { name: "Commissions" })).getAllByRole("row");
  return within(row!);
}

const sold = { type: "sale", isRenewal: false, productId: "Team", sourceId: null, earnings: 500 } as const;
test.each<[string, Partial<Earning>]>([
  ["Sale · Team", sold],
  ["Renewal · Team", { ...sold, isRenewal: true }],
  ["Sale", { ...sold, productId: "prod_NWjs8kKbJWmuuc" }],
  ["Sale", { ...sold, productId: "748213" }],
  ["Lead", { ...sold, type: "lead", productId: null }],
  ["Click", { ...sold, type: "click", productId: null, customer: null }],
  ["Bonus", { ...sold, type: "custom", productId: null }],
  ["Correction", { ...sold, type: "custom", productId: null, earnings: -500 }],
  ["Correction", { ...sold, type: "custom", productId: null, sourceId: "cm_1" }],
  ["Refund · Team", { ...sold, type: "custom", sourceId: "cm_1", earnings: -500 }],
])("a row says what it is for: %s", async (words, change) => {
  const row = await firstRow(change);
  expect(row.getByRole("button").textContent).toBe(words);
});

const isEarlier = { status: "pending", payableAt: "2026-10-01T00:00:00.000Z", earnings: 500, payout: null } as const;
test.each<[string, Partial<Earning>]>([
  ["Clears Nov 28", { ...isEarlier, payableAt: "2026-11-28T09:00:00.000Z" }],
  ["Ready", isEarlier],
  ["Will be taken back", { ...isEarlier, earnings: -500 }],
  ["On its way", { ...isEarlier, status: "processed", payout: { id: "po_1", status: "processing" } }],
  ["Ready", { ...isEarlier, status: "processed", payout: { id: "po_1", status: "pending" } }],
  ["Paid", { ...isEarlier, status: "paid" }],
])("a row says where its money stands, without a badge: %s", async (words, change) => {
  const row = await firstRow(change);
  const state = row.getByText(words);
  expect(state).not.toHaveClass("rf-badge");
});

test.each(["hold", "refunded", "canceled", "duplicate", "fraud"] as const)(
  "a row that needs attention has a badge: %s",
  async (status) => {
    const row = await firstRow({ status, statusReason: null });
    expect(row.getAllByRole("cell").at(-2)!.querySelector(".rf-badge")).not.toBeNull();
  },
);

test("design §8: the code of a reason never reaches the screen", async () => {
  const { user, read } = await openEarnings();
  const { data } = await read<EmbedList<Earning>>("/earnings?limit=25");
  const at = data.findIndex(({ statusReason }) => statusReason);
  expect(data[at]!.statusReason).toBe("refund");
  await screen.findByText(/^1–25 of/);
  await user.click(screen.getAllByRole("button", { name: /why this amount$/ })[at]!);
  const dialog = await screen.findByRole("dialog", { name: "Why this amount" });
  expect(within(dialog).queryByText("refund")).toBeNull();
});

test("design §8: a correction names what it corrects by day and amount, never by an id", async () => {
  const { user, read } = await openEarnings();
  const { data } = await read<EmbedList<Earning>>("/earnings?limit=25");
  const at = data.findIndex(({ sourceId }) => sourceId);
  const { sourceId, customer } = data[at]!;
  const same = await read<EmbedList<Earning>>(`/earnings?customerId=${customer!.id}&limit=100`);
  const original = same.data.find(({ id }) => id === sourceId)!;
  await screen.findByText(/^1–25 of/);
  await user.click(screen.getAllByRole("button", { name: /why this amount$/ })[at]!);
  const dialog = await screen.findByRole("dialog", { name: "Why this amount" });
  const line = (await within(dialog).findByText("Correction of")).parentElement!;
  const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(new Date(original.createdAt));
  await waitFor(() => expect(line).toHaveTextContent(`Correction of${day} · ${usd(original.earnings ?? NaN)}`));
  expect(dialog).not.toHaveTextContent(/cm_/);
});

test("design §8: a correction whose original cannot be read says nothing of it", async () => {
  const well = createDemoFetch();
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).includes("customerId=") ? Response.json({ data: [], nextCursor: null, total: 0 }) : well(input, init);
  const { user, read } = await openEarnings({ fetch });
  const { data } = await read<EmbedList<Earning>>("/earnings?limit=25");
  await screen.findByText(/^1–25 of/);
  const at = data.findIndex(({ sourceId }) => sourceId);
  await user.click(screen.getAllByRole("button", { name: /why this amount$/ })[at]!);
  const dialog = await screen.findByRole("dialog", { name: "Why this amount" });
  await waitFor(() => expect(within(dialog).queryByText("Correction of")).toBeNull());
  expect(within(dialog).getByText("Amount")).toBeVisible();
});

test("a filter asks the service and names an empty result", async () => {
  const { user, requests } = await openEarnings();
  await user.selectOptions(await screen.findByRole("combobox", { name: "Status" }), "fraud");
  await user.selectOptions(
    within(screen.getByRole("tabpanel", { name: "Commissions" })).getByLabelText("Range"),
    "24h",
  );
  expect(await screen.findByText("Nothing matches. Change a filter.")).toBeVisible();
  expect(requests.some((request) => request.startsWith("GET /earnings") && request.includes("status=fraud"))).toBe(
    true,
  );
});

test("the next page follows the service's cursor", async () => {
  const { user } = await openEarnings();
  expect(await screen.findByText(/^1–25 of/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText(/^26–50 of/)).toBeVisible();
});

test("payouts are behind their own segment", async () => {
  const { user } = await openEarnings();
  await user.click(await screen.findByRole("tab", { name: "Payouts" }));
  const table = await screen.findByRole("table", { name: "Payouts" });
  expect(within(table).getAllByRole("row").length).toBeGreaterThan(1);
});

test("a payout's statement has its lines, and is printed in a window of its own (P16)", async () => {
  const { user, requests } = await openEarnings();
  await user.click(await screen.findByRole("tab", { name: "Payouts" }));
  await user.click((await screen.findAllByRole("button", { name: /^Statement \d{6}$/ }))[0]!);
  const dialog = within(await screen.findByRole("dialog", { name: /^Statement \d{6}$/ }));
  expect((await dialog.findByRole("table", { name: "Statement" })).querySelectorAll("tbody tr").length).toBeGreaterThan(
    0,
  );
  expect(requests).toContainEqual(expect.stringMatching(/^GET \/statement/));
  const page = { document: document.implementation.createHTMLDocument(), print: vi.fn() };
  const open = vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  await user.click(dialog.getByRole("button", { name: "Print" }));
  expect(page.print).toHaveBeenCalledOnce();
  expect(page.document.querySelectorAll("tbody tr").length).toBeGreaterThan(0);
  expect(dialog.queryByRole("alert")).toBeNull();
  open.mockReturnValue(null);
  await user.click(dialog.getByRole("button", { name: "Print" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Allow pop-ups for this site");
  open.mockRestore();
});

test("an unknown status is a neutral badge in its own word", async () => {
  const demo = createDemoFetch();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await demo(input, init);
    if (!String(input).startsWith(`${API}/embed/referrals/earnings?`)) return response;
    const list = (await response.json()) as EmbedList<Earning>;
    return Response.json({ ...list, data: list.data.map((row) => ({ ...row, status: "escrowed" })) });
  };
  await openEarnings({ fetch });
  expect((await screen.findAllByText("escrowed"))[0]).toHaveClass("rf-badge", { exact: true });
});

test("no earnings: the empty text and the link to copy", async () => {
  await openEarnings({ variant: "empty" });
  expect(await screen.findByText("No earnings yet. Sales from your link show up here.")).toBeVisible();
});

test("failing commissions leave the figures", async () => {
  await openEarnings({ override: { failure: { calls: ["GET /earnings"], with: "internal_server_error" } } });
  expect(await screen.findByText("Could not load earnings.")).toBeVisible();
  expect(await inPanel("Next payout")).toBeVisible();
});
