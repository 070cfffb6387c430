import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { declarationReach, dist, ensureBuilt, filesOf, reachOf, read } from "./built.ts";
import { surfaceOf } from "./surface.ts";

beforeAll(ensureBuilt, 300_000);

const entries = ["index", "inline", "hooks", "frame", "element", "server", "contract", "demo"];
const client = ["index.js", "inline.js", "hooks.js"];

describe("what is shipped", () => {
  it("'use client' is the first statement of the React entries, and of nothing else (EMB-R5)", () => {
    const first = (file: string): boolean => /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*["']use client["']/.test(read(file));
    const own = filesOf(".js").filter((file) => !/^(page|demo-host)\//.test(file));
    expect(own.filter(first)).toEqual([...client].sort());
  });

  it.each([
    ["frame", ["modules/development/develop.js"]],
    ["element", ["modules/development/develop.js"]],
    ["contract", []],
  ])("./%s reads process.env in one place at most, and names no React type (EMB-K4)", async (entry, places) => {
    const { modules } = await reachOf(`${entry}.js`, true);
    expect(modules.filter((file) => read(file).includes("process.env"))).toEqual(places);
    expect(declarationReach(`${entry}.d.ts`).packages).toEqual([]);
  });

  it("that place says nothing where there is no process, as without a bundler, and in production (EMB-K4)", async () => {
    const { develop } = await import(pathToFileURL(join(dist, "modules/development/develop.js")).href);
    const say = vi.fn();
    vi.stubEnv("NODE_ENV", "production");
    expect(develop(say)).toBeUndefined();
    vi.stubEnv("NODE_ENV", "development");
    await develop(say);
    expect(say).toHaveBeenCalledTimes(1);
    vi.unstubAllEnvs();
    vi.stubGlobal("process", undefined);
    expect(develop(say)).toBeUndefined();
    vi.unstubAllGlobals();
    expect(say).toHaveBeenCalledTimes(1);
  });

  it.each(["index", "inline", "hooks", "frame", "element"])(
    "a production build with ./%s keeps nothing of what development builds say (EMB-K4)",
    async (entry) => {
      const built = (mode: string) =>
        build({
          entryPoints: [join(dist, `${entry}.js`)],
          bundle: true,
          write: false,
          minify: true,
          splitting: true,
          format: "esm",
          outdir: "out",
          packages: "external",
          define: { "process.env.NODE_ENV": JSON.stringify(mode) },
          logLevel: "error",
        });
      const said = async (mode: string): Promise<boolean> =>
        (await built(mode)).outputFiles.some(({ text }) =>
          /tellOptions|tellError|tokenProblem|of your service/.test(text),
        );
      expect([await said("development"), await said("production")]).toEqual([true, false]);
    },
  );

  it("neither the page nor the script-tag file reads process.env (EMB-K4)", () => {
    const files = ["embed.global.js", ...filesOf(".js", join(dist, "page"))];
    expect(files.filter((file) => read(file).includes("process.env"))).toEqual([]);
  });

  it("logs nothing but the named warnings (EMB-K4)", () => {
    const lines = filesOf(".js", join(dist, "modules")).flatMap((file) =>
      [...read(file).matchAll(/console\.[a-z]+\([^\n]{0,40}/g)].map(([line]) => line),
    );
    expect(lines.filter((line) => !/^console\.warn\(["'`]referrals-embed: /.test(line))).toEqual([]);
  });

  it("the iframe entry pulls in neither React Query nor the dashboard (EMB-K3)", async () => {
    const { modules, packages } = await reachOf("index.js");
    expect(packages).toEqual(["react", "react/jsx-runtime"]);
    expect(modules.filter((file) => /dashboard|inline|demo|server|locales/.test(file))).toEqual([]);
  });

  it.each([
    ["frame", []],
    ["element", []],
    ["contract", []],
    ["demo", []],
    ["inline", ["@tanstack/react-query", "clsx", "react", "react/jsx-runtime", "uqr"]],
    ["hooks", ["@tanstack/react-query", "react", "react/jsx-runtime"]],
  ])("./%s needs no other package (EMB-K3, EMB-L6)", async (entry, allowed) => {
    const { packages } = await reachOf(`${entry}.js`, true);
    expect(packages.filter((name) => !allowed.includes(name as never))).toEqual([]);
  });

  it("a hook alone pulls in the data layer and nothing that draws (EMB-K3)", async () => {
    const { modules } = await reachOf("hooks.js");
    const drawn = /modules\/(dashboard|charts|forms|overlays|lists|parts|files)\.js|panels|locales/;
    expect(modules.filter((file) => drawn.test(file))).toEqual([]);
  });

  it("the dashboard begins without a panel, a form, a chart or a language (EMB-K3)", async () => {
    const { modules } = await reachOf("inline.js");
    expect(modules.filter((file) => /panels|charts|forms|overlays|lists|parts|files|demo/.test(file))).toEqual([]);
    expect(modules.filter((file) => /locales\/(?!load-locale|resolve-locale)/.test(file))).toEqual([]);
  });

  it("no server code is in a browser entry (EMB-K3)", async () => {
    for (const entry of entries.filter((entry) => entry !== "server")) {
      const { modules, packages } = await reachOf(`${entry}.js`, true);
      expect([...modules, ...packages].filter((name) => /modules\/server\/|^node:/.test(name))).toEqual([]);
    }
  });

  it("importing an entry on a server has no side effect and opens nothing (EMB-A8, EMB-R1)", async () => {
    const before = Object.keys(globalThis).sort();
    for (const entry of entries.filter((entry) => entry !== "element"))
      await import(/* @vite-ignore */ pathToFileURL(join(dist, `${entry}.js`)).href);
    expect(Object.keys(globalThis).sort()).toEqual(before);
  });

  it("every entry has declarations whose imports exist (EMB-K1)", () => {
    for (const entry of entries) {
      const { files } = declarationReach(`${entry}.d.ts`);
      expect(files.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
    }
  });

  it("the exported surface is what it was, name by name and signature by signature (EMB-K5)", async () => {
    await expect(surfaceOf(entries)).toMatchFileSnapshot("__snapshots__/surface.txt");
  });

  it("no selector of the stylesheet reaches outside the guarded root (DES-S1)", () => {
    const css = read("styles.css").replace(/@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*\}/g, "");
    const selectors = [...css.matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)].flatMap(([, list]) =>
      (list as string).split(/,(?![^(]*\))/),
    );
    expect(selectors.length).toBeGreaterThan(50);
    expect(selectors.filter((selector) => !selector.trim().startsWith(".rf-root:not(#\\9)"))).toEqual([]);
  });

  it("the page's HTML has neither inline script nor inline style (EMB-C1)", () => {
    const html = read("page/index.html");
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
    expect(html.indexOf("handshake-")).toBeLessThan(html.indexOf("main-"));
  });
});
