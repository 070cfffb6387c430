import { join } from "node:path";
import { runnerImport } from "vite";

/** The shipped stylesheet, guarded and minified, and the one of the embed page, around which no host has styles. */
export async function stylesheets(root) {
  // TypeScript, which Node 20 cannot import by itself.
  const { module } = await runnerImport(join(root, "src/dashboard/theme/build-stylesheet.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  const shipped = await module.buildStylesheet();
  return { shipped, page: module.withoutReset(shipped), guard: module.guardSelectors };
}
