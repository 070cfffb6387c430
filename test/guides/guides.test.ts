import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { fieldsOf } from "../../scripts/build/guide-tables.mjs";
import { themeOptionRows } from "../../src/contract/theme.ts";
import { referralsEmbedIframe } from "../../src/frame/index.ts";
import { blocks, blocksIn, pages } from "./blocks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
const run = promisify(execFile);

describe("the code of the guides and the README", () => {
  it("is in a language that is tried", () => {
    const tried = "ts tsx jsx js html vue svelte astro sh php ruby nginx caddyfile http".split(" ");
    expect(blocks.length).toBeGreaterThan(80);
    // The protocol's drawing has no language.
    const others = blocks.filter(({ language }) => !tried.includes(language));
    expect(others.map(({ file, language }) => [file, language])).toEqual([["docs/protocol.md", ""]]);
  });

  it("typechecks, where it is TypeScript or JavaScript", async () => {
    const cache = join(root, "node_modules/.cache");
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, "guides-"));
    try {
      const files = blocksIn("ts", "tsx", "jsx", "js").map(
        ([place, { code }], index) => [`${index}.tsx`, `// ${place}\n${code}\nexport {};\n`] as const,
      );
      for (const [name, text] of files) await writeFile(join(folder, name), text);
      const config = {
        extends: join(root, "tsconfig.json"),
        compilerOptions: {
          // What the code of a host is not asked for: types of its own parameters, and doubts about lists.
          noImplicitAny: false,
          noUncheckedIndexedAccess: false,
          paths: {
            "referrals-embed": [join(root, "src/index.ts")],
            "referrals-embed/locales/*": [join(root, "src/locales/*.ts")],
            "referrals-embed/*": [join(root, "src/*/index.ts")],
          },
        },
        include: ["*.tsx", join(root, "test/guides/*.d.ts")],
        exclude: [],
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      const { stdout } = await run(process.execPath, [
        join(root, "node_modules/typescript/bin/tsc"),
        "--noEmit",
        "-p",
        folder,
      ]).catch((error: { stdout: string }) => error);
      const told = stdout.replace(
        /^.*?(\d+)\.tsx/gm,
        (_, index: string) => files[Number(index)]![1].split("\n", 1)[0]!,
      );
      expect(told).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("imports only what the packages export", async () => {
    for (const { code } of blocks)
      for (const [, names, entry = ""] of code.matchAll(/import \{ ([^}]+) \} from "referrals-embed(\/\w+)?"/g))
        for (const name of names!.split(", "))
          expect(await read(`src${entry}/index.ts`)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

/** What the element takes, by the class itself. */
const attributes = async (): Promise<string[]> =>
  /"(data theme[^"]*)"/.exec(await read("src/element/referrals-embed-element.ts"))![1]!.split(" ");

describe("HTML in the guides and the README", () => {
  it.each(blocksIn("html"))(
    "%s: is well formed, and gives elements and scripts only what they read",
    async (_, { code }) => {
      const { body, querySelectorAll } = new JSDOM(`<!doctype html><body>${code}`).window.document;
      expect(typeof querySelectorAll).toBe("function");
      const settings = await read("service/src/analytics-script/settings.ts");
      const known = [...settings.matchAll(/attribute\("([\w-]+)"\)/g)].map(([, name]) => `data-${name}`);
      const allowed = await attributes();
      for (const element of body.querySelectorAll("*")) {
        const names = element.getAttributeNames();
        if (element.localName.startsWith("referrals-"))
          expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
        if (element.getAttribute("src")?.endsWith("analytics.js"))
          expect(names.filter((name) => name.startsWith("data-") && !known.includes(name))).toEqual([]);
      }
      const opened = [...code.matchAll(/<([a-z][\w-]*)/g)].map(([, name]) => name!);
      const closed = [...code.matchAll(/<\/([a-z][\w-]*)/g)].map(([, name]) => name!);
      const single = ["img", "p"];
      expect(opened.filter((name) => !closed.includes(name) && !single.includes(name))).toEqual([]);
    },
  );

  it("writes the plain iframe as the helper does", () => {
    const iframes = blocksIn("html").filter(([, { code }]) => code.startsWith("<iframe"));
    expect(iframes.length).toBeGreaterThan(0);
    const appUrl = "https://app.example.com";
    const printed = referralsEmbedIframe({ appUrl, token: "PUBLIC_TOKEN", theme: "dark" });
    const attributesOf = (html: string) => new JSDOM(html).window.document.querySelector("iframe")!;
    const own = attributesOf(printed);
    for (const [place, { code }] of iframes)
      for (const { name, value } of attributesOf(code).attributes)
        if (name === "src") expect(new URL(value).pathname, place).toBe(new URL(own.src).pathname);
        else
          expect([place, name, value.replace(/\s/g, "")]).toEqual([
            place,
            name,
            own.getAttribute(name)?.replace(/\s/g, ""),
          ]);
  });

  it.each(blocksIn("vue", "svelte", "astro"))("%s: gives the element only what it reads", async (_, { code }) => {
    const allowed = [...(await attributes()), "key"];
    const tags = [...code.matchAll(/<referrals-embed\s([\s\S]*?)>\s*(?:<\/|\n|$)/g)];
    expect(tags).toHaveLength(1);
    const names = [...tags[0]![1]!.replaceAll(/"[^"]*"|\{[^}]*\}+/g, '""').matchAll(/([:@\w-]+)=/g)].map(
      ([, name]) => name!,
    );
    expect(names).toContain("token-url");
    const unknown = names.filter(
      (name) => !/^(@|on)referrals-error$/.test(name) && !allowed.includes(name.replace(/^:/, "")),
    );
    expect(unknown).toEqual([]);
  });

  it("names directives and features that browsers know in headers", () => {
    const directives = ["default-src", "frame-src", "script-src", "connect-src", "clipboard-write", "web-share"];
    for (const [, { code }] of blocksIn("http"))
      for (const part of code.split(": ")[1]!.split(/[;,] /))
        expect(directives).toContain(part.trim().split(/[ =]/)[0]);
  });
});

describe("tables of the guides", () => {
  const textOf = (name: string): string => pages.find(({ file }) => file.endsWith(`${name}.md`))!.text;

  it("are all filled", () => {
    for (const { text } of pages) expect(text).not.toContain("<!-- table:");
  });

  it("name every theme option with a meaning", () => {
    for (const name of Object.keys(themeOptionRows))
      expect(textOf("theming")).toMatch(new RegExp(`^\\| \`${name}\` \\| \`.+\` \\| \\S.+ \\|$`, "m"));
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
