import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openLeaderboard(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Leaderboard" }));
  return shown;
}

test("shows the own row exactly and marked, others without invented names", async () => {
  await openLeaderboard();
  const own = (await screen.findByText("You")).closest("tr")!;
  expect(own).toHaveTextContent(/\$[\d,]+\.\d\d/);
  expect(screen.getAllByText("Partner", { selector: "bdi" }).length).toBeGreaterThan(0);
});

test("the own name goes on and off at once", async () => {
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
