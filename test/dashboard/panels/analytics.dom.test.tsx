import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Bootstrap } from "../../../src/contract/records.ts";
import { createDemoFetch } from "../../demo/fixed-day.ts";
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

test("money and counts never share a chart", async () => {
  const { user } = showDashboard({}, { data: "analytics" });
  await user.click(await screen.findByRole("checkbox", { name: /^Leads/ }));
  await user.click(screen.getByRole("checkbox", { name: /^Earnings/ }));
  expect(screen.getByRole("slider", { name: "Earnings" })).toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: /^Sales/ }));
  expect(screen.getByRole("slider", { name: "Sales" })).toBeInTheDocument();
});

test("what is chosen is what every breakdown shows: earnings too (C27)", async () => {
  const { user, requests } = showDashboard({}, { data: "analytics" });
  await user.click(await screen.findByRole("checkbox", { name: /^Earnings/ }));
  await waitFor(() =>
    expect(requests.some((request) => request.includes("event=earnings&groupBy=devices"))).toBe(true),
  );
  const devices = await screen.findByRole("group", { name: "Devices" });
  await waitFor(() => expect(within(devices).getByText("Earnings")).toBeVisible());
  expect(screen.queryByText("Revenue")).toBeNull();
  const rows = within(devices).getAllByRole("listitem");
  const sum = rows.reduce(
    (all, row) => all + Number(/\$([\d,]+\.\d\d)/.exec(row.textContent)?.[1]?.replaceAll(",", "")),
    0,
  );
  const total = /\$([\d,]+\.?\d*)/.exec(
    screen.getByRole("checkbox", { name: /^Earnings/ }).parentElement!.textContent!,
  )![1]!;
  expect(sum).toBeCloseTo(Number(total.replaceAll(",", "")), 0);
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

test("the exported days are those of the partner's zone, as is the name of the file (DES-N5)", async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const well = createDemoFetch();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await well(input, init);
    if (!/\/referrals(\?|$)/.test(String(input))) return answer;
    const first = (await answer.json()) as Bootstrap;
    return Response.json({ ...first, partner: { ...first.partner!, timezone: "Asia/Tokyo" } });
  };
  const { user, requests } = showDashboard({ fetch }, { data: "analytics" });
  await waitFor(() => expect(requests.some((request) => request.includes("timezone=Asia%2FTokyo"))).toBe(true));
  const button = await screen.findByRole("button", { name: "Export CSV" });
  await waitFor(async () => {
    await user.click(button);
    const text = await files.at(-1)?.text();
    const days = text
      ?.split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[0]);
    // The sample data end on October 30, 2026, at 21:00 in Tokyo.
    expect(days?.[0]).toBe("2026-10-01");
    expect(days?.at(-1)).toBe("2026-10-30");
  });
  expect(names.at(-1)).toBe("referrals-timeseries-2026-10-01_2026-10-30.csv");
  click.mockRestore();
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
