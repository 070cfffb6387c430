import { array, assert, double, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { barShare } from "../../../src/dashboard/charts/BarList.tsx";
import { chartKey } from "../../../src/dashboard/charts/LineChart.tsx";
import {
  chartLayout,
  spreadLabels,
  type LayoutInput,
  labelEvery,
  niceTicks,
} from "../../../src/dashboard/charts/chart-layout.ts";
import { areaUnder, curveThrough, runsOf } from "../../../src/dashboard/charts/line-path.ts";

describe("niceTicks (DES-C2)", () => {
  it.each([
    [10, [0, 2.5, 5, 7.5, 10]],
    [11, [0, 5, 10, 15]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [283, [0, 100, 200, 300]],
    [0, [0, 0.25, 0.5, 0.75, 1]],
  ])("covers %d with %j", (max, ticks) => expect(niceTicks(max, false)).toEqual(ticks));

  it("puts no line between whole numbers when only those exist", () => {
    expect(niceTicks(1, true)).toEqual([0, 1]);
    expect(niceTicks(3, true)).toEqual([0, 1, 2, 3]);
    expect(niceTicks(10, true)).toEqual([0, 5, 10]);
  });

  it("begins at zero, covers the maximum, and draws four or five even lines", () => {
    assert(
      property(double({ min: 0.001, max: 1e12, noNaN: true }), (max) => {
        const ticks = niceTicks(max, false);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect([4, 5]).toContain(ticks.length);
      }),
    );
  });

  it("gives each label 88 px (DES-C3)", () => {
    expect(labelEvery(30, 700)).toBe(5);
    expect(labelEvery(5, 700)).toBe(1);
    expect(labelEvery(400, 20)).toBe(400);
  });
});

describe("curveThrough (DES-C2)", () => {
  const coordinates = (path: string): number[][] =>
    [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

  it("never leaves the band between a point and its neighbour, so never dips below zero", () => {
    assert(
      property(array(integer({ min: 0, max: 1_000 }), { minLength: 2, maxLength: 40 }), (heights) => {
        const points = heights.map((y, i) => ({ x: i * 10, y }));
        curveThrough(points)
          .slice(1)
          .forEach((curve, i) => {
            const [from, to] = [heights[i] ?? 0, heights[i + 1] ?? 0];
            for (const [, y = 0] of coordinates(curve)) {
              expect(y).toBeGreaterThanOrEqual(Math.min(from, to) - 0.02);
              expect(y).toBeLessThanOrEqual(Math.max(from, to) + 0.02);
            }
          });
      }),
    );
  });

  it("passes through every point", () => {
    const path = curveThrough([
      { x: 0, y: 5 },
      { x: 10, y: 0 },
      { x: 20, y: 9 },
    ]);
    expect(path.map((part) => coordinates(part).at(-1))).toEqual([
      [0, 5],
      [10, 0],
      [20, 9],
    ]);
  });

  it("keeps gaps as gaps and draws no area under a single point", () => {
    expect(runsOf([1, 2, null, 3, null, null])).toEqual([[1, 2], [3]]);
    expect(runsOf([null])).toEqual([]);
    expect(areaUnder([{ x: 1, y: 1 }], 10)).toBe("");
  });
});

describe("chartKey (DES-C5)", () => {
  it("moves by one, by seven and to the ends, and stops there", () => {
    expect(chartKey("ArrowRight", 3, 30, false)).toBe(4);
    expect(chartKey("ArrowLeft", 0, 30, false)).toBe(0);
    expect(chartKey("PageUp", 3, 30, false)).toBe(10);
    expect(chartKey("PageDown", 3, 30, false)).toBe(0);
    expect(chartKey("Home", 3, 30, false)).toBe(0);
    expect(chartKey("End", 3, 30, false)).toBe(29);
    expect(chartKey("x", 3, 30, false)).toBeUndefined();
  });

  it("swaps the arrows in RTL", () => {
    expect(chartKey("ArrowRight", 3, 30, true)).toBe(2);
    expect(chartKey("ArrowLeft", 3, 30, true)).toBe(4);
  });
});

describe("chartLayout", () => {
  const input = (change: Partial<LayoutInput> = {}): LayoutInput => ({
    width: 600,
    height: 240,
    rtl: false,
    scale: 1,
    buckets: ["a", "b", "c"].map((label) => ({ label, tick: label })),
    series: [{ id: "x", label: "X", tone: 1, values: [0, null, 100], format: String }],
    ...change,
  });

  it("mirrors time in RTL", () => {
    const [ltr, rtl] = [chartLayout(input()), chartLayout(input({ rtl: true }))];
    expect(ltr.xOf(0)).toBeLessThan(ltr.xOf(2));
    expect(rtl.xOf(0)).toBe(600 - ltr.xOf(0));
  });

  it("stands zero on the floor, and a gap nowhere", () => {
    const { points, floor } = chartLayout(input());
    expect(points[0]?.points.map((point) => point?.y)).toEqual([floor, undefined, 10]);
  });

  it("gives each unit its own scale", () => {
    const money = { id: "y", label: "Y", tone: 4 as const, values: [0, 0, 90_000], format: String, unit: "money" };
    const { points } = chartLayout(input({ series: [...input().series, money] }));
    const tops = points.map((line) => line.points[2]?.y ?? 999);
    expect(tops.every((y) => y < 60)).toBe(true);
  });

  it("stands a single bucket in the middle and bears none", () => {
    const one = chartLayout(input({ buckets: [{ label: "a", tick: "a" }] }));
    expect(one.xOf(0)).toBeGreaterThan(200);
    expect(chartLayout(input({ buckets: [] })).labels).toEqual([]);
  });
});

describe("spreadLabels (DES-C8)", () => {
  it("keeps the gap and the order from the floor up", () => {
    expect(spreadLabels([100, 102, 40], 16, 200)).toEqual([86, 102, 40]);
    expect(spreadLabels([200, 200, 200], 16, 200)).toEqual([200, 184, 168]);
  });
});

describe("barShare (DES-C9)", () => {
  it("draws against the largest and never below zero", () => {
    expect([barShare(50, 200), barShare(-3, 10), barShare(1, 3), barShare(0, 0)]).toEqual([25, 0, 33.3, 0]);
  });
});
