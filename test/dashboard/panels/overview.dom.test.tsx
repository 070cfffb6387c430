import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Bootstrap, EmbedLink, RewardCondition } from "../../../src/contract/records.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

const usd = (minor: number): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(minor / 100);
const count = (value: number): string => new Intl.NumberFormat("en").format(value);

test("every figure on the first screen is the one the API answered", async () => {
  const { ask } = showDashboard();
  const { earnings, timeseries, links, rewards, discount } = await ask();
  const sum = (key: "clicks" | "leads" | "sales" | "earnings"): number =>
    timeseries!.reduce((total, point) => total + (point[key] ?? 0), 0);

  const payout = await screen.findByRole("group", { name: "Next payout" });
  const { nextPayout, held, paid, earned } = earnings!;
  const { amount, payouts, onTheWay } = nextPayout!;
  const [first, second, ...others] = payouts;
  expect([others.length, first!.amount, held, onTheWay].map((figure) => figure > 0)).toEqual([false, true, true, true]);
  expect(payout).toHaveTextContent(`Next payoutEarned ${usd(earned)}${usd(amount)} on Nov 1`);
  expect(payout).toHaveTextContent(`On its way${usd(onTheWay)}Payout on Dec 1${usd(second!.amount)}`);
  expect(payout).toHaveTextContent(`On hold${usd(held)}Paid to date${usd(paid)}`);

  const tile = (name: string): HTMLElement =>
    screen.getByRole("radio", { name: new RegExp(`^${name}`) }).closest("label")!;
  expect(tile("Clicks")).toHaveTextContent(`Clicks ${count(sum("clicks"))}`);
  expect(tile("Leads")).toHaveTextContent(`Leads ${count(sum("leads"))}`);
  expect(tile("Sales")).toHaveTextContent(`Sales ${count(sum("sales"))}`);
  expect(tile("Earnings")).toHaveTextContent(`Earnings ${usd(sum("earnings"))}`);

  expect(screen.getByRole("combobox", { name: "Your link" })).toHaveValue(links![0]!.id);
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent(`Earn ${rewards[0]!.amount}%`);
  expect(screen.getByText(new RegExp(`save ${discount!.amount}%`))).toBeVisible();
});

test("each tile says how its figure stands against the period before, and what that period is (DES-N6)", async () => {
  const { ask, user } = showDashboard();
  const { timeseries, previous } = await ask();
  const sum = (key: "clicks" | "leads" | "sales" | "earnings"): number =>
    timeseries!.reduce((total, point) => total + (point[key] ?? 0), 0);
  for (const key of ["clicks", "leads", "sales", "earnings"] as const) {
    const [now, before] = [sum(key), previous![key]!];
    expect(now).toBeGreaterThan(before);
    const percent = Math.round(((now - before) / before) * 100);
    const name = new RegExp(`^${key} .* ${percent}% more$`, "i");
    expect(await screen.findByRole("radio", { name })).toBeVisible();
  }
  expect(await screen.findByText(/^Compared with \w+ \d+ – \d+$/)).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "Range" }), "all");
  await waitFor(() => expect(screen.queryByText(/^Compared with/)).toBeNull());
  expect(screen.queryByText(/ (more|less)$|^No change$/)).toBeNull();
});

test.each([
  ["less than before", 60, "40% less"],
  ["the same", 100, "No change"],
  ["from nothing, the amount itself", 0, "60 more"],
  ["by too little for per cent, the amount itself", 60_100, "100 less"],
])("a change is told: %s", async (_, before, words) => {
  const demo = createDemoFetch();
  const answer: typeof fetch = async (input, init) => {
    const response = await demo(input, init);
    if (!/referrals(\?|$)/.test(String(input))) return response;
    const body = (await response.json()) as Bootstrap;
    const clicks = { 60: 36, 100: 100, 0: 60, 60_100: 60_000 }[before] ?? 0;
    const timeseries = body.timeseries!.map((point, n) => ({ ...point, clicks: n === 0 ? clicks : 0 }));
    return Response.json({ ...body, timeseries, previous: { ...body.previous, clicks: before } });
  };
  showDashboard({ fetch: answer });
  expect(await screen.findByRole("radio", { name: new RegExp(`^Clicks .*${words}$`) })).toBeVisible();
});

test("a change of earnings across zero is told by the amount, as per cent have no meaning there", async () => {
  const demo = createDemoFetch();
  const answer: typeof fetch = async (input, init) => {
    const response = await demo(input, init);
    if (!/referrals(\?|$)/.test(String(input))) return response;
    const body = (await response.json()) as Bootstrap;
    const timeseries = body.timeseries!.map((point, n) => ({ ...point, earnings: n === 0 ? -5_000 : 0 }));
    return Response.json({ ...body, timeseries, previous: { ...body.previous, earnings: 10_000 } });
  };
  showDashboard({ fetch: answer });
  const words = new RegExp(`^Earnings .*\\${usd(15_000)} less$`);
  expect(await screen.findByRole("radio", { name: words })).toBeVisible();
});

test("every reward is named, with its cap, and the terms of all of them", async () => {
  const moreRewards = [
    { event: "click", amount: 5 },
    { event: "lead", amount: 100, maxAmount: 2000 },
  ] as const;
  const { user } = showDashboard({ override: { moreRewards, reward: { maxAmount: 50_000 } } });
  const sale = "Earn 25% for every customer you refer, for 12 months";
  const cap = "Up to $500 per customer.";
  const heading = await screen.findByRole("heading", { level: 2 });
  expect(heading.textContent).toBe(sale);
  expect(heading.nextElementSibling).toHaveTextContent(cap);
  const others = [
    "Earn $1 for every lead you bring. Up to $20 per customer.",
    "Earn $0.05 for every click on your link",
  ];
  for (const text of others) expect(screen.getByText(text)).toBeVisible();
  const terms = ["Your friends save 20% for 3 months.", "Holding period: 30 days.", "Minimum payout: $50."];
  const overview = screen.getByRole("tabpanel", { name: "Overview" });
  expect(within(overview).getByText(terms[0]!, { exact: false })).toBeVisible();
  // When it is paid stands where the money is.
  for (const term of terms.slice(1)) expect(overview).not.toHaveTextContent(term);
  await user.click(screen.getByRole("tab", { name: "Earnings" }));
  const offer = await screen.findByRole("group", { name: "What you earn" });
  const lines = within(offer).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([`${sale}. ${cap}`, ...others, ...terms]);
});

test("what must hold for a reward is told with it (C5)", async () => {
  const conditions = [
    { field: "product", operator: "in", values: ["pro", "team"] },
    { field: "product", operator: "not_in", values: ["trial"] },
    { field: "country", operator: "in", values: ["DE", "nl"] },
    { field: "country", operator: "not_in", values: ["US"] },
    { field: "amount", operator: "gte", value: 2000 },
    { field: "amount", operator: "lt", value: 99_950 },
  ] as const satisfies RewardCondition[];
  showDashboard({ override: { reward: { conditions: conditions.map((one) => one as RewardCondition) } } });
  expect((await screen.findByRole("heading", { level: 2 })).nextElementSibling).toHaveTextContent(
    /^Only for pro, team\. Not for trial\. Only for customers from Germany, Netherlands\. Not for customers from United States\. For sales of at least \$20\. For sales below \$999\.50\.$/,
  );
});

test.each(["referrals", "card"] as const)(
  "the program's name and picture stand in the hero of %s, and a picture that does not load goes",
  async (data) => {
    const { container } = showDashboard({ override: { logo: "https://northlight.example/logo.png" } }, { data });
    expect(await screen.findByText("Northlight")).toBeVisible();
    const picture = container.querySelector<HTMLImageElement>(".rf-hero-logo")!;
    fireEvent.error(picture);
    expect(picture).not.toBeInTheDocument();
  },
);

test("the program's colour is the accent, light and dark, until the host chooses one", async () => {
  const accentOf = ({ container }: Shown): string =>
    container.querySelector<HTMLElement>(".rf-root")!.style.getPropertyValue("--rf-accent");
  const override = { brandColor: "#7c3aed" };
  for (const theme of ["light", "dark"] as const) {
    const shown = showDashboard({ override }, { theme });
    await screen.findByText("Northlight");
    expect(accentOf(shown)).toBe("#7c3aed");
    shown.unmount();
  }
  const shown = showDashboard({ override }, { themeOptions: { accentColor: "#0f766e" } });
  await screen.findByText("Northlight");
  expect(accentOf(shown)).toBe("#0f766e");
  shown.unmount();
  // A background of the host's own keeps the program's accent, derived for it.
  const onNight = showDashboard({ override }, { themeOptions: { backgroundColor: "#0b1020" } });
  await screen.findByText("Northlight");
  expect(accentOf(onNight)).toBe("#7c3aed");
});

test.each(["jpy", "long", "10k"] as const)("demo:%s: money is short on axes only (DES-N3)", async (variant) => {
  const { user } = showDashboard({ variant });
  await user.click(await screen.findByRole("radio", { name: /^Earnings/ }));
  expect(document.querySelector(".rf-tick")).toHaveTextContent(/0$/);
  for (const name of ["Overview", "Links", "Earnings", "Leaderboard"]) {
    await user.click(screen.getByRole("tab", { name }));
    const panel = await screen.findByRole("tabpanel", { name });
    await waitFor(() => expect(panel.querySelector(".rf-skeleton")).toBeNull());
    const shown = panel.cloneNode(true) as HTMLElement;
    for (const axis of shown.querySelectorAll(".rf-plot svg")) axis.remove();
    expect(shown.textContent).toMatch(/[$¥][\d,]+/);
    expect(shown.textContent).not.toMatch(/[$¥][\d.,]+[KMBT]/);
  }
});

describe("milestones", () => {
  const milestones = [
    { metric: "sales", value: 1 },
    { metric: "leads", value: 10 },
    { metric: "earnings", value: 100_000_000 },
    { metric: "leads", value: 100_000 },
  ] as const;

  test("are not shown where the program set none", async () => {
    showDashboard();
    await screen.findByRole("radio", { name: /^Sales/ });
    expect(screen.queryByText(/^Next milestone/)).toBeNull();
  });

  test("the one just reached is told once, also on another device, and the next one with how far it is", async () => {
    const fetch = createDemoFetch({ override: { milestones } });
    const { ask, unmount } = showDashboard({ fetch });
    const { earnings } = await ask();
    expect((await screen.findByText("You have reached")).parentElement).toHaveTextContent("You have reachedLeads: 10");
    expect(screen.getByText("Next milestone: Earnings").parentElement).toHaveTextContent(
      `Next milestone: Earnings${usd(earnings!.earned)} of $1,000,000.00`,
    );
    const meter = document.querySelector<HTMLElement>(".rf-milestones .rf-meter > span")!;
    expect(parseFloat(meter.style.inlineSize)).toBeCloseTo(earnings!.earned / 1_000_000, 5);
    expect(screen.getByText("After that").parentElement).toHaveTextContent("After thatLeads: 100,000");
    await waitFor(async () =>
      expect((await ask()).milestones!.map(({ told }) => told)).toEqual([true, true, false, false]),
    );
    expect(screen.getByText("You have reached")).toBeVisible();
    unmount();
    const again = showDashboard({ fetch });
    expect((await screen.findByText("Reached")).parentElement).toHaveTextContent("ReachedLeads: 10");
    expect(screen.queryByText("You have reached")).toBeNull();
    expect(again.requests.some((request) => request.startsWith("PUT"))).toBe(false);
  });

  test("the first sale has a name of its own", async () => {
    showDashboard({ override: { milestones: [milestones[0]] } });
    expect((await screen.findByText("You have reached")).parentElement).toHaveTextContent("First sale");
  });

  test("a token that only reads neither tells nor notes", async () => {
    const { requests } = showDashboard({ override: { milestones, scopes: ["read"] } });
    expect(await screen.findByText("Reached")).toBeVisible();
    expect(requests.some((request) => request.startsWith("PUT"))).toBe(false);
  });
});

/** The demo, its first screen and its clicks by country changed. */
function withoutClicks(change: (body: Bootstrap) => Partial<Bootstrap>): typeof fetch {
  const well = createDemoFetch();
  return async (input, init) => {
    const answer = await well(input, init);
    if (/groupBy=countries/.test(String(input))) return Response.json([]);
    if (!/referrals\?/.test(String(input))) return answer;
    const body = (await answer.json()) as Bootstrap;
    const timeseries = body.timeseries!.map((point) => ({ ...point, clicks: 0, leads: 0, sales: 0 }));
    return Response.json({
      ...body,
      stats: { ...body.stats!, clicks: 0 },
      timeseries,
      ...change({ ...body, timeseries }),
    });
  };
}

test("earnings without a click are drawn, and no card calls the range empty", async () => {
  showDashboard({ fetch: withoutClicks(() => ({})) });
  expect(await screen.findByRole("slider", { name: "Earnings" })).toBeVisible();
  expect(await screen.findByText("No clicks yet.")).toBeVisible();
  expect(screen.queryByText(/^Nothing in this range/)).toBeNull();
});

test("nothing in this range is told as such to a partner who has earned before", async () => {
  const quiet = ({ timeseries }: Bootstrap): Partial<Bootstrap> => ({
    timeseries: timeseries!.map((point) => ({ ...point, earnings: 0 })),
    stats: { clicks: 0, uniqueClicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 },
  });
  showDashboard({ fetch: withoutClicks(quiet) });
  expect(await screen.findByText("Nothing in this range. Try a longer one.")).toBeVisible();
  expect(screen.queryByText(/^No activity yet/)).toBeNull();
});

test("the chart's table holds every bucket of the answer (DES-C6)", async () => {
  const { ask, user } = showDashboard();
  const { timeseries } = await ask();
  await user.click(await screen.findByRole("button", { name: "Show as table" }));
  const rows = within(await screen.findByRole("table", { name: "Clicks, Last 30 days" }))
    .getAllByRole("row")
    .slice(1);
  expect(rows.map((row) => within(row).getAllByRole("cell")[1]!.textContent)).toEqual(
    timeseries!.map(({ clicks }) => expect.stringContaining(count(clicks))),
  );
  await user.click(screen.getByRole("button", { name: "Show as chart" }));
});

test("a tile puts its series into the chart", async () => {
  const { user } = showDashboard();
  await user.click(await screen.findByRole("radio", { name: /^Earnings/ }));
  expect(await screen.findByRole("slider", { name: "Earnings" })).toBeVisible();
});

test("another range reads again, tells the host, and keeps the rest of the screen", async () => {
  const { user, events, requests } = showDashboard();
  await user.selectOptions(await screen.findByRole("combobox", { name: "Range" }), "7d");
  expect(events).toContainEqual({ type: "range.changed", interval: "7d" });
  expect(screen.getByRole("group", { name: "Next payout" })).toBeVisible();
  expect(requests.some((request) => request.startsWith("GET ?interval=7d"))).toBe(true);
});

test("copying hands out what is shown and tells the host once, by id only", async () => {
  const { user, events, ask } = showDashboard();
  const link = (await ask()).links![0]!;
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(link.shareUrl);
  expect(await screen.findByText("Copied", { selector: ".rf-vh" })).toBeInTheDocument();
  expect(events.filter(({ type }) => type === "link.copied")).toEqual([
    { type: "link.copied", link: { id: link.id, shortLink: link.shortLink } },
  ]);
});

test("one control shows the link as an address, and chooses which is shown and copied", async () => {
  const { user, ask } = showDashboard();
  const second = (await ask()).links![1]!;
  const choice = await screen.findByRole("combobox", { name: "Your link" });
  expect(choice.parentElement).toHaveTextContent(/^go\.northlight\.example\/ada/);
  await user.selectOptions(choice, "go.northlight.example/ada-newsletter");
  expect(document.querySelector(".rf-link-value .rf-link-ending")).toHaveTextContent("ada-newsletter");
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(second.shareUrl);
  expect(screen.queryByRole("textbox", { name: "Your link" })).toBeNull();
});

test("a single link stands there without a choice", async () => {
  showDashboard({ override: { linkCount: 1 } });
  expect(await screen.findByText("ada", { selector: ".rf-link-ending" })).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Your link" })).toBeNull();
});

test("the discount code of the link stands beside it and is copied", async () => {
  const { user, events, ask } = showDashboard();
  const [{ discountCode, id }] = (await ask()).links as [EmbedLink];
  await user.click(await screen.findByRole("button", { name: `Copy code ${discountCode}` }));
  expect(await navigator.clipboard.readText()).toBe(discountCode);
  expect(events).toContainEqual({ type: "code.copied", link: expect.objectContaining({ id }) });
  await user.selectOptions(screen.getByRole("combobox", { name: "Your link" }), "go.northlight.example/ada-newsletter");
  expect(screen.queryByRole("button", { name: /Copy code/ })).toBeNull();
});

describe("without a share sheet of the device", () => {
  test("Share opens the message, the usual places and the QR code", async () => {
    const { user, events, ask } = showDashboard();
    const [{ shareUrl, id, shortLink }] = (await ask()).links as [EmbedLink];
    await user.click(await screen.findByRole("button", { name: "Share" }));
    const dialog = await screen.findByRole("dialog", { name: "Share" });
    const message = within(dialog).getByLabelText("Message");
    const text = `Have a look at Northlight. With my link, or with the code ADA20, you get 20% off for 3 months: ${shareUrl}`;
    expect(message).toHaveValue(text);
    const names = ["E-mail", "WhatsApp", "X", "LinkedIn", "Facebook", "Telegram"];
    const targets = within(dialog).getAllByRole("link");
    expect(targets.map((target) => target.firstChild?.textContent)).toEqual(names);
    for (const target of targets) expect(target).toHaveAttribute("rel", "noopener noreferrer");
    await user.type(message, " Bye");
    expect(within(dialog).getByRole("link", { name: /^WhatsApp/ })).toHaveAttribute(
      "href",
      `https://wa.me/?text=${encodeURIComponent(`${text} Bye`)}`,
    );
    await user.click(within(dialog).getByRole("link", { name: /^Telegram/ }));
    expect(events).toContainEqual({ type: "link.shared", via: "telegram", link: { id, shortLink } });
    expect(await within(dialog).findByRole("img", { name: `QR code for ${shareUrl}?qr=1` })).toBeVisible();
  });
});

describe("with a share sheet of the device", () => {
  const shared: ShareData[] = [];
  beforeEach(() => {
    const share = async (data: ShareData): Promise<void> => void shared.push(data);
    Object.assign(navigator, { canShare: () => true, share });
  });
  afterEach(() => {
    shared.length = 0;
    for (const name of ["canShare", "share"]) Reflect.deleteProperty(navigator, name);
  });

  test("Share opens it at once, with the words and the address apart; the QR code has a button of its own", async () => {
    const { user, events, ask } = showDashboard();
    const [{ shareUrl }] = (await ask()).links as [EmbedLink];
    await user.click(await screen.findByRole("button", { name: "Share" }));
    const text = "Have a look at Northlight. With my link, or with the code ADA20, you get 20% off for 3 months";
    expect(shared).toEqual([{ title: "Northlight", text, url: shareUrl }]);
    expect(events).toContainEqual(expect.objectContaining({ type: "link.shared", via: "share" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: "QR code" }));
    const dialog = await screen.findByRole("dialog", { name: "Share" });
    expect(within(dialog).queryByRole("link")).toBeNull();
    await user.clear(within(dialog).getByLabelText("Message"));
    await user.type(within(dialog).getByLabelText("Message"), "Hello");
    await user.click(within(dialog).getByRole("button", { name: "Share with an app" }));
    expect(shared[1]).toEqual({ title: "Northlight", text: "Hello" });
  });
});

test("a new partner has first steps that tick themselves in place of empty charts", async () => {
  const { user } = showDashboard({ variant: "empty", override: { payoutMethod: null } });
  const steps = within(await screen.findByRole("group", { name: "Your first steps" }));
  const texts = (): (string | null)[] => steps.getAllByRole("listitem").map(({ textContent }) => textContent);
  // All four from the start: one that came with a later answer would push down those after it.
  expect(texts()).toEqual(["Share your link", "First click", "Payout details", "First sale"]);
  await steps.findByRole("button", { name: "Set up payouts" });
  expect(texts()).toEqual(["Share your link", "First click", "Payout detailsSet up payouts", "First sale"]);
  expect(screen.queryByRole("group", { name: "Performance" })).toBeNull();
  expect(screen.queryByRole("combobox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await steps.findByText("Done", { exact: false })).toBeInTheDocument();
  expect(texts()[0]).toBe("Share your link Done");
  await user.click(steps.getByRole("button", { name: "Set up payouts" }));
  expect(await screen.findByRole("tabpanel", { name: "Settings" })).toHaveFocus();
});

test("clicks without a sale leave the first steps above the chart; a sale ends them", async () => {
  const { unmount } = showDashboard({ override: { clickCount: 300, leadRate: 0 } });
  const steps = within(await screen.findByRole("group", { name: "Your first steps" }));
  expect(await steps.findByText("First click")).toHaveTextContent("First click Done");
  expect(await screen.findByRole("group", { name: "Performance" })).toBeVisible();
  unmount();
  showDashboard();
  await screen.findByRole("group", { name: "Performance" });
  expect(screen.queryByRole("group", { name: "Your first steps" })).toBeNull();
});

test("countries fail in their card, the rest stays; a retry asks again (EMB-S2)", async () => {
  const { errors, user, requests } = showDashboard({
    override: { failure: { calls: ["GET /analytics"], with: "internal_server_error" } },
  });
  const card = await screen.findByRole("group", { name: "Countries" });
  expect(await within(card).findByRole("alert")).toHaveTextContent("Could not load countries.");
  expect(screen.getByRole("group", { name: "Next payout" })).toBeVisible();
  await waitFor(() => expect(errors).toContainEqual(expect.objectContaining({ scope: "panel", section: "countries" })));
  const before = requests.length;
  await user.click(within(card).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(requests.length).toBeGreaterThan(before));
});

test("a failed read is told within 2 s and goes on being tried until it answers", async () => {
  vi.useFakeTimers();
  try {
    let fails = true;
    const asked: string[] = [];
    const [works, broken] = [
      createDemoFetch(),
      createDemoFetch({ override: { failure: { calls: ["GET /analytics"], with: "internal_server_error" } } }),
    ];
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (String(input).includes("/analytics")) asked.push(String(input));
      return (fails ? broken : works)(input, init);
    };
    // Without the short retries of the other tests.
    showDashboard({}, { environment: { fetch } });
    while (asked.length === 0) await act(() => vi.advanceTimersByTimeAsync(1));
    const first = asked.length;
    const card = within(screen.getByRole("group", { name: "Countries" }));
    expect(card.queryByRole("alert")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(card.getByRole("alert")).toHaveTextContent("Could not load countries.");
    expect(asked.length).toBeGreaterThan(first);
    const told = asked.length;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked.length).toBeGreaterThan(told + 3);
    fails = false;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(card.queryByRole("alert")).toBeNull();
    expect(card.getByText("United States")).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test("a figure the program hides is absent, not zero", async () => {
  showDashboard({ override: { hidden: ["earnings", "payouts", "live"] } });
  expect(await screen.findByRole("radio", { name: /^Revenue/ })).toBeInTheDocument();
  expect(screen.queryByRole("group", { name: "Next payout" })).toBeNull();
  expect(screen.queryByRole("radio", { name: /^Earnings/ })).toBeNull();
});

test("where the program hides payouts, no card tells of one", async () => {
  showDashboard({ override: { hidden: ["payouts", "live"] } });
  expect(await screen.findByRole("radio", { name: /^Earnings/ })).toBeInTheDocument();
  expect(screen.queryByRole("group", { name: "Next payout" })).toBeNull();
  expect(screen.queryByText(/Next payout|Minimum payout|Holding period/)).toBeNull();
});

test("what waits in a card is replaced by what comes: kept and filled, it would move", async () => {
  const demo = createDemoFetch();
  let answer!: () => void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input).includes("groupBy=countries")) await held;
    return demo(input, init);
  };
  showDashboard({ fetch });
  const card = await screen.findByRole("group", { name: "Countries" });
  const box = card.querySelector(".rf-five-bars")!.firstElementChild!;
  expect(box.querySelector(".rf-skeleton")).not.toBeNull();
  answer();
  await waitFor(() => expect(card.querySelector(".rf-skeleton")).toBeNull());
  expect(box.isConnected).toBe(false);
});
