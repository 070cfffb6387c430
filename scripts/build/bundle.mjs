import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

/** The service's pages run on the small view runtime; no host ever installs it (embed §12). */
const preact = [
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react(-dom)?$/, replacement: "preact/compat" },
];

/** React Query's own 'use client' means nothing in a page; what a host fetches only for its colours, the page has from the start. */
const meant = new Set(["MODULE_LEVEL_DIRECTIVE", "INEFFECTIVE_DYNAMIC_IMPORT"]);

/** Builds the scripts of one of the service's pages to hashed assets, as Rolldown's options say. @returns the files as Rolldown tells them */
export async function bundle({ root, outDir, base, define, output, ...rolldownOptions }) {
  const built = await build({
    configFile: false,
    root,
    base,
    publicDir: false,
    logLevel: "warn",
    resolve: { alias: preact },
    define: { "process.env.NODE_ENV": '"production"', ...define },
    build: {
      outDir,
      emptyOutDir: true,
      target: ["chrome116", "firefox125", "safari17"],
      modulePreload: { polyfill: false },
      sourcemap: true,
      // Their terms ask that the notices of what is bundled go with every copy.
      license: { fileName: "licences.md" },
      rolldownOptions: {
        ...rolldownOptions,
        onwarn: (warning, warn) => meant.has(warning.code) || warn(warning),
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
          ...output,
        },
      },
    },
  });
  return built.output;
}

/** Writes a page's stylesheet beside its scripts. @returns its address from the page's own */
export async function writeSheet(outDir, name, css) {
  const file = `assets/${name}-${createHash("sha256").update(css).digest("hex").slice(0, 8)}.css`;
  await mkdir(join(outDir, "assets"), { recursive: true });
  await writeFile(join(outDir, file), css);
  return file;
}
