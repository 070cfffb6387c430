import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRenewalClock } from "../../src/dashboard/renewal-clock.ts";

let now = 0;
const pass = (ms: number): void => {
  now += ms;
  vi.advanceTimersByTime(ms);
};

beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("EMB-T3: renewal starts 60 s before the end, once", () => {
  const renew = vi.fn<() => void>();
  createRenewalClock(() => now, renew).note(300_000);
  pass(239_999);
  expect(renew).not.toHaveBeenCalled();
  pass(1);
  expect(renew).toHaveBeenCalledTimes(1);
  pass(300_000);
  expect(renew).toHaveBeenCalledTimes(1);
});

test("EMB-T3: never sooner than 10 s after the last one", () => {
  const renew = vi.fn<() => void>();
  const clock = createRenewalClock(() => now, renew);
  clock.note(60_000);
  pass(0);
  expect(renew).toHaveBeenCalledTimes(1);
  clock.note(30_000);
  pass(9_999);
  expect(renew).toHaveBeenCalledTimes(1);
  pass(1);
  expect(renew).toHaveBeenCalledTimes(2);
});

test("a device that slept renews when it is looked at again", () => {
  const renew = vi.fn<() => void>();
  const clock = createRenewalClock(() => now, renew);
  clock.note(300_000);
  now += 400_000;
  clock.check();
  expect(renew).toHaveBeenCalledTimes(1);
});

test("stopped, it asks for nothing", () => {
  const renew = vi.fn<() => void>();
  const clock = createRenewalClock(() => now, renew);
  clock.note(100_000);
  clock.stop();
  pass(200_000);
  expect(renew).not.toHaveBeenCalled();
});
