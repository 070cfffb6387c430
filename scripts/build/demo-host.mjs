import react from "@vitejs/plugin-react";
import { join } from "node:path";
import { build } from "vite";

/** Builds the demo host served at /demo, on the package as it is built: what a host installs is what it shows. */
export async function buildDemoHost(root) {
  await build({
    configFile: false,
    root: join(root, "examples/demo-host"),
    base: "/demo/",
    logLevel: "warn",
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^referrals-embed$/, replacement: join(root, "dist/index.js") },
        { find: /^referrals-embed\/styles\.css$/, replacement: join(root, "dist/styles.css") },
      ],
    },
    build: {
      outDir: join(root, "dist/demo-host"),
      emptyOutDir: true,
      target: "es2022",
      license: { fileName: "licences.md" },
    },
  });
}
