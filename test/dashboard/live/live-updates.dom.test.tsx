import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { StreamEvent } from "../../../src/contract/embed-data.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

/** A stream the test speaks through, in front of the embed data API in memory. */
function createLine() {
  const demo = createDemoFetch({ override: { hidden: [] } });
  const opened: Headers[] = [];
  const urls: string[] = [];
  let aborted = 0;
  let speak: ReadableStreamDefaultController<Uint8Array>;
  let serial = 0;
  let refuse: (() => Response) | undefined;
  /** Changes the answers of reads. */
  let change: (path: string, body: any) => void = () => {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname.replace("/api/embed/referrals", "");
    if (path !== "/stream") {
      const response = await demo(input, init);
      if (!response.ok || (init?.method ?? "GET") !== "GET") return response;
      const body = await response.json();
      change(path, body);
      return Response.json(body);
    }
    opened.push(new Headers(init!.headers));
    urls.push(String(input));
    if (refuse) return refuse();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        speak = controller;
        init!.signal!.addEventListener("abort", () => {
          aborted++;
          controller.error(init!.signal!.reason);
        });
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  };
  return {
    fetch,
    opened,
    urls,
    aborted: () => aborted,
    refuseWith: (answer: (() => Response) | undefined) => (refuse = answer),
    changeReads: (next: typeof change) => (change = next),
    say: (message: StreamEvent) =>
      act(async () => {
        const text = `id: ${++serial}\nevent: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`;
        const bytes = new TextEncoder().encode(text);
        // Cut in the middle, as a network may.
        speak.enqueue(bytes.slice(0, 9));
        speak.enqueue(bytes.slice(9));
      }),
    end: () => act(async () => speak.close()),
  };
}

type Line = ReturnType<typeof createLine>;

async function showLive(line: Line): Promise<Shown> {
  const shown = showDashboard({ fetch: line.fetch });
  await screen.findByRole("tab", { name: "Overview" });
  await waitFor(() => expect(line.opened).toHaveLength(1));
  return shown;
}

function become(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, "visibilityState");
});

const after = new Date(Date.parse("2026-10-30T12:00:05Z")).toISOString();

/** The figures and the row a sale brings, in reads and stream alike. */
async function sell(line: Line, shown: Shown): Promise<string> {
  const { stats, earnings, recentEarnings } = await shown.ask();
  const sale = { ...recentEarnings![0]!, id: "cm_live", earnings: 1234, createdAt: after, status: "pending" as const };
  const next = {
    stats: { ...stats!, sales: stats!.sales + 1, clicks: stats!.clicks + 2 },
    earnings: {
      ...earnings!,
      earned: earnings!.earned + 1234,
      ready: earnings!.ready + 1234,
      nextPayout: { ...earnings!.nextPayout!, amount: earnings!.nextPayout!.amount + 1234 },
    },
  };
  line.changeReads((path, body) => {
    if (path === "") Object.assign(body, next);
    if (path === "/earnings") body.data.unshift(sale);
  });
  await line.say({ event: "stats", data: next });
  await line.say({ event: "commission", data: sale });
  return shown.container.querySelector(".rf-payout .rf-payout-line")!.textContent;
}

test("api §10.4: the stream opens by fetch with the bearer; the token is not in its address", async () => {
  const line = createLine();
  await showLive(line);
  expect(line.opened[0]!.get("Authorization")).toBe("Bearer ref_embed_test");
  expect(line.opened[0]!.get("Accept")).toBe("text/event-stream");
  expect(line.urls[0]).not.toContain("ref_embed");
});

test("design §8: figures change in place, and the host hears of the earning once, by id", async () => {
  const line = createLine();
  const shown = await showLive(line);
  const card = await screen.findByRole("group", { name: "Next payout" });
  const before = card.textContent;
  await sell(line, shown);
  await waitFor(() => expect(card.textContent).not.toBe(before));
  expect(card).toBeInTheDocument();
  expect(shown.events.filter(({ type }) => type === "earning.added")).toEqual([
    { type: "earning.added", id: "cm_live" },
  ]);
  expect(shown.errors).toEqual([]);
});

test("design §8: a new row carries a dot with a word; rows that were there carry none", async () => {
  const line = createLine();
  const shown = await showLive(line);
  await shown.user.click(await screen.findByRole("tab", { name: "Earnings" }));
  const table = await screen.findByRole("table", { name: "Commissions" });
  expect(within(table).queryByText("New")).toBeNull();
  await sell(line, shown);
  await waitFor(() => expect(within(table).getAllByText("New")).toHaveLength(1));
  expect(within(table).getAllByRole("row")[1]).toContainElement(within(table).getByText("New"));
});

test("design §8: a correction of an old row is no new one", async () => {
  const line = createLine();
  const shown = await showLive(line);
  const { recentEarnings } = await shown.ask();
  await line.say({ event: "commission", data: { ...recentEarnings![1]!, status: "refunded" } });
  expect(shown.events.filter(({ type }) => type === "earning.added")).toEqual([]);
});

test("design §8: one summary a minute at most is announced", async () => {
  const line = createLine();
  const shown = await showLive(line);
  const { stats, earnings } = await shown.ask();
  await screen.findByRole("group", { name: "Next payout" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const more = (clicks: number) =>
    line.say({ event: "stats", data: { stats: { ...stats!, clicks: stats!.clicks + clicks }, earnings } });
  await more(2);
  expect(screen.getByText("New: 2 Clicks")).toHaveAttribute("role", "status");
  await more(5);
  await more(9);
  expect(screen.getByText("New: 2 Clicks")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText("New: 7 Clicks")).toBeInTheDocument();
});

test("a snapshot that says what is known already reads nothing again", async () => {
  const line = createLine();
  const shown = await showLive(line);
  const { stats, earnings } = await shown.ask();
  await screen.findByText("Germany");
  const before = shown.requests.length;
  await line.say({ event: "stats", data: { stats: stats!, earnings } });
  expect(shown.requests.length).toBe(before);
});

test("another status is read at once", async () => {
  const line = createLine();
  const shown = await showLive(line);
  line.changeReads((path, body) => path === "" && Object.assign(body, { status: "banned", access: "none" }));
  await line.say({ event: "status", data: { status: "banned", access: "none" } });
  expect(await screen.findByRole("heading", { name: "You no longer have access" })).toBeVisible();
  expect(shown.states.at(-1)).toEqual({ name: "banned" });
});

test("it is closed while the page is hidden and goes on after its last event when it is shown again", async () => {
  const line = createLine();
  const shown = await showLive(line);
  const { stats, earnings } = await shown.ask();
  await line.say({ event: "stats", data: { stats: stats!, earnings } });
  act(() => become("hidden"));
  expect(line.aborted()).toBe(1);
  act(() => become("visible"));
  await waitFor(() => expect(line.opened).toHaveLength(2));
  expect(line.opened.map((headers) => headers.get("Last-Event-ID"))).toEqual([null, "1"]);
});

test("it is closed while the browser is offline", async () => {
  const line = createLine();
  await showLive(line);
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(line.aborted()).toBe(1);
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(line.opened).toHaveLength(2));
});

test("nothing is left after the dashboard is gone (B04)", async () => {
  const line = createLine();
  const { unmount } = await showLive(line);
  unmount();
  await waitFor(() => expect(line.aborted()).toBe(1));
  become("visible");
  window.dispatchEvent(new Event("online"));
  expect(line.opened).toHaveLength(1);
});

test("a program without live figures is not asked", async () => {
  const { requests } = showDashboard();
  await screen.findByText("Germany");
  expect(requests.filter((request) => request.includes("/stream"))).toEqual([]);
});

test("the demo answers the stream as well, with what its reads say (EMB-D1)", async () => {
  const { requests, errors, states } = showDashboard({ override: { hidden: [] } });
  await screen.findByText("Germany");
  await waitFor(() => expect(requests.filter((request) => request === "GET /stream")).toHaveLength(1));
  const before = requests.length;
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(requests.length).toBe(before);
  expect([errors, states.map(({ name }) => name)]).toEqual([[], ["ready"]]);
});
