import { expect, test } from "vitest";
import type { Bootstrap } from "../../src/contract/records.ts";
import { referralsSections } from "../../src/contract/sections.ts";
import { panels } from "../../src/dashboard/panels/index.ts";
import { resolveSections } from "../../src/dashboard/resolve-sections.ts";
import type { DemoFetchOptions } from "../../src/demo/create-demo-fetch.ts";
import { createDemoFetch } from "../demo/fixed-day.ts";

async function bootstrap(demo: DemoFetchOptions = {}): Promise<Bootstrap> {
  const headers = { Authorization: "Bearer x" };
  const response = await createDemoFetch(demo)("https://service.test/embed/referrals", { headers });
  return (await response.json()) as Bootstrap;
}

test("everything the program offers, in the order of the tabs", async () => {
  expect(resolveSections("referrals", await bootstrap(), undefined)).toEqual([
    "overview",
    "links",
    "earnings",
    "leaderboard",
    "resources",
    "refer",
    "settings",
  ]);
});

test("every section has its panel, in the order of the tabs", () => {
  expect(panels.map(({ section }) => section)).toEqual(referralsSections);
});

test("a list chooses and orders, but never beyond what is offered", async () => {
  const offered = await bootstrap({ override: { hidden: ["leaderboard", "live"] } });
  expect(resolveSections("referrals", offered, ["links", "leaderboard", "overview"])).toEqual(["links", "overview"]);
});

test("a list that names nothing on offer is no choice, so that the embed is never blank", async () => {
  const offered = await bootstrap();
  const all = resolveSections("referrals", offered, undefined);
  expect(resolveSections("referrals", offered, ["wrong" as never])).toEqual(all);
});

test("`hide` leaves out", async () => {
  expect(resolveSections("analytics", await bootstrap(), { hide: ["links", "referers"] })).toEqual([
    "timeseries",
    "countries",
    "devices",
    "browsers",
  ]);
});
