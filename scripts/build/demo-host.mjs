import react from "@vitejs/plugin-react";
import { join, resolve } from "node:path";
import { build } from "vite";

/**
 * Builds the demo host served at /demo, on the package as it is built: what a host installs is what it shows.
 * @param to where to, and the package in its place: a test builds it on the source
 */
export async function buildDemoHost(root, to = {}) {
  const { outDir = "dist/demo-host", library = "dist/index.js", styles = "dist/styles.css" } = to;
  await build({
    configFile: false,
    root: join(root, "examples/demo-host"),
    base: "/demo/",
    logLevel: "warn",
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^referrals-embed$/, replacement: resolve(root, library) },
        { find: /^referrals-embed\/styles\.css$/, replacement: resolve(root, styles) },
      ],
    },
    build: {
      outDir: resolve(root, outDir),
      emptyOutDir: true,
      target: "es2022",
      license: { fileName: "licences.md" },
    },
  });
}
