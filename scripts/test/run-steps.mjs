import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/**
 * A program to run: `after` are the steps that must have ended before it begins.
 * @typedef {{ name: string, program: string, args: string[], env?: Record<string, string>, after?: Step[] }} Step
 * @typedef {{ step: Step, code: number, seconds: number, printed: string }} Outcome
 */

/** A guard against a step that hangs, no measure of speed: machines are busy. */
const STEP_LIMIT_MS = 60 * 60_000;
/** How long what a step started may take to end by itself once the step has ended. */
const GRACE_MS = 2_000;
/** In the environment of whatever a step starts, so that it is found wherever it went. */
const MARK = "REFERRALS_TEST_STEP";

/**
 * Runs steps beside each other, `lanes` at a time, in the order given but for what waits for others. The output of each is printed
 * in one piece: that of the first unfinished one as it comes, that of the others when their turn has come. When a step ends, for
 * whatever reason, the processes it left behind are ended too.
 *
 * @param {Step[]} steps
 * @param {{ lanes: number, cwd: string, limitMs?: number, print?: (text: string) => void, onEnd?: (outcome: Outcome) => string }} options
 *   `onEnd` answers the last line of a step's output
 */
export async function runSteps(steps, { lanes, cwd, limitMs = STEP_LIMIT_MS, print = toStdout, onEnd = () => "" }) {
  const waiting = [...steps];
  const ended = new Set();
  const running = new Map();
  const outputs = new Map(steps.map((step) => [step, []]));
  const order = [...steps];
  const write = (step, text) => {
    if (order[0] === step) print(text);
    else outputs.get(step).push(text);
  };
  const finish = (step) => {
    ended.add(step);
    while (order.length > 0 && ended.has(order[0])) {
      order.shift();
      if (order.length > 0) print(outputs.get(order[0]).splice(0).join(""));
    }
  };
  const begin = async (step) => {
    write(step, `\n── ${step.name}\n`);
    const started = performance.now();
    const process = startStep(step, { cwd, limitMs, onText: (text) => write(step, text) });
    running.set(step, process);
    const result = await process.ended;
    running.delete(step);
    write(step, onEnd({ step, seconds: Math.round((performance.now() - started) / 1000), ...result }));
    finish(step);
  };
  const endAll = onInterrupt(() => Promise.all([...running.values()].map((process) => process.stop())));
  const busy = new Set();
  while (waiting.length + busy.size > 0) {
    const next = waiting.find(({ after = [] }) => after.every((step) => ended.has(step) || !steps.includes(step)));
    if (next && busy.size < lanes) {
      waiting.splice(waiting.indexOf(next), 1);
      const work = begin(next).finally(() => busy.delete(work));
      busy.add(work);
    } else await Promise.race(busy);
  }
  endAll();
}

/** Starts a step as the head of a process group of its own. */
function startStep({ program, args, env }, { cwd, limitMs, onText }) {
  const mark = `${process.pid}-${(started += 1)}`;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, [MARK]: mark },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let printed = "";
  const say = (text) => {
    onText(text);
    printed = (printed + text).slice(-3000);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", say);
  const limit = setTimeout(() => {
    say(`It took longer than ${Math.round(limitMs / 1000)} s and was ended.\n`);
    signal(-child.pid, "SIGKILL");
  }, limitMs);
  const exit = new Promise((resolve) => {
    child.once("error", (error) => {
      say(`${error.message}\n`);
      resolve(1);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
  // A process left behind may hold the output open, so it is ended before the output's end is awaited.
  const closed = new Promise((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  const ended = (async () => {
    const code = await exit;
    clearTimeout(limit);
    await endLeftovers(child.pid, mark, say);
    await closed;
    return { code, printed };
  })();
  const stop = async () => {
    signal(-child.pid, "SIGTERM");
    await Promise.race([exit, wait(GRACE_MS)]);
    signal(-child.pid, "SIGKILL");
    await ended;
  };
  return { ended, stop };
}

let started = 0;

/** Ends what is left of a step after a moment in which it may end by itself. */
async function endLeftovers(group, mark, say) {
  if (group === undefined) return;
  if (await areGone(group, mark)) return;
  const left = leftOf(group, mark);
  say(`It left processes behind, which were ended: ${left.map(({ words }) => words).join("; ")}\n`);
  signal(-group, "SIGKILL");
  for (const { pid } of left) signal(pid, "SIGKILL");
  await areGone(group, mark);
}

/** Whether all of a step has ended, now or within the grace. */
async function areGone(group, mark) {
  const until = performance.now() + GRACE_MS;
  while (leftOf(group, mark).length > 0) {
    if (performance.now() > until) return false;
    await wait(20);
  }
  return true;
}

/** Processes of a step's group, or with its mark in their environment; the latter are found on Linux only. */
function leftOf(group, mark) {
  if (process.platform !== "linux") return signal(-group, 0) ? [{ pid: -group, words: "its process group" }] : [];
  const own = Buffer.from(`${MARK}=${mark}\0`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [state, , processGroup] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
        const isOurs = Number(processGroup) === group || readFileSync(`/proc/${pid}/environ`).includes(own);
        if (!isOurs || state === "Z") return [];
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim().slice(0, 120);
        return [{ pid: Number(pid), words }];
      } catch {
        return []; // It ended meanwhile, or is another user's.
      }
    });
}

/** Signals a process, or with a negative number a group; false when there is none. */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Does `work` and ends with 130 when somebody interrupts the run; answers the function that takes this back. */
function onInterrupt(work) {
  const interrupted = async () => {
    await work();
    process.exit(130);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of signals) process.once(name, interrupted);
  return () => signals.forEach((name) => process.off(name, interrupted));
}

function toStdout(text) {
  process.stdout.write(text);
}
