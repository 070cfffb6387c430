import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbedPage, type EmbedPageDeps } from "../../src/routes/embed-page.ts";

const GOOD = `ref_embed_${"a".repeat(43)}`;
let pageDir = "";

beforeAll(async () => {
  pageDir = await mkdtemp(join(tmpdir(), "embed-page-"));
  await mkdir(join(pageDir, "assets"));
  await cp(new URL("../../../src/page/index.html", import.meta.url), join(pageDir, "index.html"));
  await writeFile(join(pageDir, "assets/main-1a2b.js"), "export {};");
  await writeFile(
    join(pageDir, "preloads.json"),
    JSON.stringify({
      languages: { en: "assets/en-0.js", de: "assets/de-1.js", "pt-BR": "assets/pt-2.js" },
      panels: { analytics: ["assets/analytics-3.js", "assets/chart-4.js"], links: ["assets/links-5.js"] },
    }),
  );
});
afterAll(() => rm(pageDir, { recursive: true }));

function get(path: string, more: Partial<EmbedPageDeps> = {}, headers: Record<string, string> = {}): Promise<Response> {
  const deps: EmbedPageDeps = {
    findOrigins: (token) =>
      Promise.resolve(token === GOOD ? ["https://host.example", "https://b.example:8443"] : undefined),
    pageDir,
    appUrl: "https://app.example",
    apiUrl: "https://app.example/api",
    demoTokens: false,
    ...more,
  };
  return Promise.resolve(new Hono().route("/embed", createEmbedPage(deps)).request(`/embed${path}`, { headers }));
}
const policyOf = (response: Response): string => response.headers.get("Content-Security-Policy") ?? "";

describe("GET /embed/referrals", () => {
  it.each([
    ["a token in force", `?token=${GOOD}`, 200],
    ["a handshake", "?handshake=1", 200],
    ["neither token nor handshake", "", 400],
    ["an empty token", "?token=", 400],
    ["a token that is not in force", "?token=ref_embed_x", 401],
    ["a demo token where demos are off", "?token=demo", 401],
  ])("answers %s with the themed page (EMB-I5)", async (_, query, status) => {
    const response = await get(`/referrals${query}`);
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(await response.text()).toContain('<div id="root">');
  });

  it("accepts demo tokens where the deployment enables them, and marks the page (EMB-D3)", async () => {
    const response = await get("/referrals?token=demo:empty", { demoTokens: true });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('data-demo=""');
  });

  it.each([
    ["the locale asked for", "&locale=de-AT", "fr", "assets/de-1.js"],
    ["the browser's first language that has a pack", "", "tlh, pt;q=0.9, de;q=0.8", "assets/pt-2.js"],
    ["English where the browser prefers it", "", "en-GB, de;q=0.8", "assets/en-0.js"],
    ["English for a language without a pack", "&locale=tlh", "", "assets/en-0.js"],
    ["English for text that is no language", "&locale=%22%3E%3Cscript%3E", "*", "assets/en-0.js"],
  ])("preloads %s", async (_, query, accepted, file) => {
    const response = await get(`/referrals?handshake=1${query}`, {}, { "Accept-Language": accepted });
    const found = /<link rel="modulepreload" href="([^"]*)">/.exec(await response.text())?.[1];
    expect(found).toBe(file);
  });

  it.each([
    ["no panel for the dashboard that begins with the overview", "", []],
    ["the analytics, with all they need", "&data=analytics", ["assets/analytics-3.js", "assets/chart-4.js"]],
    ["the panel that the host puts first", "&sections=links,overview", ["assets/links-5.js"]],
    ["no panel for text that names none", "&sections=constructor,links", []],
  ])("preloads %s", async (_, query, files) => {
    const html = await (await get(`/referrals?handshake=1${query}`)).text();
    const found = [...html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, file]) => file);
    expect(found).toEqual(["assets/en-0.js", ...files]);
  });

  it("sends the page's headers and no X-Frame-Options (EMB-I2)", async () => {
    const { headers } = await get("/referrals?handshake=1");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(headers.has("X-Frame-Options")).toBe(false);
    expect(headers.has("Set-Cookie")).toBe(false);
  });

  it("frame-ancestors is the token's list, else any (EMB-I2)", async () => {
    expect(policyOf(await get(`/referrals?token=${GOOD}`))).toMatch(
      /frame-ancestors https:\/\/host\.example https:\/\/b\.example:8443$/,
    );
    expect(policyOf(await get("/referrals?handshake=1"))).toMatch(/frame-ancestors \*$/);
    expect(policyOf(await get("/referrals?token=no"))).toMatch(/frame-ancestors \*$/);
    const odd = { findOrigins: () => Promise.resolve(["https://x; script-src *"]) };
    expect(policyOf(await get(`/referrals?token=${GOOD}`, odd))).toMatch(/frame-ancestors 'none'$/);
    const nowhere = { findOrigins: () => Promise.resolve([]) };
    expect(policyOf(await get(`/referrals?token=${GOOD}`, nowhere))).toMatch(/frame-ancestors 'none'$/);
    const anywhere = { findOrigins: () => Promise.resolve(null) };
    expect(policyOf(await get(`/referrals?token=${GOOD}`, anywhere))).toMatch(/frame-ancestors \*$/);
  });

  it("the policy allows no inline script or style, and only our API (EMB-C1)", async () => {
    const own = policyOf(await get("/referrals?handshake=1"));
    expect(own).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';");
    const apart = policyOf(await get("/referrals?handshake=1", { apiUrl: "https://api.example/v1" }));
    expect(apart).toContain("connect-src 'self' https://api.example;");
  });

  it("writes theme and view into the markup; an unknown theme is light (EMB-I4)", async () => {
    const text = async (query: string): Promise<string> => (await get(`/referrals?handshake=1${query}`)).text();
    expect(await text("&theme=dark&data=analytics")).toContain('data-theme="dark" data-view="analytics"');
    expect(await text("&data=card")).toContain('data-view="card"');
    expect(await text("&theme=neon&data=x")).toContain('data-theme="light" data-view="referrals"');
  });

  it("nothing of the query reaches the HTML (EMB-I3)", async () => {
    const plain = await (await get("/referrals?handshake=1")).text();
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.string(), async (token, theme, themeOptions) => {
        const query = new URLSearchParams({ token: `"><script>${token}`, theme: `z${theme}`, themeOptions });
        expect(await (await get(`/referrals?${query}`)).text()).toBe(plain);
      }),
    );
  });

  it("serves hashed assets for ever, and nothing outside their folder (EMB-I1)", async () => {
    const asset = await get("/assets/main-1a2b.js");
    expect(asset.status).toBe(200);
    expect(asset.headers.get("Content-Type")).toMatch(/^text\/javascript/);
    expect(asset.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    for (const path of [
      "/assets/none.js",
      "/assets/..%2Findex.html",
      "/assets/%2e%2e/index.html",
      "/assets/index.html",
    ])
      expect((await get(path)).status).toBe(404);
  });
});
