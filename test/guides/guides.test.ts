import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fieldsOf, writeTables } from "../../scripts/build/guide-tables.mjs";
import { drawGuidePictures, readGuides, sourcesOf } from "../../scripts/build/guides.mjs";
import { listSettings } from "../../service/src/config.ts";
import { themeOptionRows } from "../../src/contract/theme.ts";
import { blocks, blocksIn, pages } from "./blocks.ts";
import { typecheck } from "./typecheck.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

describe("the code of the guides and the README", () => {
  it("is in a language that is tried", () => {
    const tried = "ts tsx jsx js html vue svelte astro sh ini php ruby nginx caddyfile http".split(" ");
    expect(blocks.length).toBeGreaterThan(80);
    // The protocol's drawing has no language.
    const others = blocks.filter(({ language }) => !tried.includes(language));
    expect(others.map(({ file, language }) => [file, language])).toEqual([["docs/protocol.md", ""]]);
  });

  it("typechecks, where it is TypeScript or JavaScript", async () => {
    const code = blocksIn("ts", "tsx", "jsx", "js").map(([place, { code }]) => [place, code] as const);
    expect(await typecheck(code)).toBe("");
  });

  it("imports only what the packages export", async () => {
    for (const { code } of blocks)
      for (const [, names, entry = ""] of code.matchAll(/import \{ ([^}]+) \} from "referrals-embed(\/\w+)?"/g))
        for (const name of names!.split(", "))
          expect(await read(`src${entry}/index.ts`)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe("settings in the guides", () => {
  it.each(blocksIn("ini"))("%s: names what the guide's code reads, and nothing else", (_, { file, code }) => {
    const names = code
      .trim()
      .split("\n")
      .map((line) => line.split("=", 1)[0]!);
    const read = blocks.filter((block) => block.file === file && block.language !== "ini").map((block) => block.code);
    const known = [...read.join("\n").matchAll(/\b(?:[A-Z]+_)*?REFERRALS_\w+/g)].map(([name]) => name);
    expect([...new Set(known)].sort()).toEqual(names.sort());
  });
});

describe("headers in the guides", () => {
  it("names directives and features that browsers know in headers", () => {
    const directives = ["default-src", "frame-src", "script-src", "connect-src", "clipboard-write", "web-share"];
    for (const [, { code }] of blocksIn("http"))
      for (const part of code.split(": ")[1]!.split(/[;,] /))
        expect(directives).toContain(part.trim().split(/[ =]/)[0]);
  });
});

describe("tables of the guides", () => {
  const textOf = (name: string): string => pages.find(({ file }) => file.endsWith(`${name}.md`))!.text;

  it("stand in the files as the code has them now", async () => {
    const sources = sourcesOf(root, listSettings());
    let tables = 0;
    for (const { file } of readGuides(root).flatMap(({ guides }) => guides)) {
      const text = await read(file);
      expect(writeTables(text, sources), `${file}: npm run build writes its tables`).toBe(text);
      const places = text.match(/<!-- table: /g)?.length ?? 0;
      expect(text.match(/<!-- end of table -->/g)?.length ?? 0).toBe(places);
      tables += places;
    }
    expect(tables).toBeGreaterThan(5);
  });

  it("name every theme option with a meaning", () => {
    for (const name of Object.keys(themeOptionRows))
      expect(textOf("theming")).toMatch(new RegExp(`^\\| \`${name}\` \\| \`.+\` \\| \\S.+ \\|$`, "m"));
  });

  it("spell out the values of a set that has a name", () => {
    expect(textOf("props")).toContain('| `data` | `"referrals" \\| "analytics" \\| "card"` |');
    expect(textOf("props")).toContain('| `theme` | `"light" \\| "dark" \\| "system"` |');
  });

  it("name every prop of the component with a type and a meaning, once", async () => {
    const rows = [...textOf("props").matchAll(/^\| `(\w+)` \| `(.+)` \| (\S.*) \|$/gm)].map(([, name]) => name!);
    const declared = [
      ...fieldsOf(await read("src/frame/options.ts"), "ReferralsEmbedOptions"),
      ...fieldsOf(await read("src/react/embed-props.ts"), "ReferralsEmbedProps"),
      ...fieldsOf(await read("src/frame/options.ts"), "ReferralsEmbedHandle"),
    ].map(({ name }) => name);
    expect(declared.length).toBeGreaterThan(20);
    expect(rows.filter((name) => !["referrals", "analytics"].includes(name)).sort()).toEqual(
      [...new Set(declared)].sort(),
    );
  });
});

describe("pictures of the guides", () => {
  const drawn = drawGuidePictures(root);
  const shown = /^!\[([^\]]+)\]\(([^)]+)\)$/gm;
  const guides = readGuides(root).flatMap(({ guides }) => guides);
  /** Tables to look something up in, a list of promises, and a guide that draws its messages in text. */
  const without = ["props", "accessibility", "protocol"];

  it("stand in the files as they are described now", async () => {
    for (const [path, picture] of drawn)
      expect(await read(path), `${path}: npm run build draws the pictures`).toBe(picture);
  });

  it("are one for each guide that shows how something goes, with words for those who do not see it", () => {
    const found = guides.map(({ name, file, text }) => {
      const pictures = [...text.matchAll(shown)].map(([, words, path]) => {
        expect(words!.length, file).toBeGreaterThan(40);
        return join("/", file, "..", path!);
      });
      return [name, pictures];
    });
    const wanted = guides.map(({ name }) => [
      name,
      without.includes(name) ? [] : [`/docs/guides/pictures/${name}.svg`],
    ]);
    expect(found).toEqual(wanted);
    expect(drawn).toHaveLength(guides.length - without.length);
  });

  it("name only code that stands in their guide", () => {
    for (const [path, picture] of drawn) {
      const { text } = guides.find(({ name }) => path.endsWith(`/${name}.svg`))!;
      const words = text.replace(shown, "");
      for (const [, code] of picture.matchAll(/<tspan class="code">([^<]+)<\/tspan>/g)) {
        const plain = code!.replaceAll("&lt;", "<").replaceAll("&gt;", "").replaceAll("&amp;", "&");
        expect([path, plain, words.includes(plain)]).toEqual([path, plain, true]);
      }
    }
  });
});
