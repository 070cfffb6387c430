import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

const running = new Set<ChildProcess>();

subscribe("child_process", (message) => {
  const { process: child } = message as { process: ChildProcess };
  running.add(child);
  child.once("exit", () => running.delete(child));
});
process.once("exit", endChildren);

/** Kills what this worker's tests started and did not end, with the process groups it leads. */
export function endChildren(): void {
  // esbuild's helper serves the worker's next file too.
  const left = [...running].filter(({ spawnfile }) => !spawnfile?.includes("esbuild"));
  for (const { pid } of left) if (pid !== undefined) [-pid, pid].forEach(kill);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, or leads no group.
  }
}
