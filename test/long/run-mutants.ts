import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Answer, Question } from "./mutant-runner.ts";

/** How much longer than without a mutant a file of tests may take: one that never ends is noticed too. */
const patienceOf = (ms: number): number => 30_000 + 5 * ms;

/** A file of tests, how long it takes, and the mutants it is run with. */
export interface Asked {
  test: string;
  ms: number;
  mutants: string[];
}

/** A program that runs tests with mutants; ended, and begun anew, where a mutant keeps it from answering. */
export class Runner {
  #child: ChildProcess | null = null;

  constructor() {
    process.once("exit", () => this.end());
  }

  /** The mutants with which a test fails, or does not end. */
  async noticed(given: readonly Asked[]): Promise<string[]> {
    const noticed: string[] = [];
    let asked = given.filter(({ mutants }) => mutants.length > 0);
    while (asked.length > 0) {
      const { failed, unanswered } = await this.#ask(asked);
      for (const [test, mutants] of failed) {
        // A test that fails without a mutant, or only when it is run again, judges none.
        if (mutants.includes("none")) console.log(`${test} fails without a mutant, and is left out.`);
        else noticed.push(...mutants);
      }
      if (unanswered === null) break;
      noticed.push(unanswered.mutant);
      asked = after(asked, unanswered)
        .map((one) => {
          const left = one.mutants.filter((mutant) => !noticed.includes(mutant));
          return { ...one, mutants: left.some((mutant) => mutant !== "none") ? left : [] };
        })
        .filter(({ mutants }) => mutants.length > 0);
    }
    return noticed;
  }

  /** What failed, by its file of tests, and the run that did not end. */
  async #ask(asked: readonly Asked[]): Promise<{ failed: Map<string, string[]>; unanswered: Run | null }> {
    const child = (this.#child ??= this.#start());
    child.send(asked.map(({ test, mutants }) => ({ test, mutants })) satisfies Question);
    const runs = inTurn(asked);
    const failed = new Map<string, string[]>();
    const isDone = await new Promise<boolean>((resolve) => {
      const wait = (): NodeJS.Timeout => setTimeout(() => this.end(), patienceOf(runs[0]?.ms ?? 0));
      let timer = wait();
      child.once("exit", () => resolve(false));
      child.on("message", (said: Answer) => {
        clearTimeout(timer);
        if (said === "done") return resolve(true);
        const at = runs.findIndex(({ test, mutant }) => test === said.test && mutant === said.mutant);
        if (at !== -1) runs.splice(at, 1);
        if (said.failed) failed.set(said.test, [...(failed.get(said.test) ?? []), said.mutant]);
        timer = wait();
      });
    });
    child.removeAllListeners();
    if (child.exitCode !== null || child.signalCode !== null) this.#child = null;
    return { failed, unanswered: isDone ? null : (runs[0] ?? null) };
  }

  /** Ends what it started as well: tests that never end do not notice that nobody waits for them. */
  end(): void {
    const pid = this.#child?.pid;
    if (pid === undefined || this.#child?.exitCode !== null || this.#child.signalCode !== null) return;
    process.kill(-pid, "SIGKILL");
  }

  #start(): ChildProcess {
    const program = join(import.meta.dirname, "mutant-runner.mjs");
    return fork(program, { stdio: ["ignore", "ignore", "ignore", "ipc"], detached: true });
  }
}

/** One run of a file of tests. */
interface Run {
  test: string;
  ms: number;
  mutant: string;
}

/** The runs in the order of the program: those of one project before those of the other. */
function inTurn(asked: readonly Asked[]): Run[] {
  const isOfService = ({ test }: Asked): boolean => test.includes("/service/test/");
  const first = asked[0] && isOfService(asked[0]);
  const ordered = [
    ...asked.filter((one) => isOfService(one) === first),
    ...asked.filter((one) => isOfService(one) !== first),
  ];
  return ordered.flatMap(({ test, ms, mutants }) => mutants.map((mutant) => ({ test, ms, mutant })));
}

/** What is left to run after the one that did not end. */
function after(asked: readonly Asked[], { test, mutant }: Run): Asked[] {
  const runs = inTurn(asked);
  const left = runs.slice(runs.findIndex((run) => run.test === test && run.mutant === mutant) + 1);
  const tests = new Set(left.map((run) => run.test));
  return [...tests].map((one) => {
    const own = left.filter((run) => run.test === one);
    const rest = own.map((run) => run.mutant);
    return {
      test: one,
      ms: own[0]?.ms ?? 0,
      mutants: rest.includes("none") || rest.length === 0 ? rest : ["none", ...rest],
    };
  });
}
