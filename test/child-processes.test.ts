import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { endChildren } from "./child-processes.ts";

it.each([false, true])(
  "ends a process that a failed test left behind (a group of its own: %s) (T25)",
  async (detached) => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 300_000)"], { detached });
    const exit = once(child, "exit");
    endChildren();
    expect(await exit).toEqual([null, "SIGKILL"]);
  },
);
