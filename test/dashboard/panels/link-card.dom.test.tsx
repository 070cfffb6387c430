import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Bootstrap } from "../../../src/contract/records.ts";
import { createDemoFetch } from "../../../src/demo/create-demo-fetch.ts";
import { showDashboard } from "../show-dashboard.tsx";

test("the card has the offer, the link and what was earned, and nothing else of the dashboard", async () => {
  const { ask } = showDashboard({}, { data: "card" });
  const { earnings, rewards } = await ask();
  expect(await screen.findByRole("heading")).toHaveTextContent(`Earn ${rewards[0]!.amount}%`);
  const earned = new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(earnings!.earned / 100);
  expect(document.querySelector(".rf-link-figure")).toHaveTextContent(`Earned ${earned}`);
  expect(screen.getByRole("button", { name: "Copy link" })).toBeVisible();
  expect(screen.getByRole("group", { name: "Your link" })).toBeVisible();
  expect(screen.queryByRole("tablist")).toBeNull();
});

test("the card counts clicks where the program hides earnings", async () => {
  const { ask } = showDashboard({ override: { hidden: ["earnings", "live"] } }, { data: "card" });
  const { stats } = await ask();
  const clicks = new Intl.NumberFormat("en").format(stats!.clicks);
  await screen.findByRole("button", { name: "Copy link" });
  expect(document.querySelector(".rf-link-figure")).toHaveTextContent(`Clicks ${clicks}`);
});

test("a closed account's card offers nothing to share", async () => {
  showDashboard({ variant: "deactivated" }, { data: "card" });
  await screen.findByText("Your account is closed");
  expect(document.querySelector(".rf-link-figure")).toHaveTextContent(/^Earned/);
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
});

test("money on hold that nobody can value yet stands beside what was earned, with its reason (C28)", async () => {
  const well = createDemoFetch();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = (await (await well(input, init)).json()) as Bootstrap;
    return Response.json({
      ...body,
      earnings: { ...body.earnings, held: 0, onHold: [{ reason: "fx_unknown", amount: null }] },
    });
  };
  showDashboard({ fetch }, { data: "card" });
  expect((await screen.findByText("On hold")).parentElement).toHaveTextContent("On hold–, known once there is a rate");
});
