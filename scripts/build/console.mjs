import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { build } from "vite";
import { notMeant, preact } from "./page.mjs";
import { stylesheets } from "./stylesheet.mjs";

/** Builds the owner's console to `dist/console`: `index.html` and hashed assets below `/console`; each screen is a file of its own. */
export async function buildConsole(root) {
  const outDir = join(root, "dist/console");
  const { output } = await build({
    configFile: false,
    root,
    base: "/console/",
    publicDir: false,
    logLevel: "warn",
    resolve: { alias: preact },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: ["chrome116", "firefox125", "safari17"],
      modulePreload: { polyfill: false },
      sourcemap: true,
      license: { fileName: "licences.md" },
      rolldownOptions: {
        input: { console: join(root, "src/console/main.tsx") },
        onwarn: notMeant,
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
        },
      },
    },
  });
  const entry = output.find((chunk) => chunk.isEntry);
  const read = (file) => readFile(join(root, "src/console", file), "utf8");
  const { page, guard } = await stylesheets(root);
  const source = (await read("document.css")) + page + guard(await read("console.css"));
  const { code: css } = await transform(source, { loader: "css", minify: true });
  const name = `console-${createHash("sha256").update(css).digest("hex").slice(0, 8)}.css`;
  await mkdir(join(outDir, "assets"), { recursive: true });
  await writeFile(join(outDir, "assets", name), css);
  const html = await read("index.html");
  const preloads = entry.imports.map((file) => `<link rel="modulepreload" href="/console/${file}">`);
  await writeFile(
    join(outDir, "index.html"),
    html
      .replace("<!-- styles -->", `<link rel="stylesheet" href="/console/assets/${name}">`)
      .replace(
        "<!-- scripts -->",
        [`<script type="module" src="/console/${entry.fileName}"></script>`, ...preloads].join("\n    "),
      ),
  );
}
