import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** An import of a source file. */
export interface Import {
  /** Path from the repository root, or the package name. */
  to: string;
  /** `import type`, or only type specifiers. */
  typeOnly: boolean;
  /** `import()`. */
  dynamic: boolean;
}

/** A source file and what it imports. */
export interface SourceFile {
  /** Path from the repository root, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
}

const statement = /^\s*(?:import|export)\s+(type\s+)?([\w$*{},\s]*?)\s*from\s*["']([^"']+)["']/gm;
const bare = /^\s*import\s*["']([^"']+)["']/gm;
const dynamic = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?["']([^"']+)["']/g;

/** Every TypeScript file below a folder, with its imports. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => readSource(join(folder, name).replaceAll("\\", "/")));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const imports: Import[] = [
    ...[...code.matchAll(statement)].map(([, type, names, from]) => ({
      to: target(path, from!),
      typeOnly: Boolean(type) || /^\{(\s*type\s[^,]+,?)+\s*\}$/.test(names!.trim()),
      dynamic: false,
    })),
    ...[...code.matchAll(bare)].map(([, from]) => ({ to: target(path, from!), typeOnly: false, dynamic: false })),
    ...[...code.matchAll(dynamic)].map(([, from]) => ({ to: target(path, from!), typeOnly: false, dynamic: true })),
  ];
  return { path, text, imports };
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return relative(root, resolve(root, dirname(from), specifier)).replaceAll("\\", "/");
  const own = /^referrals-embed\/(\w+)$/.exec(specifier);
  return own ? `src/${own[1]}/index.ts` : specifier;
}

/** The files reachable from some, over imports that exist at run time; `follow` decides about lazy ones. */
export function reachable(
  files: readonly SourceFile[],
  from: readonly string[],
  follow: { dynamic: boolean },
): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const entry of byPath.get(path)?.imports ?? []) {
      if (!entry.typeOnly && (follow.dynamic || !entry.dynamic)) visit(entry.to);
    }
  };
  for (const path of from) visit(path);
  return seen;
}
