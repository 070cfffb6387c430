import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const module = fileURLToPath(new URL("../scripts/test/run-steps.mjs", import.meta.url));
const { runSteps } = (await import(module)) as { runSteps(steps: object[], options: object): Promise<void> };

interface Outcome {
  step: { name: string };
  code: number;
}

let folder: string;
let printed: string;
let outcomes: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "referrals-steps-"));
  printed = "";
  outcomes = [];
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const step = (name: string, code: string, more: object = {}) => ({
  name,
  program: process.execPath,
  args: ["-e", code],
  ...more,
});

const run = (steps: object[], options: object = {}): Promise<void> =>
  runSteps(steps, {
    lanes: 2,
    cwd: folder,
    print: (text: string) => void (printed += text),
    onEnd: ({ step, code }: Outcome) => {
      outcomes.push(`${step.name} ${code}`);
      return `${step.name} ended\n`;
    },
    ...options,
  });

/** Starts two processes that would live for minutes, one of them in a group of its own, and writes their numbers to `pids`. */
const startSleepers = `
  const { spawn } = require("node:child_process");
  const sleep = (detached) => spawn(process.execPath, ["-e", "setTimeout(() => {}, 300_000)"], { detached, stdio: "inherit" });
  const sleepers = [sleep(false), sleep(true)];
  require("node:fs").writeFileSync("pids.new", sleepers.map(({ pid }) => pid).join());
  require("node:fs").renameSync("pids.new", "pids");`;
const sleepers = (): number[] => readFileSync(join(folder, "pids"), "utf8").split(",").map(Number);

const lives = (pid: number): boolean => {
  try {
    // A zombie waits for nobody's sake.
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("the steps of a test run", () => {
  it("run beside each other, each after what it needs, and print one after another in the order given", async () => {
    const talk = (name: string): string =>
      `let n = 0; const t = setInterval(() => { console.log("${name}", n); if (++n === 3) clearInterval(t); }, 20)`;
    const first = step("first", talk("first"));
    const second = step("second", talk("second"));
    const third = step("third", `console.log(require("node:fs").readdirSync("."))`, { after: [first, second] });
    await run([first, second, third]);
    const lines = (name: string): string =>
      `\n── ${name}\n${[0, 1, 2].map((n) => `${name} ${n}\n`).join("")}${name} ended\n`;
    expect(printed).toBe(`${lines("first")}${lines("second")}\n── third\n[]\nthird ended\n`);
    expect(outcomes.at(-1)).toBe("third 0");
  });

  it("go on after one that fails or is no program", async () => {
    const none = { name: "none", program: join(folder, "none"), args: [] };
    await run([step("red", "process.exit(3)"), none, step("green", "")]);
    expect(outcomes.toSorted()).toEqual(["green 0", "none 1", "red 3"]);
    expect(printed).toContain("ENOENT");
  });
});

describe.runIf(process.platform === "linux")("what a step started ends with it (T25)", () => {
  it("when the step fails", async () => {
    await run([step("red", `${startSleepers} process.exit(1)`)]);
    expect(sleepers().map(lives)).toEqual([false, false]);
    expect(outcomes).toEqual(["red 1"]);
    expect(printed).toContain("It left processes behind, which were ended: ");
  });

  it("when the step takes too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const ended = run([step("slow", startSleepers)], { limitMs: 3_000 });
    // The limit is not to come before there is something to end, however long that takes here.
    await expect.poll(() => existsSync(join(folder, "pids"))).toBe(true);
    vi.advanceTimersByTime(3_000);
    await ended;
    expect(sleepers().map(lives)).toEqual([false, false]);
    expect(outcomes).toEqual(["slow 1"]);
    expect(printed).toContain("It took longer than 3 s and was ended.");
  });

  it.each(["SIGINT", "SIGTERM"] as const)("when the run is ended by %s", async (signal) => {
    const program = `
      import { runSteps } from ${JSON.stringify(module)};
      await runSteps([${JSON.stringify(step("slow", startSleepers))}], { lanes: 1, cwd: ${JSON.stringify(folder)} });`;
    const runner = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
    const exit = once(runner, "exit");
    await expect.poll(() => existsSync(join(folder, "pids"))).toBe(true);
    runner.kill(signal);
    expect(await exit).toEqual([130, null]);
    expect(sleepers().map(lives)).toEqual([false, false]);
  });
});
