import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { themeOptionRows } from "../src/contract/theme.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = read("README.md");

/** Code names in the first column of the table below a heading. */
function firstColumn(header: string): string[] {
  const table = readme.slice(readme.indexOf(header)).split("\n\n")[0]!;
  const cells = table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
}

describe("the README", () => {
  it("names every setting the service reads, and no other", () => {
    const schema = read("service/src/config.ts");
    const settings = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1]!);
    expect(firstColumn("| Variable |").sort()).toEqual(settings.sort());
  });

  it("names every theme option, and no other", () => {
    expect(firstColumn("| Option |").sort()).toEqual(Object.keys(themeOptionRows).sort());
  });

  it("names every prop of the component, and no other", () => {
    const props = ["src/frame/options.ts", "src/react/embed-props.ts"].flatMap((file) => {
      const text = /export interface ReferralsEmbed(?:Options|Props) [\s\S]*?\n}/.exec(read(file))![0];
      return [...text.matchAll(/^ {2}(\w+)\??[:(]/gm)].map((match) => match[1]!);
    });
    expect(firstColumn("| Prop |").sort()).toEqual([...new Set(props), "ref"].sort());
  });

  it("names only commands and suites that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const commands = [...readme.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1]!);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const suites = read("scripts/test.mjs");
    const named = /One suite: (.*)\./.exec(readme)![1]!.matchAll(/`(?:npm test )?([\w.-]+)`/g);
    expect(
      [...named].map((match) => match[1]!).filter((name) => !new RegExp(`\\b${name}"?: \\[`).test(suites)),
    ).toEqual([]);
  });

  it("maps rooms that exist", () => {
    const rooms = firstColumn("| Room |").filter((room) => room.includes("/"));
    expect(rooms.filter((room) => !existsSync(join(root, room)))).toEqual([]);
  });

  it("links only to files that exist", () => {
    const links = [...readme.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|\/)([^)#"?]+)[)"]/g)].map((match) => match[1]!);
    expect(links.filter((path) => path.endsWith(".png")).length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("shows code that uses only what the packages export", () => {
    const imports = [...readme.matchAll(/import \{ (\w+) \} from "referrals-embed(\/\w+)?"/g)];
    expect(imports.length).toBeGreaterThan(1);
    for (const [, name, entry = ""] of imports) {
      expect(read(`src${entry}/index.ts`)).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});
