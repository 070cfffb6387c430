import { queries, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { AnalyticsRow } from "../../../src/contract/analytics.ts";
import type {
  Earning,
  EmbedLink,
  EmbedTimeseriesPoint,
  Leaderboard,
  PayoutMethod,
  PayoutRow,
  Referral,
} from "../../../src/contract/records.ts";
import type { EmbedList } from "../../../src/contract/scalars.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

// The reader's own formats, apart from the dashboard's: what is on screen must be what the API said.
const usd = (minor: number): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(minor / 100);
const count = (value: number): string => new Intl.NumberFormat("en").format(value);
const day = (date: string): string => new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(new Date(date));
const short = (url: string): string => url.replace("https://", "");
const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone);

async function open(tab: string, ...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: tab }));
  return shown;
}

/** The cells of a table as they read, without the labels that narrow rows show. */
async function cellsOf(table: string): Promise<string[][]> {
  const rows = within(await screen.findByRole("table", { name: table }))
    .getAllByRole("row")
    .slice(1);
  return rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement;
        copy.querySelector(".rf-cell-label")?.remove();
        return copy.textContent.replace(/\s+/g, " ").trim();
      }),
  );
}

type Group = ReturnType<typeof within<typeof queries>>;
const inGroup = async (name: string): Promise<Group> => within(await screen.findByRole("group", { name }));

describe("what a panel shows is what the API answered", () => {
  test("Overview: the countries are the answer's, largest first", async () => {
    const { read } = showDashboard();
    const rows = await read<AnalyticsRow<"countries">[]>(
      `/analytics?event=clicks&groupBy=countries&interval=30d&timezone=${zone}`,
    );
    const bars = await (await inGroup("Countries")).findAllByRole("listitem");
    const names = new Intl.DisplayNames("en", { type: "region" });
    expect(bars.map((bar) => bar.textContent)).toEqual(
      rows.slice(0, 5).map((row) => `${names.of(row.country)}${count(row.clicks)}`),
    );
  });

  test("Links: every link with its figures, and how many there may be", async () => {
    const { read, ask } = await open("Links");
    const { linksTotal, linkRules } = await ask();
    const { data } = await read<EmbedList<EmbedLink>>("/links?archived=false&limit=100");
    const byEarnings = data.toSorted((a, b) => b.earnings! - a.earnings! || b.clicks - a.clicks);
    expect(byEarnings[0]!.earnings).toBeGreaterThan(0);
    const cells = await cellsOf("Links");
    expect(cells.map(([, ...figures]) => figures.slice(0, 5))).toEqual(
      byEarnings.map(({ clicks, leads, conversions, sales, earnings }) => [
        ...[clicks, leads, conversions, sales].map(count),
        usd(earnings!),
      ]),
    );
    for (const [i, link] of byEarnings.entries()) {
      expect(cells[i]![0]).toContain(`${link.domain}/${link.key}`);
      expect(cells[i]![0]).toContain(short(link.url));
    }
    expect(screen.getByText(`${linksTotal} of ${linkRules!.maxLinks} links`)).toBeVisible();
  });

  test("Earnings: every commission of the page, every payout, and where all that was earned stands", async () => {
    const { read, ask, user } = await open("Earnings");
    const { earnings } = await ask();
    const { nextPayout, held, paid, earned } = earnings!;
    const { amount: next, onTheWay } = nextPayout!;
    const parts: [RegExp, number][] = [
      [/^Payout on Dec 1$/, nextPayout!.payouts[1]!.amount],
      [/^On its way$/, onTheWay],
      [/^On hold/, held],
      [/^Paid to date$/, paid],
    ];
    expect(parts.reduce((sum, [, amount]) => sum + amount, next)).toBe(earned + held);
    const panel = within(await screen.findByRole("tabpanel", { name: "Earnings" }));
    expect(await panel.findByText(`${usd(next)} on Nov 1`)).toBeVisible();
    for (const [name, amount] of parts) {
      const term = await panel.findByText(name, { selector: "dt, p" });
      expect(term.nextElementSibling).toHaveTextContent(usd(amount));
    }
    const { data } = await read<EmbedList<Earning>>(`/earnings?interval=all&timezone=${zone}&limit=25`);
    await screen.findByText(/^1–25 of/);
    const cells = await cellsOf("Commissions");
    expect(cells.map(([, customer, date, link, , amount]) => [customer, date, link, amount])).toEqual(
      data.map((row) => [
        row.customer?.label ?? "",
        day(row.createdAt),
        row.link ? short(row.link.shortLink) : "",
        usd(row.earnings ?? NaN),
      ]),
    );
    for (const [i, row] of data.entries()) expect(cells[i]![0]).toContain(row.productId ?? "");

    await user.click(screen.getByRole("tab", { name: "Payouts" }));
    const payouts = await read<EmbedList<PayoutRow>>("/payouts?limit=25");
    expect((await cellsOf("Payouts")).map((row) => [row[0], row.at(-1)])).toEqual(
      payouts.data.map((row) => [day(row.paidAt ?? row.initiatedAt ?? row.createdAt), usd(row.amount)]),
    );
  });

  test("Leaderboard: ranks, names of those who opted in, bands, the own amount", async () => {
    const { read, user } = await open("Leaderboard");
    await user.click(await screen.findByRole("button", { name: "Show all" }));
    const board = await read<Leaderboard>("/leaderboard");
    const band = (text: string): string =>
      new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 0 }).formatRange(
        ...(text.split("-").map(Number) as [number, number]),
      );
    expect(await cellsOf("Leaderboard")).toEqual(
      board.data.map(({ rank, name, isMe, earnings, band: between }) => [
        count(rank),
        `${name ?? "Partner"}${isMe ? "You" : ""}`,
        earnings === null ? band(between!) : usd(earnings),
      ]),
    );
    expect(screen.getByText(`${board.participants} partners`)).toBeVisible();
  });

  test("Resources: every question, file, colour and link", async () => {
    const { ask } = await open("Resources");
    const { faq, resources } = await ask();
    await screen.findByText("Questions and answers");
    for (const { question, answer } of faq!) {
      expect(screen.getByText(question)).toBeVisible();
      expect(screen.getByText(answer)).toBeInTheDocument();
    }
    for (const { type, name, value } of resources!) {
      expect(screen.getByText(name)).toBeVisible();
      if (type === "color") expect(screen.getByText(value)).toBeVisible();
      if (type === "link") expect(screen.getByRole("link", { name: new RegExp(name) })).toHaveAttribute("href", value);
      if (type === "file") expect(screen.getByRole("link", { name: new RegExp(name) })).toHaveAttribute("href", value);
    }
  });

  test("Refer: the form's fields in their order, and every referral sent", async () => {
    const { ask, read } = await open("Refer");
    const { referralForm } = await ask();
    const form = (await screen.findByRole("button", { name: "Send referral" })).closest("form")!;
    const labels = [...form.querySelectorAll(".rf-field-label")].map((label) => label.firstChild!.textContent);
    expect(labels).toEqual(referralForm!.fields.toSorted((a, b) => a.position - b.position).map(({ label }) => label));
    const { data } = await read<EmbedList<Referral>>("/referrals?limit=25");
    expect((await cellsOf("Sent so far")).map(([, date]) => date)).toEqual(data.map(({ createdAt }) => day(createdAt)));
  });

  test("Settings: the profile as it is, and where money goes, masked as the API masks it", async () => {
    const { ask, read } = await open("Settings");
    const { partner } = await ask();
    const profile = await inGroup("Profile");
    expect(profile.getByLabelText("Name")).toHaveValue(partner!.name);
    expect(profile.getByLabelText("E-mail")).toHaveValue(partner!.email);
    expect((await inGroup("Channels")).getByLabelText(/Website/)).toHaveValue(partner!.website);
    const { destination } = await read<PayoutMethod>("/payout-method");
    expect(await (await inGroup("Payouts")).findByText(destination!)).toBeVisible();
  });

  test("Analytics: sums of the buckets, and every grouping, whole in its dialog", async () => {
    const { ask, read, user } = showDashboard({}, { data: "analytics" });
    const { timeseries } = await ask();
    const sum = (key: keyof EmbedTimeseriesPoint): number =>
      timeseries!.reduce((total, point) => total + Number(point[key] ?? 0), 0);
    const tile = async (name: RegExp): Promise<HTMLElement> =>
      (await screen.findByRole("checkbox", { name })).closest("label")!;
    expect(await tile(/^Clicks/)).toHaveTextContent(`Clicks ${count(sum("clicks"))}`);
    expect(await tile(/^Leads/)).toHaveTextContent(`Leads ${count(sum("leads"))}`);
    expect(await tile(/^Sales/)).toHaveTextContent(`Sales ${count(sum("sales"))}`);
    expect(await tile(/^Earnings/)).toHaveTextContent(`Earnings ${usd(sum("earnings"))}`);
    const groupings = {
      Countries: "countries",
      Devices: "devices",
      Browsers: "browsers",
      Referers: "referers",
      Links: "top_links",
    };
    for (const [name, groupBy] of Object.entries(groupings)) {
      const rows = await read<AnalyticsRow[]>(
        `/analytics?event=clicks&groupBy=${groupBy}&interval=30d&timezone=${zone}`,
      );
      const clicks = rows
        .map((row) => row.clicks)
        .filter((value) => value > 0)
        .toSorted((a, b) => b - a)
        .map(count);
      const card = await inGroup(name);
      const bars = await card.findAllByRole("listitem");
      expect(bars.map((bar) => bar.lastElementChild!.textContent)).toEqual(clicks.slice(0, 5));
      if (clicks.length <= 5) continue;
      await user.click(card.getByRole("button", { name: `Show all: ${name}` }));
      const dialog = within(await screen.findByRole("dialog", { name }));
      const shown = dialog.getAllByRole("row").slice(1);
      expect(shown.map((row) => within(row).getAllByRole("cell").at(-1)!.lastChild!.textContent)).toEqual(
        clicks.slice(0, shown.length),
      );
      await user.keyboard("{Escape}");
    }
  });
});
