import { build } from "esbuild";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A TypeScript program as a file that plain Node runs: its own process, with its own memory to lose. */
export const bundleProgram = async (entry: URL): Promise<{ path: string; remove: () => void }> => {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "program-"));
  const path = join(folder, "program.mjs");
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "referrals-embed/contract": join(root, "src/contract/index.ts") },
    logLevel: "error",
  });
  copyFileSync(join(root, "service/src/store/embedded/worker.js"), join(folder, "worker.js"));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
