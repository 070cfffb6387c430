import { existsSync } from "node:fs";
import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Removes the declarations that none of the entries' declarations reaches: nobody could import them. */
export async function pruneDeclarations(types, entries) {
  const reached = new Set(entries);
  for (const file of reached) {
    const code = (await readFile(file, "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, path] of code.matchAll(/(?:from |import\(|import )"(\.[^"]+)\.js"/g)) {
      const next = join(dirname(file), `${path}.d.ts`);
      if (existsSync(next)) reached.add(next);
    }
  }
  const found = await readdir(types, { recursive: true, withFileTypes: true });
  const paths = found.map((entry) => ({
    path: join(entry.parentPath ?? entry.path, entry.name),
    file: entry.isFile(),
  }));
  await Promise.all(paths.filter(({ path, file }) => file && !reached.has(path)).map(({ path }) => rm(path)));
  // Deepest first; a folder that still holds something stays.
  for (const { path } of paths.filter(({ file }) => !file).sort((a, b) => b.path.length - a.path.length))
    await rmdir(path).catch(() => {});
}
