import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { onEachEngine } from "./stage/engines.ts";
import { report } from "./stage/report.ts";

/** What a service without work holds, after it has started on an empty store for the second time. Linux only. */
const IDLE_MS = 15_000;
const most: Record<string, number> = { embedded: 340, PostgreSQL: 130 };

/** The resident memory of a process, in MB, with what the kernel has swapped out because it was idle. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kB = [/VmRSS:\s+(\d+)/, /VmSwap:\s+(\d+)/].map((line) => Number(line.exec(status)?.[1] ?? 0));
  return kB.reduce((sum, one) => sum + one, 0) / 1024;
}

/** The same of PGlite alone on a copy of the directory: what the embedded store could take at least. */
async function ofPgliteAlone(dataDir: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "referrals-bench-"));
  cpSync(join(dataDir, "pgdata"), folder, { recursive: true });
  const child = fork(new URL("./pglite-alone.mjs", import.meta.url), [folder]);
  await once(child, "message");
  await setTimeout(IDLE_MS);
  const memory = memoryOf(child.pid ?? 0);
  child.kill();
  await once(child, "exit");
  rmSync(folder, { recursive: true });
  return memory;
}

await onEachEngine(async ({ name: engine, openStore }) => {
  const opened = await openStore();
  await (await opened.serve()).stop();
  const service = await opened.serve();
  await setTimeout(IDLE_MS);
  const value = memoryOf(service.pid);
  await service.stop();
  console.log(`${engine}: ${value.toFixed(0)} MB`);
  report({ row: "idle memory, empty store", engine, value, unit: "MB", most: most[engine] ?? 0 });
  if (engine === "embedded") {
    const alone = await ofPgliteAlone(opened.dataDir);
    console.log(`PGlite alone: ${alone.toFixed(0)} MB`);
    report({ row: "idle memory over PGlite alone", engine, value: value / alone, unit: "×", most: 1.1 });
  }
  await opened.close();
});
