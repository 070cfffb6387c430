import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { pruneDeclarations } from "./prune-declarations.mjs";
import { stylesheets } from "./stylesheet.mjs";

/** Entries of the export map, from `src`. */
const entries = {
  index: "index.ts",
  inline: "inline/index.ts",
  hooks: "hooks/index.ts",
  frame: "frame/index.ts",
  element: "element/index.ts",
  server: "server/index.ts",
  "server.browser": "server/browser-stub.ts",
  contract: "contract/index.ts",
  demo: "demo/index.ts",
};
/** Built by itself: were it to share a module with the dashboard, every host would fetch a chunk of what both need. */
const standaloneEntry = "demo";
const external = [/^react($|\/)/, /^@tanstack\//, "clsx", "uqr", /^node:/];
const target = "es2022";

/** Builds into `dist`, beside what is there; nothing is settled elsewhere than here. */
const buildInto = (root, options, more = {}) =>
  build({
    ...more,
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    build: { outDir: join(root, "dist"), emptyOutDir: false, target, sourcemap: true, ...options },
  });

/**
 * Modules of the dashboard that travel together, by their path from `src`; the first that fits. A host's bundler splits by
 * file: given a hundred small ones that nine lazy panels share in every combination, it makes forty chunks, which weigh a
 * sixth more than these groups and take as many requests.
 */
const chunkGroups = [
  ["data", /^dashboard\/(session|client|bootstrap-query|queries|embed-error|transport|call-host)\b/],
  ["state", /^dashboard\/(useSessionState|resolve-state)\b/],
  ["writes", /^dashboard\/writes\b/],
  ["forms", /^(dashboard\/forms\/|rules\/(form-values|countries)\b)/],
  ["overlays", /^dashboard\/ui\/(Dialog|useModal|Menu|usePopover|popover-place)\b/],
  ["lists", /^dashboard\/(ListPager|NewMark|useCursorPages|ui\/(Table|Pager))\b/],
  ["files", /^dashboard\/(useExport|ui\/download-blob)\b/],
  ["dashboard", /^dashboard\/panels\/overview\//],
  // These have one lazy owner, in whose file they go.
  [
    null,
    /^(dashboard\/(panels\/\w+\/|live|csv|states\/(Application|Enrollment|RateLimited)Screen|ui\/QrCode|theme\/(colour|derive))|rules\/csv)\b/,
  ],
  ["dashboard", /^dashboard\//],
];

/** Where a module is built to, below `dist/modules`: in its group's chunk, else at its own path. */
function fileOf(path) {
  const group = chunkGroups.find(([, fits]) => fits.test(path));
  return group ? group[0] : path.replace(/\.tsx?$/, "");
}

async function allEntries(root) {
  const locales = await readdir(join(root, "src/locales"));
  const tags = locales.filter((file) => /^[a-z]{2}(-[A-Z]{2})?\.ts$/.test(file)).map((file) => file.slice(0, -3));
  return { ...entries, ...Object.fromEntries(tags.map((tag) => [`locales/${tag}`, `locales/${tag}.ts`])) };
}

/** Builds the library to `dist`: its modules, its stylesheet, its declarations. */
export async function buildLibrary(root) {
  const all = await allEntries(root);
  await buildModules(root, join(root, "dist"), all);
  await dropMapsOfWords(join(root, "dist/locales"));
  await buildStandalone(root);
  await writeFile(join(root, "dist/styles.css"), (await stylesheets(root)).shipped);
  await writeDeclarations(root, all);
}

/**
 * Builds the modules: readable ESM. An entry's file is named by the export map; its modules
 * keep their path under `dist/modules`, but for those of a chunk group.
 */
async function buildModules(root, dist, { [standaloneEntry]: file, ...files }) {
  const src = join(root, "src");
  const importStandalone = {
    name: "import-standalone-entry",
    enforce: "pre",
    resolveId: (id, importer) =>
      importer && resolve(dirname(importer), id) === join(src, file)
        ? { id: `../${standaloneEntry}.js`, external: true }
        : null,
  };
  const names = new Map(Object.entries(files).map(([name, file]) => [join(src, file), name]));
  const group = (id, context) => {
    const isEntry = names.has(id) || context.getModuleInfo(id).dynamicImporters.length > 0;
    return isEntry || !id.startsWith(src) ? null : fileOf(relative(src, id));
  };
  await rm(join(dist, "modules"), { recursive: true, force: true });
  // An entry that has become a mere list of exports gets no map, and must not keep its old one.
  await Promise.all(Object.keys(files).map((name) => rm(join(dist, `${name}.js.map`), { force: true })));
  const modules = {
    minify: false,
    lib: { entry: [...names.keys()], formats: ["es"] },
    rolldownOptions: {
      external,
      preserveEntrySignatures: "allow-extension",
      // It is preserved on the entries, which are what a host imports.
      onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
      output: {
        minifyInternalExports: false,
        entryFileNames: (chunk) => `${names.get(chunk.facadeModuleId)}.js`,
        chunkFileNames: ({ name, facadeModuleId: id }) =>
          `modules/${id ? relative(src, id).replace(/\.tsx?$/, "") : name}.js`,
        codeSplitting: { groups: [{ debugName: "chunk-groups", name: group }], includeDependenciesRecursively: false },
      },
    },
  };
  await buildInto(root, modules, { plugins: [importStandalone] });
}

/** A pack of words is readable as it is: a map would be the same words again, and a tenth of what every host downloads. */
async function dropMapsOfWords(folder) {
  const packs = (await readdir(folder)).filter((file) => file.endsWith(".js")).map((file) => join(folder, file));
  for (const pack of packs) {
    await rm(`${pack}.map`, { force: true });
    await writeFile(pack, (await readFile(pack, "utf8")).replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
  }
}

/** Builds the entry that shares nothing with the others, in one file. */
async function buildStandalone(root) {
  const entry = join(root, "src", entries[standaloneEntry]);
  await buildInto(root, { minify: false, lib: { entry, formats: ["es"], fileName: () => `${standaloneEntry}.js` } });
}

/** Declarations by the compiler, under `dist/types`; each entry gets one that points there, but the stub that only throws. */
async function writeDeclarations(root, { "server.browser": _stub, ...all }) {
  const types = join(root, "dist/types");
  await rm(types, { recursive: true, force: true });
  const tsc = join(root, "node_modules/.bin/tsc");
  await promisify(execFile)(tsc, ["-p", join(root, "tsconfig.build.json")], { cwd: root }).catch(({ stdout }) => {
    throw new Error(`The declarations could not be written:\n${stdout}`);
  });
  for (const [name, file] of Object.entries(all)) {
    const from = join(root, "dist", `${name}.d.ts`);
    const module = `./${relative(dirname(from), join(types, file)).replace(/\.tsx?$/, ".js")}`;
    await mkdir(dirname(from), { recursive: true });
    const isPack = name.startsWith("locales/");
    await writeFile(from, isPack ? `export { default } from "${module}";\n` : `export * from "${module}";\n`);
  }
  // TypeScript 6 and later look for what an import without a name brings, a stylesheet too.
  await writeFile(join(root, "dist/styles.d.ts"), "export {};\n");
  await rewriteExtensions(types);
  await pruneDeclarations(
    types,
    Object.keys(all).map((name) => join(root, "dist", `${name}.d.ts`)),
  );
}

/** The compiler leaves `.ts` in the imports of declarations, where consumers need `.js`. */
async function rewriteExtensions(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    found
      .filter((entry) => entry.isFile() && entry.name.endsWith(".d.ts"))
      .map(async (entry) => {
        const file = join(entry.parentPath ?? entry.path, entry.name);
        const text = await readFile(file, "utf8");
        const next = text.replace(/((?:from|import\() ?"\.[^"]*?)\.tsx?"/g, '$1.js"');
        if (next !== text) await writeFile(file, next);
      }),
  );
}

/** Builds the script-tag file: everything in one, `window.ReferralsEmbed` and the element. */
export async function buildGlobal(root) {
  if (!existsSync(join(root, "src/global.ts"))) throw new Error("src/global.ts is missing.");
  const entry = join(root, "src/global.ts");
  const lib = { entry, formats: ["iife"], name: "ReferralsEmbed", fileName: () => "embed.global.js" };
  // What a page without a bundler reads is a plain object.
  const output = { generatedCode: { symbols: false } };
  // No bundler of a host's follows that could drop what development builds say.
  const define = { "process.env.NODE_ENV": '"production"' };
  await buildInto(root, { lib, rolldownOptions: { output } }, { define });
}
