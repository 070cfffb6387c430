import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createEmbedPage } from "../../service/src/routes/embed-page.ts";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { faultsAt } from "./broken-rules.ts";
import { connectChromium } from "./chromium.ts";
import { untilLoaded } from "./drive.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

let server: Server;
let browser: Browser;
let outDir: string;
let address: string;

/** The demo host and all that it asks for, on one origin as with `npm start`; the figures are the demo's. */
beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), "demo-host-"));
  const script = join(root, "scripts/build/demo-host.mjs");
  const { buildDemoHost } = (await import(script)) as { buildDemoHost(root: string, to: object): Promise<void> };
  await buildDemoHost(root, { outDir, library: "src/index.ts", styles: join(inject("hostApp"), "styles.css") });
  const app = new Hono();
  server = createServer((request, response) => void getRequestListener(app.fetch)(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = { pageDir: inject("embedPage"), appUrl: origin, apiUrl: `${origin}/api`, demoTokens: false };
  app.route("/embed", createEmbedPage({ ...page, findOrigins: () => Promise.resolve(null) }));
  const demo = createDemoFetch();
  app.all("/api/embed/*", async ({ req }) => {
    const body = req.method === "GET" ? undefined : await req.text();
    return demo(req.url, { method: req.method, headers: req.raw.headers, body });
  });
  app.post("/demo/api/referrals-token", (c) => c.json({ publicToken: "ref_embed_test" }));
  app.get("/demo/*", async (c) => {
    const path = c.req.path.slice("/demo/".length) || "index.html";
    const type = types[extname(path)] ?? "text/html";
    return c.body(new Uint8Array(await readFile(join(outDir, path))), 200, { "Content-Type": type });
  });
  address = `${origin}/demo/`;
  browser = await connectChromium(inject("chromium"));
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await rm(outDir, { recursive: true });
});

async function open(hash = "", look: { width?: number; colorScheme?: "light" | "dark" } = {}): Promise<Page> {
  const { width = 1280, colorScheme = "light" } = look;
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
  await page.goto(address + hash);
  await untilShown(page);
  return page;
}

/** The dashboards of a page, once each shows its figures. */
async function untilShown(page: Page): Promise<Frame[]> {
  await page.waitForSelector("iframe");
  const frames = page.frames().slice(1);
  for (const frame of frames) {
    await frame.waitForSelector(".rf-root");
    await untilLoaded(frame);
  }
  return frames;
}

const names = { "": "Referrals", "#account": "Account", "#screens": "Screens" };

describe.each(Object.entries(names))("the demo host at /demo/%s", (hash, name) => {
  it.each(["light", "dark"] as const)(
    "%s: has no fault that axe finds, and no sideways scroll from 320 to 1440 px",
    async (colorScheme) => {
      const page = await open(hash, { colorScheme });
      expect(await page.title()).toBe(`${name} · Northlight`);
      expect(await faultsAt(page, [320, 480, 768, 1024, 1440])).toEqual([]);
      await page.close();
    },
  );
});

it("opens on one dashboard over the whole width, in line with the heading", async () => {
  const page = await open("", { width: 1440 });
  const [frame, ...others] = await untilShown(page);
  expect(others).toEqual([]);
  const left = (await page.locator("h1").boundingBox())!.x;
  const hero = (await frame!.locator(".rf-card").first().boundingBox())!;
  expect(Math.abs(hero.x - left)).toBeLessThanOrEqual(1);
  expect(hero.width).toBeGreaterThan(960);
  await page.close();
});

it("is walked by keyboard: a page, its heading, the dashboard in a dialog", async () => {
  const page = await open();
  await page.keyboard.press("Tab");
  for (const link of ["Skip to content", "Referrals", "Account"]) {
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(link);
    if (link !== "Account") await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  expect(await page.title()).toBe("Account · Northlight");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  const [card] = await untilShown(page);
  expect(await card!.getByRole("button", { name: "Copy link" }).count()).toBe(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] iframe").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Referrals" }).waitFor();
  await page.close();
});

it("gives the dashboard the theme and the brand colour that are chosen", async () => {
  const page = await open();
  const [frame] = await untilShown(page);
  const painted = (): Promise<string[]> =>
    frame!.evaluate(() => {
      const style = (selector: string): CSSStyleDeclaration => getComputedStyle(document.querySelector(selector)!);
      return [style(".rf-root").backgroundColor, style(".rf-button-primary, [data-variant=primary]").backgroundColor];
    });
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Teal" }).check({ force: true });
  await expect.poll(painted).toEqual(["rgb(16, 18, 22)", "rgb(15, 118, 110)"]);
  await page.close();
});

it("shows a phone beside a desktop", async () => {
  const page = await open("#screens", { width: 1440 });
  const frames = await untilShown(page);
  const widths = await Promise.all(frames.map((frame) => frame.evaluate(() => innerWidth)));
  expect(widths[0]).toBeGreaterThanOrEqual(960);
  expect(widths[1]).toBeLessThan(480);
  const [desktop, phone] = [await page.locator(".desktop").boundingBox(), await page.locator(".phone").boundingBox()];
  expect(phone!.x).toBeGreaterThan(desktop!.x + desktop!.width);
  await page.close();
});
