import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";

const DAY_MS = 24 * 3_600_000;

/** Starts the store's worker thread, in memory, with a clock of its own. */
async function startWorker() {
  const directory = mkdtempSync(join(tmpdir(), "referrals-clock-"));
  const clock = join(directory, "clock");
  writeFileSync(clock, "0");
  const thread = new Worker(new URL("../../src/store/embedded/worker.js", import.meta.url), {
    workerData: { dataDir: null, snapshot: null, task: "serve" },
    execArgv: ["--import", new URL("../../../test/long/moved-clock.mjs", import.meta.url).href],
    env: { ...process.env, MOVED_CLOCK: clock },
    stderr: true,
  });
  onTestFinished(async () => {
    await thread.terminate();
    rmSync(directory, { recursive: true, force: true });
  });
  let told = "";
  thread.stderr.on("data", (text: Buffer) => (told += text.toString()));
  await once(thread, "message");
  return {
    told: () => told,
    moveClock: async (ms: number): Promise<void> => {
      writeFileSync(clock, String(ms));
      // The thread looks every 50 ms.
      await sleep(500);
    },
    run: async (sql: string): Promise<void> => {
      const bytes = Buffer.from(`Q....${sql}\0`);
      bytes.writeInt32BE(bytes.length - 1, 1);
      const answered = once(thread, "message");
      thread.postMessage({ id: 1, op: "exec", bytes }, []);
      await answered;
    },
  };
}

it("the embedded store's timers stay quiet when a clock that was 40 days ahead goes back", async () => {
  const worker = await startWorker();
  await worker.moveClock(40 * DAY_MS);
  // Any of PostgreSQL's timeouts that end after the statement; of itself it has one ten seconds after most statements.
  await worker.run("set idle_session_timeout = '2s'");
  await worker.moveClock(0);
  await sleep(3_000);
  expect(worker.told()).toBe("");
  await worker.run("select 1");
});
