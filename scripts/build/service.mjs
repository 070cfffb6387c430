import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { buildAnalyticsScript } from "./analytics-script.mjs";
import { renderGuides, writeGuidePictures, writeGuideTables } from "./guides.mjs";

/** Bundles the service with the contract, the rules and the SDK inside; its npm dependencies stay outside. */
export async function buildService(root) {
  const outDir = join(root, "service/dist");
  await rm(outDir, { recursive: true, force: true });
  await build({
    configFile: false,
    root: join(root, "service"),
    logLevel: "warn",
    resolve: {
      alias: [{ find: /^referrals-embed\/(contract|rules|words|server)$/, replacement: join(root, "src/$1/index.ts") }],
    },
    ssr: { target: "node" },
    build: {
      ssr: true,
      outDir,
      target: "node20",
      minify: false,
      emptyOutDir: false,
      rollupOptions: {
        input: {
          program: join(root, "service/src/program.ts"),
          worker: join(root, "service/src/store/embedded/worker.js"),
        },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  await cp(join(root, "service/src/cli.js"), join(outDir, "cli.js"));
  await cp(join(root, "service/src/store/schema.sql"), join(outDir, "schema.sql"));
  await buildAnalyticsScript(root, join(outDir, "assets/analytics.js"));
  await copyPages(root, outDir);
  await cp(join(root, "dist/embed.global.js"), join(outDir, "assets/embed.js"));
  const { describeService } = await import(join(outDir, "program.js"));
  await writeFile(join(outDir, "openapi.json"), describeService());
}

/** The service carries the embed page, the console and the demo host, so that it runs without the root package. */
async function copyPages(root, outDir) {
  for (const name of ["page", "console", "demo-host"])
    await cp(join(root, "dist", name), join(outDir, name), { recursive: true });
}

/** Draws and renders the guides, so that the service needs no Markdown; their table of settings is what the built service says. */
export async function buildGuides(root) {
  const outDir = join(root, "service/dist");
  const { listSettings } = await import(join(outDir, "program.js"));
  writeGuideTables(root, listSettings());
  writeGuidePictures(root);
  await writeFile(join(outDir, "guides.json"), JSON.stringify(renderGuides(root)));
}

/** Writes what the built service itself answers: the schema of program files, and a migrated, empty data directory that makes a first start quick. */
export async function buildSnapshot(root) {
  const outDir = join(root, "service/dist");
  await mkdir(outDir, { recursive: true });
  const { dumpEmptyStore, programFileSchema } = await import(join(outDir, "program.js"));
  await writeFile(join(outDir, "program.schema.json"), JSON.stringify(programFileSchema()));
  await writeFile(join(outDir, "store-snapshot.tar.gz"), gzipSync(await dumpEmptyStore(), { level: 9 }));
}
