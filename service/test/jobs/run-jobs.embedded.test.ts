import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { runJobs, type Job } from "../../src/jobs/run-jobs.ts";

it("any number of jobs pause without a warning of Node, and end at once", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  const job = (name: string): Job => ({ name, pauseMs: 60_000, run: async () => 0 });
  const stop = runJobs(
    Array.from({ length: 30 }, (_, index) => job(`job ${index}`)),
    () => {},
  );
  await setImmediate();
  await setImmediate();
  await stop();
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
