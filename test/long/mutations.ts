import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "./kills.ts";
import { mutantsOf } from "./mutants.ts";

/** Where the rules are, and what providers' events come to. */
const folders = ["service/src/domain/rules", "service/src/domain/providers", "src/rules"];

/** Longest time a mutant is tried for: one that never ends is noticed too. */
const PATIENCE_MS = 180_000;

interface Reached {
  test: string;
  ms: number;
  mutants: string[];
}

/**
 * Changes one condition or constant of the rules at a time, and runs the tests that reach it, the quickest first, until one fails.
 * @param files part of the names of files to be mutated; default all
 * @returns the changes that no test noticed
 */
export async function mutations(files: string): Promise<Result> {
  const all = folders.flatMap((folder) =>
    readdirSync(folder)
      .map((name) => `${folder}/${name}`)
      .filter((path) => path.endsWith(".ts") && new RegExp(files).test(path))
      .flatMap((path) => mutantsOf(readFileSync(path, "utf8")).map((mutant, n) => ({ ...mutant, path, n }))),
  );
  const reached = await reachedBy();
  const survivors: string[] = [];
  const queue = [...all];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { path, n, line, was, becomes } = next;
      const tests = testsOf(reached, path, `${path}:${n}`);
      const isNoticed = tests.length > 0 && !(await passes({ MUTANT: `${path}:${n}` }, ["--bail=1", ...tests]));
      const said = `${path}:${line}: ${was} could be ${becomes}`;
      if (!isNoticed) survivors.push(tests.length === 0 ? `${said} (no test reaches it)` : said);
      process.stdout.write(isNoticed ? "." : `\n${said}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  return { did: `${all.length} mutants, ${survivors.length} survived`, found: survivors };
}

/** The tests that reach a mutant. What is worked out when a file is read belongs to whoever read it first: all of that file are asked. */
function testsOf(reached: readonly Reached[], path: string, mutant: string): string[] {
  const direct = reached.filter(({ mutants }) => mutants.includes(mutant));
  const found =
    direct.length > 0 ? direct : reached.filter(({ mutants }) => mutants.some((name) => name.startsWith(path)));
  return found.toSorted((a, b) => a.ms - b.ms).map(({ test }) => test);
}

/** Which mutants each file of tests reaches. */
async function reachedBy(): Promise<Reached[]> {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    if (!(await passes({ MUTANTS_REACHED: folder }, []))) throw new Error("The tests fail without any change.");
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Reached);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether tests pass; all of them, or the files that are named. */
function passes(env: Record<string, string>, words: readonly string[]): Promise<boolean> {
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const given = ["run", "--config", "test/long/mutations.config.ts", "--no-file-parallelism", "--silent", ...words];
  const run = spawn(process.execPath, [vitest, ...given], { env: { ...process.env, ...env }, stdio: "ignore" });
  const timer = setTimeout(() => run.kill("SIGKILL"), "MUTANT" in env ? PATIENCE_MS : 2 ** 31 - 1);
  return new Promise((resolve) =>
    run.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    }),
  );
}
