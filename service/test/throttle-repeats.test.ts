import { expect, it } from "vitest";
import { throttleRepeats } from "../src/log.ts";
import { testClock } from "./harness.ts";

it("logs a repeated error once a second with its count, and a new one at once", () => {
  const clock = testClock();
  const told: [string, number][] = [];
  const tell = throttleRepeats((error, untold) => told.push([(error as Error).message, untold]), {
    now: clock.now,
    pauseMs: 1000,
  });
  for (let i = 0; i < 5; i++) tell(new Error("disk full"));
  clock.advance(1000);
  tell(new Error("disk full"));
  tell(new Error("disk full"));
  tell(new Error("a record was dropped"));
  expect(told).toEqual([
    ["disk full", 0],
    ["disk full", 4],
    ["a record was dropped", 1],
  ]);
});
