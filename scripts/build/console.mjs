import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { bundle, writeSheet } from "./bundle.mjs";
import { stylesheets } from "./stylesheet.mjs";

/** Builds the owner's console to `dist/console`: `index.html` and hashed assets below `/console`; each screen is a file of its own. */
export async function buildConsole(root) {
  const outDir = join(root, "dist/console");
  const input = { console: join(root, "src/console/main.tsx") };
  const output = await bundle({ root, outDir, base: "/console/", input });
  const entry = output.find((chunk) => chunk.isEntry);
  const read = (file) => readFile(join(root, "src/console", file), "utf8");
  const { page, guard } = await stylesheets(root);
  const source = (await read("document.css")) + page + guard(await read("console.css"));
  const { code: css } = await transform(source, { loader: "css", minify: true });
  const sheet = await writeSheet(outDir, "console", css);
  const html = await read("index.html");
  const preloads = entry.imports.map((file) => `<link rel="modulepreload" href="/console/${file}">`);
  await writeFile(
    join(outDir, "index.html"),
    html
      .replace("<!-- styles -->", `<link rel="stylesheet" href="/console/${sheet}">`)
      .replace(
        "<!-- scripts -->",
        [`<script type="module" src="/console/${entry.fileName}"></script>`, ...preloads].join("\n    "),
      ),
  );
}
