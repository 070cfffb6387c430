/**
 * npm run bench [name ...]: side-by-side benchmarks in bench/, each printing ratios to its peer's floor in the same run.
 * Bundled first, so that they measure the code as it ships and not a transformer.
 */
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(join(root, "bench")).filter((name) => name.endsWith(".ts"));
/** Programs a benchmark starts by itself. */
const servers = /-server\.ts$|^load\.ts$/;
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : sources.filter((name) => !servers.test(name)).map((name) => name.slice(0, -3));

mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache/bench-"));
try {
  await build({
    entryPoints: sources.map((name) => join(root, "bench", name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "referrals-embed/contract": join(root, "src/contract/index.ts") },
    logLevel: "error",
  });
  copyFileSync(join(root, "service/src/store/embedded/worker.js"), join(folder, "worker.js"));
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [join(folder, `${name}.mjs`)], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
