import { spawn } from "node:child_process";
import { join } from "node:path";
import type { EngineName } from "./home.ts";
import type { Result } from "./kills.ts";

/** Lets every two of all that writes meet, where the short run draws some of them. */
export async function pairs(engine: EngineName): Promise<Result> {
  return { did: "all pairs of writers", found: await failures(engine, "service/test/order", { PAIRS: "all" }) };
}

/** Plays as many random stories as asked against the models written from the rules, where the short run plays a hundred. */
export async function stories(engine: EngineName, { runs, seed }: { runs: number; seed: number }): Promise<Result> {
  const env = { PROPERTY_RUNS: String(runs), PROPERTY_SEED: String(seed) };
  const found = await failures(engine, "service/test/properties", env);
  return { did: `${runs} stories of each property, seed ${seed}`, found };
}

/** What a folder of tests prints when it fails; nothing when it passes. */
function failures(engine: EngineName, folder: string, env: Record<string, string>): Promise<string[]> {
  const project = engine === "postgres" ? "postgres" : "service";
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const run = spawn(process.execPath, [vitest, "run", "--project", project, "--testTimeout=0", folder], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (text: Buffer) => (printed += text));
  return new Promise((resolve) => run.once("exit", (code) => resolve(code === 0 ? [] : [printed])));
}
