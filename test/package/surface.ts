import { join } from "node:path";
import { code, declarationReach, exportsOf } from "./built.ts";

const NAMED = /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) ([\w$]+)/;

/**
 * What a host can import, as one text for review: every declaration that the entries' exports lead to, once, without comments,
 * under the entries that export it.
 */
export function surfaceOf(entries: readonly string[]): string {
  const exporters = new Map<string, string[]>();
  for (const entry of entries)
    for (const name of exportsOf(`${entry}.d.ts`)) exporters.set(name, [...(exporters.get(name) ?? []), `./${entry}`]);
  const files = new Set(entries.flatMap((entry) => declarationReach(`${entry}.d.ts`).files));
  const known = new Map<string, Set<string>>();
  for (const [name, text] of [...files].flatMap(declarationsOf))
    known.set(name, (known.get(name) ?? new Set()).add(text));
  const led = new Set(exporters.keys());
  for (const name of led) for (const text of known.get(name) ?? []) for (const word of words(text)) led.add(word);
  return [...led]
    .filter((name) => known.has(name) || exporters.has(name))
    .toSorted()
    .map((name) =>
      [`// ${name}: ${exporters.get(name)?.join(" ") ?? "not exported"}`, ...(known.get(name) ?? [])].join("\n"),
    )
    .join("\n\n");
}

const words = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** The named declarations of a file, and what it calls the default of another; the compiler begins each at the margin, and the elements of commented lists. */
function declarationsOf(file: string): [name: string, text: string][] {
  const statements: string[] = [];
  for (const line of code(file)
    .split("\n")
    .filter((line) => line.trim())) {
    if (/^[\s})\]"]/.test(line)) statements.push(`${statements.pop()}\n${line.trimEnd()}`);
    else statements.push(line.trimEnd());
  }
  const defaults = [...code(file).matchAll(/^import (?:type )?(\w+) from "(\.[^"]+)\.js"/gm)].map(
    ([, name, path]): [string, string] => {
      const [, theirs] = /export default (\w+)/.exec(code(join(file, "..", `${path}.d.ts`))) ?? [];
      return [name!, `const ${name}: typeof ${theirs};`];
    },
  );
  const own = statements.flatMap((text): [string, string][] => {
    const name = NAMED.exec(text)?.[1];
    return name ? [[name, text.replace(/^(?:export |default |declare )+/, "")]] : [];
  });
  return [...defaults, ...own];
}
