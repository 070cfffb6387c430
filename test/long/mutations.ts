import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "./kills.ts";
import type { Question } from "./mutant-runner.ts";
import { mutantsOf } from "./mutants.ts";

/** Where the rules are, and what providers' events come to. */
const folders = ["service/src/domain/rules", "service/src/domain/providers", "src/rules"];

/** How much longer than without a mutant a file of tests may take: one that never ends is noticed too. */
const patienceOf = (ms: number): number => 60_000 + 5 * ms;

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

/**
 * Changes one condition or constant of the rules at a time, and runs the tests that reach it, the quickest first, until one fails.
 * @returns the changes that no test noticed
 */
export async function mutations({ files, seconds, again }: Mutations): Promise<Result> {
  const all = folders.flatMap((folder) =>
    readdirSync(folder)
      .map((name) => `${folder}/${name}`)
      .filter((path) => path.endsWith(".ts") && new RegExp(files).test(path))
      .flatMap((path) => mutantsOf(readFileSync(path, "utf8")).map((mutant, n) => ({ ...mutant, path, n }))),
  );
  const reached = await reachedBy(again);
  const survivors: string[] = [];
  const queue = [...all];
  const work = async (): Promise<void> => {
    const runner = new Runner();
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { path, n, line, was, becomes } = next;
      const tests = testsOf(reached, path, `${path}:${n}`);
      const isNoticed = await runner.isNoticed(`${path}:${n}`, within(tests, seconds * 1000));
      const said = `${path}:${line}: ${was} could be ${becomes}`;
      if (!isNoticed) survivors.push(tests.length === 0 ? `${said} (no test reaches it)` : said);
      process.stdout.write(isNoticed ? "." : `\n${said}\n`);
    }
    runner.end();
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  return { did: `${all.length} mutants, ${survivors.length} survived`, found: survivors };
}

/** The tests that reach a mutant, the quickest first. What is worked out when a file is read belongs to whoever read it first: all of that file are asked. */
function testsOf(reached: readonly Reached[], path: string, mutant: string): Reached[] {
  const direct = reached.filter(({ mutants }) => mutants.includes(mutant));
  const found =
    direct.length > 0 ? direct : reached.filter(({ mutants }) => mutants.some((name) => name.startsWith(path)));
  return found.toSorted((a, b) => a.ms - b.ms);
}

/** The first of the tests, as many as end within the time; at least one. */
function within(tests: readonly Reached[], most: number): Reached[] {
  let taken = 0;
  return tests.filter(({ ms }, index) => (taken += ms) <= most || index === 0);
}

/** A program that tries mutants one after the other; ended, and begun anew, where a mutant keeps it from answering. */
class Runner {
  #child: ChildProcess | null = null;

  /** Whether one of the tests fails, or does not end, while the mutant is alive. */
  async isNoticed(mutant: string, tests: readonly Reached[]): Promise<boolean> {
    const child = (this.#child ??= this.#start());
    child.send({ mutant, tests: tests.map(({ test }) => test) } satisfies Question);
    const isNoticed = await new Promise<boolean>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      child.once("exit", () => resolve(true));
      child.on("message", (said: { trying: string } | { failed: string | null }) => {
        clearTimeout(timer);
        if ("failed" in said) return resolve(said.failed !== null);
        const { ms } = tests.find(({ test }) => test === said.trying) ?? { ms: 0 };
        timer = setTimeout(() => child.kill("SIGKILL"), patienceOf(ms));
      });
    });
    child.removeAllListeners();
    if (child.exitCode !== null || child.signalCode !== null) this.#child = null;
    return isNoticed;
  }

  end(): void {
    this.#child?.kill();
  }

  #start(): ChildProcess {
    return fork(join(import.meta.dirname, "mutant-runner.mjs"), { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  }
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
  const words = ["run", "--config", "test/long/mutations.config.ts", "--no-file-parallelism", "--silent"];
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
