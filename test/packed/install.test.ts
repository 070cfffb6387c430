import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { npm } from "./npm.ts";

const run = promisify(execFile);

let folder: string;
let shipped: string;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "referrals-empty-"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await npm(folder, "install", inject("tarball"));
  shipped = join(folder, "node_modules/referrals-embed");
  files = readdirSync(shipped, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(shipped.length + 1))
    .sort();
});
afterAll(() => rm(folder, { recursive: true }));

const read = (file: string): string => readFileSync(join(shipped, file), "utf8");
const manifest = (): { exports: Record<string, Record<string, string> | string> } => JSON.parse(read("package.json"));
/** Parts and source maps, of which there may be as many as entries lead to. */
const inside = /^dist\/(modules|types|locales)\/|\.map$/;

/** Files the export map names, and the script-tag file. */
function entries(): string[] {
  const named = Object.values(manifest().exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  const paths = named.map((path) => path.slice("./".length));
  const packs = files.filter((file) => paths.some((path) => path.includes("*") && matches(file, path)));
  return [...new Set([...paths.filter((path) => !path.includes("*")), ...packs, "dist/embed.global.js"])];
}

const matches = (file: string, pattern: string): boolean => {
  const [before, after] = pattern.split("*") as [string, string];
  return file.startsWith(before) && file.endsWith(after) && !file.slice(before.length).includes("/");
};

/** What entries lead to: imports of code and of declarations, and the source map of each file. */
function reached(): Set<string> {
  const seen = new Set(entries());
  for (const file of seen) {
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    const text = read(file);
    if (text.includes("//# sourceMappingURL=")) seen.add(`${file}.map`);
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, path] of code.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)) {
      const next = join(dirname(file), path as string);
      seen.add(file.endsWith(".d.ts") ? next.replace(/\.js$/, ".d.ts") : next);
    }
  }
  return seen;
}

describe("the packed package in an empty project", () => {
  it("is six packages, React included (EMB-K2)", () => {
    const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as { packages: object };
    const names = Object.keys(packages).map((path) => path.replace(/^node_modules\//, ""));
    expect(names.filter(Boolean).sort()).toEqual([
      "@tanstack/query-core",
      "@tanstack/react-query",
      "clsx",
      "react",
      "referrals-embed",
      "uqr",
    ]);
  });

  it("brings these files at its top, and runs nothing when installed (EMB-K5)", () => {
    expect(files.filter((file) => !inside.test(file))).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/contract.d.ts",
      "dist/contract.js",
      "dist/demo.d.ts",
      "dist/demo.js",
      "dist/element.d.ts",
      "dist/element.js",
      "dist/embed.global.js",
      "dist/frame.d.ts",
      "dist/frame.js",
      "dist/hooks.d.ts",
      "dist/hooks.js",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/inline.d.ts",
      "dist/inline.js",
      "dist/server.browser.js",
      "dist/server.d.ts",
      "dist/server.js",
      "dist/styles.css",
      "dist/styles.d.ts",
      "package.json",
    ]);
    expect(
      Object.keys(JSON.parse(read("package.json")).scripts).filter((name) => /install|prepare/.test(name)),
    ).toEqual([]);
  });

  it("brings nothing that no entry leads to, and everything that one does (EMB-K5)", () => {
    const wanted = reached();
    expect(files.filter((file) => inside.test(file) && !wanted.has(file))).toEqual([]);
    expect([...wanted].filter((file) => !files.includes(file))).toEqual([]);
  });

  it("names neither a folder of this machine nor a registry (EMB-K5)", () => {
    const home = new RegExp(`${process.cwd()}|/home/|/Users/|sourceMappingURL=data:`);
    expect(files.filter((file) => /\.(js|map|ts|css|json|md)$/.test(file) && home.test(read(file)))).toEqual([]);
  });
});

/** What a host writes: options it may not have yet, the element by its tag, the stylesheet for its effect. */
const strictHost = `
import { ReferralsEmbed } from "referrals-embed";
import "referrals-embed/element";
import "referrals-embed/styles.css";
import { createReferralsClient } from "referrals-embed/server";
export const Referrals = ({ token, locale }: { token: string | undefined; locale: string | undefined }) => (
  <ReferralsEmbed data="referrals" token={token} locale={locale} mode={undefined} themeOptions={undefined} />
);
document.querySelector("referrals-embed")?.handle?.reload();
export const mint = (id: string) =>
  createReferralsClient({ apiKey: "", baseUrl: "" }).embedTokens.referrals({ tenantId: id, partner: { email: "" } });
`;

describe("under the compiler", () => {
  it.each(["bundler", "nodenext"])("suits a host of the strictest settings (%s) (EMB-K1)", async (moduleResolution) => {
    const react = join(process.cwd(), "node_modules/@types/react");
    await writeFile(join(folder, "host.tsx"), strictHost);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      jsx: "react-jsx",
      target: "es2022",
      module: moduleResolution === "bundler" ? "esnext" : "nodenext",
      moduleResolution,
      types: [],
      paths: { react: [`${react}/index.d.ts`], "react/*": [`${react}/*.d.ts`] },
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["host.tsx"] }));
    const { stdout } = await run(join(process.cwd(), "node_modules/.bin/tsc"), ["-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
  });
});

describe("under plain Node, without a DOM", () => {
  const names = (): string[] =>
    Object.entries(manifest().exports)
      .filter(([name, target]) => typeof target !== "string" && !name.endsWith(".css"))
      .map(([name]) => name.replace("./locales/*", "./locales/de").replace(/^\./, "referrals-embed"));

  const node = (code: string, ...flags: string[]): Promise<{ stdout: string }> =>
    run(process.execPath, [...flags, "--input-type=module", "-e", code], { cwd: folder });

  it("importing every entry adds no global and keeps nothing running (EMB-R1, EMB-A8)", async () => {
    const list = names();
    expect(list).toHaveLength(9);
    const { stdout } = await node(`
      const before = Object.keys(globalThis).join();
      for (const name of ${JSON.stringify(list)}) console.log(name, typeof (await import(name)));
      console.log(Object.keys(globalThis).join() === before);
    `);
    expect(stdout.trim().split("\n")).toEqual([...list.map((name) => `${name} object`), "true"]);
  });

  it("the SDK refuses to load where a bundler resolves for a browser", async () => {
    const refusal = node('await import("referrals-embed/server")', "--conditions=browser");
    await expect(refusal).rejects.toThrow("holds your API key");
    const names = (file: string): string[] => /export \{([^}]*)\}/.exec(read(file))![1]!.split(",").sort();
    expect(names("dist/server.browser.js")).toEqual(names("dist/server.js"));
  });
});
