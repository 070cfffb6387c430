import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The repository. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));
/** What is shipped. */
export const dist: string = join(root, "dist");

/** Builds what is shipped, if it is not there. */
export function ensureBuilt(): void {
  if (existsSync(join(dist, "index.d.ts")) && existsSync(join(dist, "page/index.html"))) return;
  // Vitest sets NODE_ENV to test, which would build JSX of development.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, ["scripts/build.mjs", "--stale"], { cwd: root, env, stdio: "inherit" });
}

/** Every built file whose name ends so, by its path from `dist`. */
export function filesOf(ending: string, folder: string = dist): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
    .sort();
}

export const read = (file: string): string => readFileSync(join(dist, file), "utf8");

/** A declaration without its comments, whose examples import too. */
export const code = (file: string): string => read(file).replace(/\/\*[\s\S]*?\*\//g, "");

/** What an entry pulls in: its own modules and the packages it names; lazy chunks only when asked for. */
export async function reachOf(entry: string, lazy = false): Promise<{ modules: string[]; packages: string[] }> {
  const { metafile } = await build({
    entryPoints: [join(dist, entry)],
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: "esm",
    outdir: "out",
    packages: "external",
    absWorkingDir: root,
    logLevel: "error",
  });
  const seen = new Set([`dist/${entry}`]);
  const packages = new Set<string>();
  for (const file of seen)
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind === "dynamic-import" && !lazy) continue;
      if (external) packages.add(path);
      else seen.add(path);
    }
  return { modules: [...seen].map((file) => file.replace(/^dist\//, "")), packages: [...packages].sort() };
}

/** Names an entry's declarations export, types included, followed through `export *`. */
export function exportsOf(declaration: string): string[] {
  const text = code(declaration);
  const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) =>
    (list as string)
      .split(",")
      .map(
        (item) =>
          item
            .trim()
            .replace(/^type /, "")
            .split(" as ")
            .pop() ?? "",
      )
      .filter(Boolean),
  );
  const own = [...text.matchAll(/export (?:declare )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/g)];
  const stars = [...text.matchAll(/export (?:type )?\* from "([^"]+)"/g)].map(([, path]) =>
    join(declaration, "..", (path as string).replace(/\.js$/, ".d.ts")),
  );
  return [...new Set([...names, ...own.map(([, name]) => name as string), ...stars.flatMap(exportsOf)])].sort();
}

/** Declarations an entry's declarations reach, and the packages they name. */
export function declarationReach(declaration: string): { files: string[]; packages: string[] } {
  const files = new Set([declaration]);
  const packages = new Set<string>();
  for (const file of files)
    // Not the end of a quoted name, such as "payout.from".
    for (const [, path] of code(file).matchAll(/(?:(?<![.\w])from|import\() ?"([^"]+)"/g)) {
      if (path?.startsWith(".")) files.add(join(file, "..", path.replace(/\.js$/, ".d.ts")));
      else packages.add(path as string);
    }
  return { files: [...files], packages: [...packages].sort() };
}
