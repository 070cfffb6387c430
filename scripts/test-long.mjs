/**
 * npm run test:long [-- part ...] [--kills N] [--inputs N] [--stories N] [--seed N] [--minutes N] [--engine embedded|postgres]
 * [--template NAME] [--rules NAME] [--seconds N] [--again]: what takes too long for CI. The built service is killed, loaded, fuzzed and cut off as a whole, over HTTP
 * and with its own command line, on both engines; `mutations` changes one condition or constant of the rules at a time and tells which
 * changes no test notices; `templates` takes each framework's starter of today through its guide.
 */
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStale } from "./build.mjs";
import { requireNode } from "./require-node.mjs";

requireNode();
await buildStale();
const root = fileURLToPath(new URL("..", import.meta.url));
mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache/long-"));
await build({
  entryPoints: [join(root, "test/long/main.ts"), join(root, "test/long/mutant-runner.ts")],
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  alias: { "referrals-embed/contract": join(root, "src/contract/index.ts") },
  logLevel: "error",
});
copyFileSync(join(root, "test/long/moved-clock.mjs"), join(folder, "moved-clock.mjs"));
const env = { ...process.env, LONG_TEST_CLI: join(root, "service/dist/cli.js") };
const run = spawn(process.execPath, [join(folder, "main.mjs"), ...process.argv.slice(2)], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => run.kill(signal));
run.once("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
