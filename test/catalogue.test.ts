import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import pack from "../package.json" with { type: "json" };
import { root } from "./architecture/source-files.ts";

const folder = join(root, "stories/entries");
const pages = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));

test("the catalogue has a page for each entry of the export map that holds code", () => {
  const entries = Object.keys(pack.exports).filter((path) => !/\.(css|json)$/.test(path));
  const named = pages.map((page) => /^# `referrals-embed(.*)`$/m.exec(page)?.[1]);
  expect(named.map((path) => `.${path}`).sort()).toEqual(entries.sort());
});

test("what those pages import is exported", async () => {
  for (const page of pages) {
    const imports = [...page.matchAll(/import \{ ([^}]+) \} from "referrals-embed(?:\/(\w+))?";/g)];
    for (const [, names = "", entry] of imports) {
      const module = (await import(/* @vite-ignore */ `../src/${entry ? `${entry}/` : ""}index.ts`)) as object;
      expect(Object.keys(module)).toEqual(expect.arrayContaining(names.split(", ")));
    }
  }
});

test("the pages of guides and errors run in a browser: nothing that they import needs Node", async () => {
  const { metafile } = await build({
    entryPoints: [join(root, "stories/support/Guides.tsx")],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    packages: "external",
    external: ["node:*"],
    alias: { "referrals-embed/contract": join(root, "src/contract/index.ts") },
    logLevel: "error",
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect(imported).toContain("@storybook/addon-docs/blocks");
  expect(imported.filter((path) => path.startsWith("node:"))).toEqual([]);
});
