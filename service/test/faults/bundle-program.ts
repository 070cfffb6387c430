import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * How Node runs a bundled program: WebAssembly is compiled once, as it is when a program is young. What a process that lives for seconds
 * would spend on compiling the database's code a second time is more than it ever takes to run it.
 */
export const runProgram = (path: string, ...words: string[]): string[] => ["--liftoff-only", path, ...words];

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * A TypeScript program as a file that plain Node runs: its own process, with its own memory to lose. Bundled as the build bundles the
 * service (scripts/build/service.mjs), so that what a bundler makes of the code is tested too.
 */
export const bundleProgram = async (entry: URL): Promise<{ path: string; remove: () => void }> => {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "program-"));
  await build({
    configFile: false,
    root: join(root, "service"),
    logLevel: "error",
    resolve: { alias: { "referrals-embed/contract": join(root, "src/contract/index.ts") } },
    build: {
      ssr: true,
      outDir: folder,
      target: "node20",
      minify: false,
      emptyOutDir: false,
      rollupOptions: { input: { program: fileURLToPath(entry) }, output: { entryFileNames: "[name].mjs" } },
    },
  });
  copyFileSync(join(root, "service/src/store/embedded/worker.js"), join(folder, "worker.js"));
  copyFileSync(join(root, "service/src/store/schema.sql"), join(folder, "schema.sql"));
  return { path: join(folder, "program.mjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
