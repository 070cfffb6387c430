import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { useCreateReferralLink, useReferralLinks, useReferralsOverview } from "../../src/hooks/index.ts";
import { ReferralsEmbedProvider } from "../../src/index.ts";

const demo = createDemoFetch();
let asked: string[];
let failing: Response | undefined;

// What reads a refusal comes with the first; here it comes before the clock is ours.
beforeAll(() => import("../../src/http/read-problem.ts"));
beforeEach(() => {
  asked = [];
  failing = undefined;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url);
    asked.push(`${init.method ?? "GET"} ${pathname.replace("/api/embed/referrals", "")}`);
    if (pathname.endsWith("/links") && failing) return failing.clone();
    return demo(url, { ...init, headers: { Authorization: "Bearer demo" } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failure = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ error: { code: "internal_server_error", message: "Down.", doc_url: "" } }, { status, headers });
const links = (): number => asked.filter((line) => line === "GET /links").length;
const inProvider = (child: ReactElement): ReactElement => (
  <ReferralsEmbedProvider token="ref_embed_one" apiUrl={`${location.origin}/api`}>
    {child}
  </ReferralsEmbedProvider>
);

function Links(): ReactElement {
  const { status } = useReferralLinks({ limit: 2 });
  return <p>links: {status}</p>;
}

function Create(): ReactElement {
  const { mutate, status } = useCreateReferralLink();
  return <button onClick={() => mutate({ url: "https://acme.test/" } as never)}>create: {status}</button>;
}

describe("the data layer", () => {
  it("it is private: a host's own client is untouched, and none is needed (EMB-L2)", async () => {
    const host = new QueryClient();
    function Overview(): ReactElement {
      return <p>{useReferralsOverview().data?.program.name}</p>;
    }
    render(<QueryClientProvider client={host}>{inProvider(<Overview />)}</QueryClientProvider>);
    expect(await screen.findByText("Northlight")).toBeTruthy();
    expect([host.getQueryCache().getAll(), host.getMutationCache().getAll()]).toEqual([[], []]);
  });

  it("a read that fails in passing is repeated after 1, 2 and 4 s, and then no more (EMB-L3)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    failing = failure(500);
    render(inProvider(<Links />));
    const counts: number[] = [];
    for (const ms of [0, 1000, 2000, 4000, 60_000]) {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      counts.push(links());
    }
    // StrictMode reads twice at first; what counts is how often it is repeated.
    expect(counts.map((count) => count - counts[0]!)).toEqual([0, 1, 2, 3, 3]);
    expect(screen.getByText("links: error")).toBeTruthy();
  });

  it("it waits as long as the service says (EMB-L3)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    failing = failure(429, { "Retry-After": "20" });
    render(inProvider(<Links />));
    await act(() => vi.advanceTimersByTimeAsync(0));
    const first = links();
    await act(() => vi.advanceTimersByTimeAsync(19_000));
    expect(links()).toBe(first);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(links()).toBe(first + 1);
  });

  it("a write is never repeated (EMB-L3)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    failing = failure(503);
    render(inProvider(<Create />));
    act(() => screen.getByRole("button").click());
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked.filter((line) => line === "POST /links")).toHaveLength(1);
    expect(screen.getByText("create: error")).toBeTruthy();
  });
});
