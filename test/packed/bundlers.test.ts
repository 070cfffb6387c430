import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectChromium } from "../browser/chromium.ts";
import { root } from "../package/built.ts";
import { copyProject } from "./copy-project.ts";
import { onConsole } from "../browser/scene.ts";

const run = promisify(execFile);
const bundlers = ["vite", "esbuild", "rollup", "webpack", "rspack", "rsbuild", "parcel"];

let project: Awaited<ReturnType<typeof copyProject>>;
let server: Server;
let browser: Browser;
let url: string;

/** `/<bundler>/<entry>` is a page with that entry; the rest is what the bundler wrote. */
async function answer(path: string): Promise<[type: string, body: string | Buffer] | undefined> {
  const styles = join(project.folder, "node_modules/referrals-embed/dist/styles.css");
  if (path.endsWith("/styles.css")) return ["text/css", await readFile(styles)];
  if (extname(path) !== "") return ["text/javascript", await readFile(join(project.folder, "out", path))];
  const html = `<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/styles.css"><div id="app"></div>`;
  return ["text/html", `${html}<script type="module" src="${path}.js"></script>`];
}

beforeAll(async () => {
  [project, browser] = await Promise.all([
    copyProject(join(root, "test/packed/bundlers")),
    connectChromium(inject("chromium")),
  ]);
  server = createServer(async ({ url = "" }, response) => {
    const found = await answer(url).catch(() => undefined);
    response.writeHead(found ? 200 : 404, { "Content-Type": found?.[0] ?? "text/plain" }).end(found?.[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await Promise.all([browser?.close(), project?.remove()]);
});

async function open(path: string): Promise<{ page: Page; said: string[] }> {
  const page = await browser.newPage({ locale: "en" });
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(error.message));
  onConsole(page, (type, text) => /error|warning/.test(type) && said.push(text));
  await page.goto(url + path);
  return { page, said };
}

describe.each(bundlers)("a two-file app built by %s (EMB-K7)", (bundler) => {
  beforeAll(async () => {
    await run(process.execPath, ["build.mjs", bundler], { cwd: project.folder });
  });

  it("shows the dashboard, whose chunks load when needed, with an empty console", async () => {
    const { page, said } = await open(`/${bundler}/app`);
    await page.click("[role=tab]:has-text('Earnings')");
    await page.waitForSelector("[role=tabpanel]:not([hidden]) table");
    expect(said).toEqual([]);
    await page.close();
  });

  it("the SDK in browser code refuses to load", async () => {
    const { page, said } = await open(`/${bundler}/leak`);
    await expect.poll(() => said.join()).toContain("holds your API key and must not be bundled for a browser");
    expect(await page.evaluate(() => "leaked" in window)).toBe(false);
    await page.close();
  });
});
