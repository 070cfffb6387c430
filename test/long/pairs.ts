import { spawn } from "node:child_process";
import { join } from "node:path";
import type { EngineName } from "./home.ts";
import type { Result } from "./kills.ts";

/** Lets every two of all that writes meet, where the short run draws some of them. */
export function pairs(engine: EngineName): Promise<Result> {
  const project = engine === "postgres" ? "postgres" : "service";
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const run = spawn(process.execPath, [vitest, "run", "--project", project, "service/test/order"], {
    env: { ...process.env, PAIRS: "all" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (text: Buffer) => (printed += text));
  return new Promise((resolve) => {
    run.once("exit", (code) => resolve({ did: "all pairs of writers", found: code === 0 ? [] : [printed] }));
  });
}
