/**
 * npm run bench [-- name ...] [--full]: the benchmarks in bench/, side by side on both engines, beside their targets.
 * Bundled first, so that they measure the code as it ships and not a transformer.
 */
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What each program measures: what one measures shares its seeded stores. */
const programs = {
  redirect: ["redirect"],
  enrollments: ["tokens", "sales", "partners", "lists", "bootstrap", "embed"],
  events: ["analytics", "isolation"],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(join(root, "bench")).filter((name) => name.endsWith(".ts"));
const flags = process.argv.slice(2).filter((argument) => argument === "--full");
const asked = process.argv.slice(2).filter((argument) => argument !== "--full");
const known = Object.values(programs).flat();
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. Those there are: ${known.join(", ")}.`);
  process.exit(1);
}

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
    alias: {
      "referrals-embed/contract": join(root, "src/contract/index.ts"),
      "referrals-embed/rules": join(root, "src/rules/index.ts"),
    },
    logLevel: "error",
  });
  copyFileSync(join(root, "service/src/store/embedded/worker.js"), join(folder, "worker.js"));
  for (const [program, names] of Object.entries(programs)) {
    const wanted = asked.length > 0 ? names.filter((name) => asked.includes(name)) : names;
    if (wanted.length === 0) continue;
    const run = [join(folder, `${program}.mjs`), ...wanted, ...flags];
    const { status } = spawnSync(process.execPath, run, { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
