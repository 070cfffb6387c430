import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Metrics } from "referrals-embed/contract";
import { queryAnalytics } from "../../src/domain/analytics/query-analytics.ts";
import { sumAddressDays } from "../../src/jobs/keep-sums.ts";
import { createTestService, type TestService } from "../harness.ts";
import { recordClicks } from "./record-events.ts";

let service: TestService;
let linkId: string;
let day = 1;

beforeAll(async () => {
  service = await createTestService();
  service.clock.set("2026-03-20T12:00:00Z");
  linkId = (await service.createPartner()).links![0]!.id;
});
beforeEach(async () => {
  day += 1;
  await recordClicks(service, [click()]);
});
afterAll(() => service.close());

const begin = () => Date.parse("2026-03-01T00:00:00Z") + day * 86_400_000;
const click = () => ({ linkId, at: new Date(begin() + 3_600_000).toISOString() });
const step = () => sumAddressDays(service.ctx());

/** Clicks of the day on its one address. */
async function clicksOfDay(): Promise<number> {
  const rows = (await queryAnalytics(service.store.reports, {
    scope: { workspaceId: service.workspaceId },
    filter: { facets: {} },
    event: "clicks",
    groupBy: "top_urls",
    edges: [begin(), begin() + 86_400_000],
  })) as Metrics[];
  return rows.reduce((sum, { clicks }) => sum + clicks, 0);
}

/** Stores another click of the day, and commits it when told to. */
async function holdClick(): Promise<() => Promise<void>> {
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let stored = Promise.resolve();
  await new Promise<void>((isWritten) => {
    stored = recordClicks(service, [click()], () => {
      isWritten();
      return mayCommit;
    });
  });
  return () => {
    commit();
    return stored;
  };
}

it("a click that is being stored when its day is opened is waited for, and summed (I34)", async () => {
  const commit = await holdClick();
  let isOver = false;
  const summed = (async () => {
    while ((await step()) > 0);
    isOver = true;
  })();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOver).toBe(false);
  await commit();
  await summed;
  expect(await clicksOfDay()).toBe(2);
});

it("a click that is stored while its day is summed has the day read from its events again (I34)", async () => {
  expect(await step()).toBe(1);
  const commit = await holdClick();
  while ((await step()) > 0);
  expect(await clicksOfDay()).toBe(1);
  await commit();
  expect(await clicksOfDay()).toBe(2);
  while ((await step()) > 0);
  expect(await clicksOfDay()).toBe(2);
});

it("replicas that sum at the same time sum everything once (I34)", async () => {
  await Promise.all(
    [1, 2, 3].map(async () => {
      for (let idle = 0; idle < 3;) idle = (await step()) > 0 ? 0 : idle + 1;
    }),
  );
  expect(await clicksOfDay()).toBe(1);
  const { rows } = await service.store.pool.query("SELECT DISTINCT state FROM address_periods");
  expect(rows).toEqual([{ state: "kept" }]);
});
