import { join } from "node:path";
import { runnerImport } from "vite";

/** The shipped stylesheet, guarded and minified. Its builder is TypeScript, which Node 20 cannot import by itself. */
export async function stylesheet(root) {
  const { module } = await runnerImport(join(root, "src/dashboard/theme/build-stylesheet.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  return module.buildStylesheet();
}
