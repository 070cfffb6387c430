import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectChromium } from "../browser/chromium.ts";
import { until } from "../browser/drive.ts";
import { startRealService, type RealService } from "../browser/real-service.ts";
import { root } from "../package/built.ts";
import { openProject, type OpenProject } from "./open-project.ts";
import { onConsole, saysItCannotShare } from "../browser/scene.ts";

const examples = [
  { name: "react", pages: ["/"], built: true },
  { name: "vue", pages: ["/"], built: true },
  { name: "html", pages: ["/", "/iframe"], built: false },
  { name: "next", pages: ["/", "/simple"], built: true },
];

let service: RealService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startRealService(), connectChromium(inject("chromium"))]);
});
afterAll(() => Promise.all([browser.close(), service.close()]));

describe.each(examples)("examples/$name", ({ name, pages, built }) => {
  let host: OpenProject;

  beforeAll(async () => {
    const env = {
      REFERRALS_API_KEY: service.apiKey,
      REFERRALS_API_URL: `${service.appUrl}/api`,
      REFERRALS_APP_URL: service.appUrl,
      VITE_REFERRALS_APP_URL: service.appUrl,
      NEXT_PUBLIC_REFERRALS_APP_URL: service.appUrl,
    };
    host = await openProject(`examples/${name}`, env, { built });
  });
  afterAll(() => host?.close());

  it.each(pages)("shows the signed-in partner's link from a real service at %s", async (path) => {
    const context = await browser.newContext({ locale: "en" });
    const page = await context.newPage();
    const said: string[] = [];
    page.on("pageerror", (error) => said.push(error.message));
    onConsole(page, (type, text) => /error|warning/.test(type) && !saysItCannotShare(text) && said.push(text));
    await page.goto(host.url + path);
    // By its place: what React streams into a Suspense boundary is moved there, and a frame that is moved loads again.
    const frame = page.frameLocator("iframe");
    await frame.locator("[role=tab]").first().waitFor();
    const [partner] = await until(
      async () => await service.client.partners.list({ tenantId: `user_${name}` }),
      (partners) => partners.length === 1,
    );
    const shortLink = partner!.links![0]!.shortLink.replace(/^https?:\/\//, "");
    await until(
      () => frame.locator("input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
      (values) => values.some((value) => value.includes(shortLink)),
    );
    expect(said).toEqual([]);
    await context.close();
  });
});

/** Lines that do something, between blank ones and comments. */
const codeLines = (file: string): string[] =>
  readFileSync(join(root, "examples", file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/\*|<!--|"use client")/.test(line));

describe("what a host writes", () => {
  it.each(["react/src/Referrals.tsx", "next/app/referrals.tsx"])(
    "%s: token, theme and renewal take a React host at most 6 lines",
    (file) => {
      expect(codeLines(file).length).toBeLessThanOrEqual(6);
    },
  );

  it("html/index.html: a page without a bundler needs two lines", () => {
    expect(codeLines("html/index.html").filter((line) => /embed\.global|referrals-embed/.test(line))).toHaveLength(2);
  });
});

it("examples/html: a service that is down costs the token, and not the server", async () => {
  const env = { REFERRALS_API_KEY: "ref_x", REFERRALS_API_URL: "http://127.0.0.1:1/api", REFERRALS_APP_URL: "x" };
  const host = await openProject("examples/html", env, { built: false });
  const asked = await fetch(`${host.url}/api/referrals-token`, { method: "POST" });
  expect([asked.status, (await fetch(host.url)).status]).toEqual([502, 200]);
  await host.close();
});
