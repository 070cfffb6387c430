import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showDashboard, type Shown } from "../show-dashboard.tsx";

async function openResources(...args: Parameters<typeof showDashboard>): Promise<Shown> {
  const shown = showDashboard(...args);
  await shown.user.click(await screen.findByRole("tab", { name: "Resources" }));
  return shown;
}

test("questions, files and colours of the program", async () => {
  await openResources();
  expect(await screen.findByText("When do I get paid?")).toBeVisible();
  expect(screen.getByRole("link", { name: "Download Logo" })).toHaveAttribute("rel", "noopener noreferrer");
  expect(screen.getByText("#0b1020")).toBeVisible();
});

test("nothing to give: no tab", async () => {
  showDashboard({ override: { material: false } });
  await screen.findByRole("tab", { name: "Links" });
  expect(screen.queryByRole("tab", { name: "Resources" })).toBeNull();
});
