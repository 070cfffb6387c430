import { expect, it } from "vitest";
import { throttledLog } from "../src/log.ts";
import { testClock } from "./harness.ts";

function recorder() {
  const clock = testClock();
  const told: object[] = [];
  const log = throttledLog(
    { error: (fields, message) => void told.push({ message, ...fields, err: undefined }) },
    clock.now,
  );
  return { clock, told, fail: (message: string) => log.error({ err: new Error(message) }, "failed") };
}

it("logs each of several errors in turn once a second, with how often it was left out", () => {
  const { clock, told, fail } = recorder();
  for (let count = 0; count < 1_000; count += 1) {
    fail("disk full");
    fail(`no row of link_${count}`);
  }
  expect(told).toHaveLength(2);
  clock.advance(1_000);
  fail("disk full");
  fail("no row of link_7");
  expect(told.slice(2)).toEqual([
    { message: "failed", untold: 999 },
    { message: "failed", untold: 999 },
  ]);
});

it("logs no more than a hundred kinds a second, and again the next", () => {
  const { clock, told, fail } = recorder();
  const word = (index: number): string => String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26));
  for (let index = 0; index < 500; index += 1) fail(word(index));
  expect(told).toHaveLength(101);
  clock.advance(1_000);
  fail(word(0));
  expect(told).toHaveLength(102);
});
