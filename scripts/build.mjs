import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { requireNode } from "./require-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What is built, from what, in the order it must be built. `load` is deferred: a fresh step needs no bundler in memory. */
const steps = [
  {
    name: "types of the store",
    from: ["service/src/store/schema.sql", "service/src/store/schema", "scripts/build/store-types.mjs"],
    to: "service/src/store/schema/tables.ts",
    run: async () => (await import("./build/store-types.mjs")).writeStoreTypes(),
  },
  {
    name: "types of the contract",
    from: [
      "service/src/schemas",
      "service/src/routes",
      "service/src/domain/rules",
      "src/contract",
      "src/rules",
      "scripts/build/contract-types.mjs",
    ],
    to: "src/contract/records.ts",
    run: async () => (await import("./build/contract-types.mjs")).writeContractTypes(),
  },
  {
    name: "library",
    from: ["src", "scripts/build/library.mjs", "scripts/build/prune-declarations.mjs"],
    to: "dist/index.js",
    run: async () => (await import("./build/library.mjs")).buildLibrary(root),
  },
  {
    name: "script-tag build",
    from: ["src/global.ts", "src/element", "src/frame", "src/contract", "src/http", "scripts/build/library.mjs"],
    to: "dist/embed.global.js",
    run: async () => (await import("./build/library.mjs")).buildGlobal(root),
  },
  {
    name: "embed page",
    from: ["src", "scripts/build/page.mjs", "scripts/build/bundle.mjs", "scripts/build/stylesheet.mjs"],
    to: "dist/page/index.html",
    run: async () => (await import("./build/page.mjs")).buildPage(root),
  },
  {
    name: "console",
    from: ["src", "scripts/build/console.mjs", "scripts/build/bundle.mjs", "scripts/build/stylesheet.mjs"],
    to: "dist/console/index.html",
    run: async () => (await import("./build/console.mjs")).buildConsole(root),
  },
  {
    name: "demo host",
    from: ["examples/demo-host", "src", "scripts/build/demo-host.mjs"],
    to: "dist/demo-host/index.html",
    run: async () => (await import("./build/demo-host.mjs")).buildDemoHost(root),
  },
  {
    name: "service",
    from: ["service/src", "service/package.json", "src", "examples/demo-host", "scripts/build/service.mjs"],
    to: "service/dist/program.js",
    run: async () => (await import("./build/service.mjs")).buildService(root),
  },
  {
    name: "guides",
    from: [
      "docs",
      "service/src/config.ts",
      "service/src/docs/style.ts",
      "src/frame/options.ts",
      "src/react/embed-props.ts",
      "src/contract",
      "src/locales/load-locale.ts",
      "scripts/build/guides.mjs",
      "scripts/build/guide-tables.mjs",
      "scripts/build/guide-pictures.mjs",
    ],
    to: "service/dist/guides.json",
    run: async () => (await import("./build/service.mjs")).buildGuides(root),
  },
  {
    name: "store snapshot",
    from: [
      "service/src/store/schema.sql",
      "service/src/store/migrations.ts",
      "service/src/store/embedded",
      "package-lock.json",
    ],
    to: "service/dist/store-snapshot.tar.gz",
    run: async () => (await import("./build/service.mjs")).buildSnapshot(root),
  },
];

/** Builds what is missing or older than its sources, saying what it does. */
export async function buildStale({ force = false } = {}) {
  const stampFile = join(root, "node_modules/.cache/referrals-build.json");
  const stamps = existsSync(stampFile) ? JSON.parse(await readFile(stampFile, "utf8")) : {};
  for (const [index, step] of steps.entries()) {
    const sources = sourcesOf(step);
    // With what was built: a file of an older build put back in its place is no build of these sources.
    if (!force && existsSync(join(root, step.to)) && stamps[step.name] === stampOf(step, sources)) continue;
    process.stdout.write(`[${index + 1}/${steps.length}] building the ${step.name} ... `);
    const started = performance.now();
    await step.run();
    console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
    stamps[step.name] = stampOf(step, sources);
    await mkdir(join(stampFile, ".."), { recursive: true });
    await writeFile(stampFile, JSON.stringify(stamps));
  }
}

/** A hash of names and contents of the sources of a step; what it writes may lie among them. */
function sourcesOf({ from, to }) {
  const files = from.flatMap((path) => filesIn(join(root, path))).filter((file) => file !== join(root, to));
  return hashOf(files.sort());
}

const stampOf = ({ to }, sources) => `${sources} ${hashOf([join(root, to)])}`;

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => filesIn(join(path, entry.name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  await buildStale({ force: !process.argv.includes("--stale") });
}
