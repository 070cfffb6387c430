import { act, screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { expect, test } from "vitest";
import { showDashboard } from "./show-dashboard.tsx";

/** Colours are computed from painted pixels elsewhere; a fragment has no page around it. */
const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };

async function violations(): Promise<string[]> {
  const { violations: found } = await act(() => axe.run(document.body, { rules }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

const tabs = ["Overview", "Links", "Earnings", "Leaderboard", "Resources", "Refer", "Settings"];

test.each(tabs)("%s has no axe violation", async (name) => {
  const { user } = showDashboard();
  await user.click(await screen.findByRole("tab", { name }));
  await waitFor(() => expect(document.querySelectorAll(".rf-panel:not([hidden]) .rf-skeleton").length).toBe(0));
  expect(await violations()).toEqual([]);
});

test("analytics has no axe violation", async () => {
  showDashboard({}, { data: "analytics" });
  await screen.findByRole("group", { name: "Links" });
  await waitFor(() => expect(document.querySelectorAll(".rf-skeleton").length).toBe(0));
  expect(await violations()).toEqual([]);
});

test("an open dialog has no axe violation", async () => {
  const { user } = showDashboard();
  await user.click(await screen.findByRole("tab", { name: "Links" }));
  await user.click(await screen.findByRole("button", { name: "New link" }));
  await screen.findByRole("dialog");
  expect(await violations()).toEqual([]);
});

test.each(["pending", "invited", "rejected", "declined", "deactivated", "banned", "blocked", "error"])(
  "demo:%s has no axe violation",
  async (variant) => {
    showDashboard({ variant });
    await screen.findAllByRole("heading");
    expect(await violations()).toEqual([]);
  },
);
