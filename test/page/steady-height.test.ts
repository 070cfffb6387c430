import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSteadyHeight } from "../../src/page/steady-height.ts";

let now = 0;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  now = 0;
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** Heights that grow by one, each reported at a later moment. */
const grow = (steady: (height: number, width: number) => number, count: number, stepMs: number): number[] =>
  Array.from({ length: count }, (_, i) => {
    now += stepMs;
    return steady(700 + i, 300);
  });

describe("heights on their way to the host", () => {
  it("EMB-P11: after 20 changes inside a second the largest stays, with one warning", () => {
    const steady = createSteadyHeight(() => now);
    expect(grow(steady, 20, 10)).toEqual(Array.from({ length: 20 }, (_, i) => 700 + i));
    expect(warn).not.toHaveBeenCalled();
    expect([steady(5000, 300), steady(10, 300), steady(9000, 300)]).toEqual([5000, 5000, 5000]);
    now += 60_000;
    expect(steady(10, 300)).toBe(5000);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it("EMB-P11: another width begins anew", () => {
    const steady = createSteadyHeight(() => now);
    grow(steady, 25, 10);
    expect([steady(333, 200), steady(334, 200)]).toEqual([333, 334]);
  });

  it("EMB-P11: changes that take their time are followed for ever", () => {
    const steady = createSteadyHeight(() => now);
    expect(grow(steady, 100, 60).at(-1)).toBe(799);
    expect(warn).not.toHaveBeenCalled();
  });
});
