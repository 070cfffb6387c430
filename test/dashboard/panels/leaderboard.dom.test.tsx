import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createDemoFetch } from "../../../src/demo/create-demo-fetch.ts";
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
