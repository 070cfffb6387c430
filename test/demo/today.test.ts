import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bootstrap, Earning, PayoutRow } from "../../src/contract/index.ts";
import { createDemoFetch } from "../../src/demo/index.ts";
import { localDate } from "../../src/rules/time-zone.ts";
import { createAsk } from "./embed-client.ts";

const dayMs = 86_400_000;

afterEach(() => void vi.useRealTimers());

/** Around a midnight of each zone, on the day of a payout, and on a leap day. */
const todays = ["2026-11-26T07:44:12Z", "2027-03-01T00:03:00Z", "2027-08-31T23:59:59Z", "2028-02-29T15:10:00Z"];
const zones = ["America/Los_Angeles", "Asia/Kathmandu"];

describe.each(todays.flatMap((today) => zones.map((zone) => [today, zone] as const)))(
  "a demo that is opened at %s in %s",
  (today, zone) => {
    const nowMs = Date.parse(today);
    const read = async <T>(path: string): Promise<T> => {
      vi.setSystemTime(nowMs);
      const ask = createAsk({ fetch: createDemoFetch(), baseUrl: "https://app.example.com/api", token: "demo" });
      return (await ask(path)).body as T;
    };
    const query = `?interval=30d&timezone=${encodeURIComponent(zone)}`;

    it("ends with the reader's day, and something happened on each of the days before it", async () => {
      const { timeseries, generatedAt } = await read<Bootstrap>(`GET /${query}`);
      const last = Date.parse(timeseries!.at(-1)!.start);
      expect(localDate(last, zone)).toEqual(localDate(nowMs, zone));
      expect(timeseries!.slice(-4, -1).every(({ clicks }) => clicks > 0)).toBe(true);
      expect(nowMs - Date.parse(generatedAt)).toBeLessThan(15 * 60_000);
    });

    it("grew against the month before", async () => {
      const { timeseries, previous } = await read<Bootstrap>(`GET /${query}`);
      const sum = (metric: "clicks" | "sales" | "earnings"): number =>
        timeseries!.reduce((total, point) => total + (point[metric] ?? 0), 0);
      expect(sum("clicks")).toBeGreaterThan(previous!.clicks);
      expect(sum("sales")).toBeGreaterThan(previous!.sales);
      expect(sum("earnings")).toBeGreaterThan(previous!.earnings!);
    });

    it("has earned lately, pays in the future, and says nothing of a later time", async () => {
      const { earnings, recentEarnings } = await read<Bootstrap>(`GET /${query}`);
      expect(Date.parse(earnings!.nextPayout!.date!)).toBeGreaterThan(nowMs);
      expect(Date.parse(recentEarnings![0]!.createdAt)).toBeGreaterThan(nowMs - 3 * dayMs);
      const { data } = await read<{ data: Earning[] }>("GET /earnings?limit=100");
      const payouts = (await read<{ data: PayoutRow[] }>("GET /payouts?limit=100")).data;
      const [paid] = payouts;
      expect(Date.parse(paid!.createdAt)).toBeGreaterThan(nowMs - 32 * dayMs);
      const times = [
        ...data.map(({ createdAt }) => createdAt),
        ...payouts.flatMap(({ createdAt, initiatedAt, paidAt }) => [createdAt, initiatedAt, paidAt]),
      ];
      expect(times.filter((time) => time !== null && Date.parse(time) > nowMs)).toEqual([]);
    });
  },
);

it("is one demo for all pieces of a page that open within a quarter of an hour", async () => {
  const answers = ["2026-11-26T07:45:00Z", "2026-11-26T07:59:59Z"].map((at) => {
    vi.setSystemTime(at);
    const ask = createAsk({ fetch: createDemoFetch(), baseUrl: "https://app.example.com/api", token: "demo" });
    return ask("GET /").then(({ body }) => body as Bootstrap);
  });
  const [first, second] = await Promise.all(answers);
  expect(first).toEqual(second);
});
