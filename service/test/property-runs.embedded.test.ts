import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { casesWithin, endProperties } from "./property-runs.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A property whose cases take 60 ms, and how many of them began and ended. */
const slow = () => {
  const count = { begun: 0, ended: 0 };
  const property = fc.asyncProperty(fc.nat(), async () => {
    count.begun += 1;
    await pause(60);
    count.ended += 1;
  });
  return { count, property };
};

describe("a property with a time limit", () => {
  it("begins no case after its time and awaits the one that began before", async () => {
    const { count, property } = slow();
    await fc.assert(property, casesWithin(10_000, 90));
    expect(count.begun).toBeLessThan(100);
    expect(count.ended).toBe(count.begun);
  });

  it("tries one case however short its time is", async () => {
    const { count, property } = slow();
    await fc.assert(property, casesWithin(100, 0));
    expect(count).toEqual({ begun: 1, ended: 1 });
  });

  it("fails with the case that failed, however long a smaller one is looked for", async () => {
    const failing = fc.asyncProperty(fc.integer({ min: 100 }), async () => {
      await pause(30);
      throw new Error("no number will do");
    });
    await expect(fc.assert(failing, casesWithin(100, 20))).rejects.toThrow("failed after 1 tests");
  });

  it("is never stopped within a case: no test sets fast-check's own time limits", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const files = ["service/test", "test"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file)),
    );
    const limited = files
      .filter((file) => /\.tsx?$/.test(file) && !file.includes("node_modules"))
      .filter((file) => /(interruptAfterTimeLimit|skipAllAfterTimeLimit)[:(]/.test(readFileSync(file, "utf8")));
    expect(limited).toEqual([]);
  });
});

it("a test that ran out of time leaves no property running", async () => {
  const { count, property } = slow();
  // As Vitest leaves a test behind: nobody awaits it any more.
  const abandoned = fc.assert(property, { numRuns: 100 });
  await pause(10);
  await endProperties();
  expect(count).toEqual({ begun: 1, ended: 1 });
  await pause(100);
  expect(count).toEqual({ begun: 1, ended: 1 });
  await abandoned;
});
