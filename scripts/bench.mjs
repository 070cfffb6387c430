/**
 * npm run bench [-- name ...] [--full] [--record]: the benchmarks in bench/, side by side on both engines, beside their targets.
 * Bundled first, so that they measure the code as it ships and not a transformer. The figures go to .cache/bench.json; `--record`
 * puts them into docs/scale.md, where rows that were not measured keep the figures they have.
 */
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { recordRows, rowsOf } from "./bench/table.mjs";

/** What each program measures: what one measures shares its seeded stores. */
const programs = {
  redirect: ["redirect", "replicas"],
  enrollments: ["tokens", "sales", "partners", "lists", "bootstrap", "embed"],
  events: ["analytics", "isolation", "start"],
  crowd: ["isolation", "crowd"],
  holds: ["holds"],
  input: ["input"],
  memory: ["memory"],
  "first-figure": ["first-figure"],
  panels: ["tabs", "rows", "shift"],
  console: ["console"],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(join(root, "bench")).filter((name) => name.endsWith(".ts"));
const given = process.argv.slice(2);
const flags = given.filter((argument) => argument === "--full");
const asked = given.filter((argument) => !argument.startsWith("--"));
const known = [...new Set(Object.values(programs).flat())];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. Those there are: ${known.join(", ")}.`);
  process.exit(1);
}

mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache/bench-"));
const figures = join(folder, "figures.jsonl");
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
      "referrals-embed/words": join(root, "src/words/index.ts"),
    },
    logLevel: "error",
  });
  copyFileSync(join(root, "service/src/store/embedded/worker.js"), join(folder, "worker.js"));
  copyFileSync(join(root, "service/src/store/schema.sql"), join(folder, "schema.sql"));
  for (const [program, names] of Object.entries(programs)) {
    const wanted = asked.length > 0 ? names.filter((name) => asked.includes(name)) : names;
    if (wanted.length === 0) continue;
    const run = [join(folder, `${program}.mjs`), ...wanted, ...flags];
    const env = { ...process.env, BENCH_FIGURES: figures };
    const begun = performance.now();
    const { status } = spawnSync(process.execPath, run, { stdio: "inherit", cwd: root, env });
    console.log(`(${wanted.join(", ")}: ${((performance.now() - begun) / 60_000).toFixed(1)} min)\n`);
    if (status !== 0) process.exitCode = 1;
  }
  const measured = existsSync(figures)
    ? readFileSync(figures, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  const machine = `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const rows = rowsOf(measured);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, ".cache/bench.json"), `${JSON.stringify({ date, machine, figures: measured }, null, 2)}\n`);
  console.log(`\n${rows.join("\n")}\n\n${date}, ${machine}; as JSON in .cache/bench.json`);
  if (given.includes("--record")) {
    const page = join(root, "docs/scale.md");
    writeFileSync(page, recordRows(readFileSync(page, "utf8"), { rows, date, machine }));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
