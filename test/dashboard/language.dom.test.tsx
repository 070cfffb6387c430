import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

it("asks again for a language that did not load, and shows the dashboard once it has", async () => {
  // A page that has loaded no language yet: one that arrived is remembered for the life of the module.
  vi.resetModules();
  const { packs } = await import("../../src/locales/load-locale.ts");
  const { showDashboard } = await import("./show-dashboard.tsx");
  const replaceable = packs as Record<string, (typeof packs)[string]>;
  const { en } = packs;
  let calls = 0;
  replaceable.en = () => (++calls === 1 ? Promise.reject(new TypeError("offline")) : en!());
  try {
    showDashboard();
    expect(await screen.findByRole("tab", { name: "Earnings" })).toBeVisible();
    expect(calls).toBe(2);
  } finally {
    replaceable.en = en!;
  }
});
