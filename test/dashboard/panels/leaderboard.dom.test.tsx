import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Leaderboard, LeaderboardRow } from "../../../src/contract/records.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openLeaderboard(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Leaderboard" }));
  return shown;
}

test("shows the own row exact and marked, and others without made-up names", async () => {
  await openLeaderboard();
  const own = (await screen.findByText("You")).closest("tr")!;
  expect(own).toHaveTextContent(/\$[\d,]+\.\d\d/);
  expect(screen.getAllByText("Partner", { selector: "bdi" }).length).toBeGreaterThan(0);
});

test("shows the top three, the own row with two on each side, and the step to the next rank", async () => {
  const { read, user } = await openLeaderboard({ override: { leaderboardAmounts: "exact", clickCount: 300 } });
  const { data } = await read<Leaderboard>("/leaderboard");
  const at = data.findIndex(({ isMe }) => isMe);
  expect(at).toBeGreaterThan(6);
  const ranks = (rows: LeaderboardRow[]): string[] => rows.map(({ rank }) => String(rank));
  const shown = (): (string | null)[] =>
    screen.getAllByRole("row").flatMap((row) => within(row).queryAllByRole("cell")[0]?.lastChild?.textContent ?? []);
  await screen.findByText("You", { selector: ".rf-badge" });
  expect(shown()).toEqual(ranks([...data.slice(0, 3), ...data.slice(at - 2, at + 3)]));
  const missing = (data[at - 1]!.earnings! - data[at]!.earnings!) / 100;
  const amount = new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(missing);
  expect(screen.getByText(`${amount} more to rank ${data[at - 1]!.rank}`)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(shown()).toEqual(ranks(data));
});

test("switching the name on or off changes the leaderboard at once", async () => {
  const { user, requests } = await openLeaderboard();
  await user.click(await screen.findByRole("checkbox", { name: "Show my name" }));
  await waitFor(() => expect(requests.some((request) => request === "PATCH /profile")).toBe(true));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Show my name" }).checked).toBe(false),
  );
});

test("too few partners: the empty text, no rows", async () => {
  await openLeaderboard({ override: { leaderboardPartners: 2 } });
  expect(await screen.findByText("Not enough partners yet. It opens once five have earned.")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

test("fails in its card", async () => {
  await openLeaderboard({ variant: "error" });
  expect(await screen.findByText("Could not load the leaderboard.")).toBeVisible();
});

test("a waiting panel counts down visibly, and announces the seconds once (design §17.9)", async () => {
  const well = createDemoFetch();
  const fetch: typeof globalThis.fetch = (input, init) =>
    String(input).includes("/leaderboard")
      ? Promise.resolve(new Response("{}", { status: 429, headers: { "Retry-After": "30" } }))
      : well(input, init);
  const { user } = showDashboard({ fetch });
  await user.click(await screen.findByRole("tab", { name: "Leaderboard" }));
  const seen = await screen.findByText(/^Too many requests\. Trying again in \d+ seconds\.$/, {
    selector: "[aria-hidden]",
  });
  const said = seen.nextElementSibling!;
  expect(said).toHaveTextContent("Trying again in 30 seconds.");
  await waitFor(() => expect(seen).not.toHaveTextContent("30 seconds"));
  expect(said).toHaveTextContent("Trying again in 30 seconds.");
});
