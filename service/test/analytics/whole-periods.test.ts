import fc from "fast-check";
import { expect, it } from "vitest";
import { grains, wholePeriods } from "../../src/store/queries/analytics/whole-periods.ts";

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const run = (from: string, to: string) => ({ from: at(from), to: at(to) });

it("takes whole months, whole days around them and hours at the edges", () => {
  expect(wholePeriods([at("2025-01-30T22:00:00Z"), at("2025-04-02T03:00:00Z")])).toEqual({
    month: [run("2025-02-01T00:00:00Z", "2025-04-01T00:00:00Z")],
    day: [run("2025-01-31T00:00:00Z", "2025-02-01T00:00:00Z"), run("2025-04-01T00:00:00Z", "2025-04-02T00:00:00Z")],
    hour: [run("2025-01-30T22:00:00Z", "2025-01-31T00:00:00Z"), run("2025-04-02T00:00:00Z", "2025-04-02T03:00:00Z")],
  });
});

it("covers every hour once, by no period that lies in two buckets", () => {
  const edges = fc
    .uniqueArray(fc.integer({ min: at("2024-01-01T00:00:00Z") / HOUR, max: at("2025-06-01T00:00:00Z") / HOUR }), {
      minLength: 2,
      maxLength: 14,
    })
    .map((hours) => hours.map((hour) => hour * HOUR).sort((a, b) => a - b));
  const lengths = { hour: HOUR, day: 24 * HOUR, month: 0 };
  fc.assert(
    fc.property(edges, (edges) => {
      const runs = wholePeriods(edges);
      const all = grains.flatMap((grain) => runs[grain]).sort((a, b) => a.from - b.from);
      expect(all[0]!.from).toBe(edges[0]);
      expect(all.at(-1)!.to).toBe(edges.at(-1));
      for (const [index, { to }] of all.slice(0, -1).entries()) expect(all[index + 1]!.from).toBe(to);
      for (const grain of grains) {
        for (const { from, to } of runs[grain]) {
          for (let period = from; period < to;) {
            const date = new Date(period);
            const end =
              grain === "month" ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) : period + lengths[grain];
            expect(edges.some((edge) => edge > period && edge < end)).toBe(false);
            period = end;
          }
        }
      }
    }),
  );
});
