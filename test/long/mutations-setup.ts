import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

const asked = new Set<string>();
const alive = process.env["MUTANT"];

declare global {
  /** Whether a mutant is the one that is alive. */
  var isMutant: (name: string) => boolean;
}

globalThis.isMutant = (name) => {
  asked.add(name);
  return name === alive;
};

const begun = performance.now();
const reached = process.env["MUTANTS_REACHED"];
// Each file of tests tells which mutants it reaches and how long it takes.
if (reached !== undefined)
  afterAll(() => {
    const test = expect.getState().testPath;
    const told = { test, ms: performance.now() - begun, mutants: [...asked] };
    writeFileSync(join(reached, `${randomUUID()}.json`), JSON.stringify(told));
  });
