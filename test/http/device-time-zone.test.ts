import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const zone = async (): Promise<string> => (await import("../../src/http/device-time-zone.ts")).deviceTimeZone();

it("asks Temporal where there is one", async () => {
  vi.stubGlobal("Temporal", { Now: { timeZoneId: () => "Pacific/Auckland" } });
  expect(await zone()).toBe("Pacific/Auckland");
});

it("asks a formatter in older browsers", async () => {
  vi.stubGlobal("Temporal", undefined);
  expect(await zone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});
