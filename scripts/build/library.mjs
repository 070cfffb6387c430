import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { stylesheet } from "./stylesheet.mjs";

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
const external = [/^react($|\/)/, /^@tanstack\//, "clsx", "uqr", /^node:/];
const target = "es2022";

async function allEntries(root) {
  const locales = await readdir(join(root, "src/locales"));
  const tags = locales.filter((file) => /^[a-z]{2}(-[A-Z]{2})?\.ts$/.test(file)).map((file) => file.slice(0, -3));
  return { ...entries, ...Object.fromEntries(tags.map((tag) => [`locales/${tag}`, `locales/${tag}.ts`])) };
}

/**
 * Builds the library to `dist`: readable ESM, one file per module, declarations beside. An entry's file is named by the
 * export map; its modules keep their path under `dist/modules`.
 */
export async function buildLibrary(root) {
  const dist = join(root, "dist");
  const all = await allEntries(root);
  const names = new Map(Object.entries(all).map(([name, file]) => [join(root, "src", file), name]));
  await rm(join(dist, "modules"), { recursive: true, force: true });
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: dist,
      emptyOutDir: false,
      target,
      minify: false,
      sourcemap: true,
      lib: { entry: [...names.keys()], formats: ["es"] },
      rolldownOptions: {
        external,
        // It is preserved here: one file per module.
        onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
        output: {
          preserveModules: true,
          preserveModulesRoot: join(root, "src"),
          entryFileNames: (chunk) => `${names.get(chunk.facadeModuleId) ?? `modules/${chunk.name}`}.js`,
          chunkFileNames: "modules/[name].js",
        },
      },
    },
  });
  await writeFile(join(dist, "styles.css"), await stylesheet(root));
  await writeDeclarations(root, all);
}

/** Declarations by the compiler, under `dist/types`; each entry gets one that points there. */
async function writeDeclarations(root, all) {
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
  await rewriteExtensions(types);
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
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: join(root, "dist"),
      emptyOutDir: false,
      target,
      sourcemap: true,
      lib: {
        entry: join(root, "src/global.ts"),
        formats: ["iife"],
        name: "ReferralsEmbed",
        fileName: () => "embed.global.js",
      },
    },
  });
}
