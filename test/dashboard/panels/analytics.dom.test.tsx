import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { showDashboard } from "../show-dashboard.tsx";

test("shows every breakdown of the answer, and others for another metric", async () => {
  const { user, requests } = showDashboard({}, { data: "analytics" });
  for (const name of ["Countries", "Devices", "Browsers", "Referers", "Links"]) {
    expect(await screen.findByRole("group", { name })).toBeVisible();
  }
  await user.click(await screen.findByRole("checkbox", { name: /^Leads/ }));
  await waitFor(() => expect(requests.some((request) => request.includes("event=leads&groupBy=devices"))).toBe(true));
  expect(screen.getByRole("slider", { name: "Clicks, Leads" })).toBeInTheDocument();
});

test("one series always stays", async () => {
  const { user } = showDashboard({}, { data: "analytics" });
  const clicks = await screen.findByRole("checkbox", { name: /^Clicks/ });
  await user.click(clicks);
  expect(clicks).toBeChecked();
});

test("sections choose and order the cards", async () => {
  showDashboard({}, { data: "analytics", sections: ["devices"] });
  expect(await screen.findByRole("group", { name: "Devices" })).toBeVisible();
  expect(screen.queryByRole("group", { name: "Countries" })).toBeNull();
});

test("a failing breakdown leaves the others", async () => {
  showDashboard({ variant: "error" }, { data: "analytics" });
  expect(await screen.findByText("Could not load devices.")).toBeVisible();
  expect(screen.getByRole("slider", { name: "Clicks" })).toBeInTheDocument();
});

test("no activity: the empty text in plot and lists", async () => {
  showDashboard({ variant: "empty" }, { data: "analytics" });
  await waitFor(() => expect(screen.getAllByText("Nothing in this range. Try a longer one.").length).toBe(6));
});

test("the export reports its rows", async () => {
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
  const { user, events, ask } = showDashboard({}, { data: "analytics" });
  const { timeseries } = await ask();
  await user.click(await screen.findByRole("button", { name: "Export CSV" }));
  expect(events).toContainEqual({ type: "export.created", section: "timeseries", rows: timeseries!.length });
  expect(await screen.findByText(`Exported ${timeseries!.length} rows`, { selector: ".rf-vh" })).toBeInTheDocument();
});
