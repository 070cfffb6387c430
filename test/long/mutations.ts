import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Result } from "./kills.ts";
import { Runner } from "./run-mutants.ts";
import { mutantsOf, mutatedFiles, type Mutant } from "./mutants.ts";

interface Reached {
  test: string;
  ms: number;
  mutants: string[];
}

interface Mutations {
  /** Part of the names of files to be mutated; "" for all. */
  files: string;
  /** How long tests of one mutant may take together; what no test noticed until then counts as survived. */
  seconds: number;
  /** Takes which tests reach a mutant from the run before. */
  again: boolean;
}

/** A mutant of a file, and the name that the tests know it by. */
interface Tried extends Mutant {
  id: string;
  path: string;
}

/**
 * Changes one condition or constant of the rules at a time, and runs the tests that reach it, the quickest first, until one fails.
 * @returns the changes that no test noticed
 */
export async function mutations({ files, seconds, again }: Mutations): Promise<Result> {
  const paths = mutatedFiles().filter((path) => new RegExp(files).test(path));
  const reached = await reachedBy(again);
  const survivors: string[] = [];
  let count = 0;
  const work = async (): Promise<void> => {
    const runner = new Runner();
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const of = path;
      const all = mutantsOf(readFileSync(path, "utf8")).map((one) => ({ ...one, id: `${of}:${one.name}`, path: of }));
      const found = await survivorsOf(path, all, { reached, runner, most: seconds * 1000 });
      count += all.length;
      survivors.push(...found);
      console.log(`${path}: ${all.length} mutants, ${found.length} survived`);
      for (const each of found) console.log(`  ${each}`);
    }
    runner.end();
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  return { did: `${count} mutants, ${survivors.length} survived`, found: survivors };
}

interface Means {
  reached: readonly Reached[];
  runner: Runner;
  most: number;
}

/** How many files of tests one program runs, and with how many mutants: each run leaves some memory behind. */
const testsAtOnce = 4;
const mutantsAtOnce = 40;

async function survivorsOf(path: string, all: readonly Tried[], { reached, runner, most }: Means): Promise<string[]> {
  const testsOf = new Map(all.map((mutant) => [mutant, within(testsThatReach(mutant, reached), most)]));
  const survivors = new Set(all);
  // What is worked out when the file is read is there for good: such a mutant has a program to itself.
  for (const mutant of all.filter(({ atLoad }) => atLoad)) {
    const question = (testsOf.get(mutant) ?? []).map((test) => ({ ...test, mutants: [mutant.id] }));
    const noticed = await runner.noticed(question);
    if (noticed.length > 0) survivors.delete(mutant);
  }
  const tests = [...new Set([...testsOf.values()].flat())].sort(quickAndAbout(path));
  for (let at = 0; at < tests.length; at += testsAtOnce) {
    const some = tests.slice(at, at + testsAtOnce);
    const left = [...survivors].filter(({ atLoad }) => !atLoad);
    for (let from = 0; from < left.length; from += mutantsAtOnce) {
      const tried = left.slice(from, from + mutantsAtOnce);
      const question = some.map((test) => {
        const ids = tried.filter((mutant) => testsOf.get(mutant)?.includes(test)).map(({ id }) => id);
        return { ...test, mutants: ids.length > 0 ? ["none", ...ids] : [] };
      });
      const noticed = await runner.noticed(question);
      for (const mutant of tried) if (noticed.includes(mutant.id)) survivors.delete(mutant);
    }
    console.log(
      `${path}: ${survivors.size} of ${all.length} left after ${some.map(({ test }) => basename(test)).join(", ")}`,
    );
  }
  return [...survivors].map((mutant) => {
    const said = `${mutant.path}:${mutant.line}: ${mutant.was} could be ${mutant.becomes}`;
    return testsOf.get(mutant)?.length === 0 ? `${said} (no test reaches it)` : said;
  });
}

/** The tests that reach a mutant, first those that are quick and about its file. What is worked out when a file is read belongs to whoever read it first: all of that file are asked. */
function testsThatReach({ id, path, atLoad }: Tried, reached: readonly Reached[]): Reached[] {
  const direct = reached.filter(({ mutants }) => mutants.includes(id));
  const found =
    direct.length > 0 && !atLoad
      ? direct
      : reached.filter(({ mutants }) => mutants.some((one) => one.startsWith(`${path}:`)));
  return found.toSorted(quickAndAbout(path));
}

/** Compares tests by how long they take for each part of what they reach that is of this file. */
function quickAndAbout(path: string): (one: Reached, other: Reached) => number {
  const cost = ({ ms, mutants }: Reached): number =>
    (ms * mutants.length) / mutants.filter((id) => id.startsWith(`${path}:`)).length;
  return (one, other) => cost(one) - cost(other);
}

/** The first of the tests, as many as end within the time; at least one. */
function within(tests: readonly Reached[], most: number): Reached[] {
  let taken = 0;
  return tests.filter(({ ms }, index) => (taken += ms) <= most || index === 0);
}

const cache = ".cache/mutants-reached.json";

/** Which mutants each file of tests reaches; kept, for it takes a run of all tests. Files that fail without a mutant judge none. */
async function reachedBy(again: boolean): Promise<Reached[]> {
  if (again) return JSON.parse(readFileSync(cache, "utf8")) as Reached[];
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    const failed = await failedTests(folder);
    for (const test of failed) console.log(`${test} fails without a mutant, and is left out.`);
    const reached = readdirSync(folder)
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Reached)
      .filter(({ test }) => !failed.includes(test));
    writeFileSync(cache, JSON.stringify(reached));
    return reached;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs all tests, each file telling into the folder which mutants it reaches. @returns files that failed */
async function failedTests(folder: string): Promise<string[]> {
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const report = `${folder}-report.json`;
  const words = ["run", "--config", "test/long/mutations.config.ts", "--silent"];
  const run = spawn(process.execPath, [vitest, ...words, "--reporter=json", `--outputFile=${report}`], {
    env: { ...process.env, MUTANTS_REACHED: folder },
    stdio: "ignore",
  });
  await once(run, "exit");
  const text = readFileSync(report, "utf8");
  rmSync(report);
  const { testResults } = JSON.parse(text) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
}
