import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect } from "vitest";

declare global {
  /** Whether a mutant is the one that is alive. */
  var isMutant: (name: string) => boolean;
  /** What files of tests noticed that ran before in this program. */
  var noticedMutants: Set<string> | undefined;
  // Vitest's own: it is set before a file's setup.
  var __vitest_worker__: { filepath?: string };
}

/** The file of tests is asked for once with each mutant, which its address names. */
const alive = new URLSearchParams(globalThis.__vitest_worker__.filepath?.split("?")[1]).get("mutant") ?? "";
const noticed = (globalThis.noticedMutants ??= new Set());
if (noticed.has(alive)) throw new Error("noticed by another file");

const asked = new Set<string>();
globalThis.isMutant = (name) => {
  asked.add(name);
  return name === alive;
};

// One failed test is enough: others may wait long for what never comes.
let isNoticed = false;
beforeEach(({ skip }) => skip(isNoticed));
afterEach(({ task }) => {
  if (alive === "" || task.result?.state !== "fail") return;
  isNoticed = true;
  if (alive !== "none") noticed.add(alive);
});

const begun = performance.now();
const reached = process.env["MUTANTS_REACHED"];
// Each file of tests tells which mutants it reaches and how long it takes.
if (reached !== undefined)
  afterAll(() => {
    const test = expect.getState().testPath;
    const told = { test, ms: performance.now() - begun, mutants: [...asked] };
    writeFileSync(join(reached, `${randomUUID()}.json`), JSON.stringify(told));
  });
