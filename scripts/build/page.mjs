import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runnerImport } from "vite";
import { bundle, writeSheet } from "./bundle.mjs";
import { stylesheets } from "./stylesheet.mjs";

/**
 * Builds the embed page to `dist/page`: `index.html` and hashed assets, all by relative address. The HTML and its stylesheet
 * alone paint the skeleton; the handshake script comes first and alone, the dashboard after it (EMB-I4).
 */
export async function buildPage(root) {
  const outDir = join(root, "dist/page");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const output = await bundle({
    root,
    outDir,
    base: "./",
    define: { "import.meta.env.VITE_BUILD": JSON.stringify(version) },
    input: { handshake: join(root, "src/page/handshake.ts"), main: join(root, "src/page/main.tsx") },
    preserveEntrySignatures: "allow-extension",
    output: {
      codeSplitting: {
        groups: [{ debugName: "first-screen", name: firstScreen }],
        includeDependenciesRecursively: false,
      },
    },
  });
  const fileOf = (name) => output.find((chunk) => chunk.isEntry && chunk.name === name);
  const [handshake, main] = [fileOf("handshake"), fileOf("main")];
  const css = (await readFile(join(root, "src/page/page.css"), "utf8")) + (await stylesheets(root)).page;
  const styles = await writeSheet(outDir, "page", css);
  await writeFile(
    join(outDir, "preloads.json"),
    JSON.stringify({ languages: languages(output), panels: panels(output) }),
  );
  const preloads = main.imports.filter((file) => file !== handshake.fileName);
  await writeFile(
    join(outDir, "index.html"),
    (await readFile(join(root, "src/page/index.html"), "utf8"))
      .replace("<!-- styles -->", `<link rel="stylesheet" href="${styles}">`)
      .replace(
        "<!-- scripts -->",
        [
          // Nothing is painted before it: it knows the colours the host asked for. It waits for no stylesheet: the token does not.
          script(handshake.fileName, ' async blocking="render"'),
          ...preloads.map((file) => `<link rel="modulepreload" href="${file}">`),
          script(main.fileName),
        ].join("\n    "),
      )
      .replace("<!-- skeleton -->", await skeletons(root)),
  );
}

/**
 * All that is needed before the first figures is one file: by who else uses a module it would be ten, each smaller than its
 * headers. What the handshake needs stays with it, as it comes first and alone.
 */
function firstScreen(id, context) {
  const users = new Set([id]);
  for (const user of users) context.getModuleInfo(user)?.importers.forEach((importer) => users.add(importer));
  const isUsedBy = (file) => [...users].some((user) => user.endsWith(file));
  return isUsedBy("src/page/main.tsx") && !isUsedBy("src/page/handshake.ts") ? "main" : null;
}

/** What the service's answer names beside the scripts, as only it knows what is asked for: the chunk of each language. */
function languages(output) {
  const packs = output.filter(({ facadeModuleId }) => /src\/locales\/[\w-]+\.ts$/.test(facadeModuleId ?? ""));
  return Object.fromEntries(packs.map(({ name, fileName }) => [name, fileName]));
}

/** The chunks of each panel that is not part of `main`, by the name of its folder: where one is shown first, it is preloaded. */
function panels(output) {
  const chunks = output.filter(({ type }) => type === "chunk");
  const importsOf = (file) => chunks.filter(({ fileName }) => fileName === file).flatMap(({ imports }) => imports);
  const isLater = (file) => chunks.some(({ fileName, isEntry }) => fileName === file && !isEntry);
  return Object.fromEntries(
    chunks.flatMap(({ fileName, facadeModuleId }) => {
      const [, panel] = /src\/dashboard\/panels\/(\w+)\/\w+Panel\.tsx$/.exec(facadeModuleId ?? "") ?? [];
      const files = new Set([fileName]);
      for (const file of files) for (const next of importsOf(file).filter(isLater)) files.add(next);
      return panel ? [[panel, [...files]]] : [];
    }),
  );
}

const script = (file, how = "") => `<script type="module"${how} src="${file}"></script>`;

/** The dashboard's own skeletons as HTML, one per view: the service's answer says which is shown. */
async function skeletons(root) {
  const { module } = await runnerImport(join(root, "src/page/render-skeleton.tsx"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  return ["referrals", "analytics", "card"].map((data) => module.renderSkeleton(data)).join("");
}
