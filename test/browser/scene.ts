import { createServer, type IncomingMessage, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { createEmbedPage, type EmbedPageDeps } from "../../service/src/routes/embed-page.ts";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { connectChromium } from "./chromium.ts";
import { watchWindow } from "./watch.ts";

/** Three origins and a browser, for one file of tests. */
export interface Scene {
  browser: Browser;
  /** `http://localhost:<port>`: the page around the embed. */
  host: string;
  /** `http://127.0.0.1:<port>`: the embed page and its data. */
  app: string;
  /** A third origin that means no good. */
  hostile: string;
  /** Every request the app server got: method, address, headers. */
  requests: Seen[];
  /** Called before a data read is answered; a response takes its place. */
  intercept: ((request: Request) => Response | undefined | Promise<Response | undefined>) | undefined;
  /** Puts a page on the host (or hostile) origin. */
  serve(path: string, html: string, headers?: Record<string, string>): void;
  /** A fresh browser context with one page; console and errors are collected. */
  open(path?: string): Promise<Tab>;
  close(): Promise<void>;
}

/** A request the app server got. */
export interface Seen {
  method: string;
  url: string;
  referer: string | undefined;
  cookie: string | undefined;
}

/** A tab of the host page. */
export interface Tab {
  context: BrowserContext;
  page: Page;
  /** Uncaught errors and console messages, of every frame. */
  errors: string[];
  console: string[];
}

/** A page that speaks version 2 of the protocol only. */
const FUTURE = `<!doctype html><script>
parent.postMessage({ ns: "referrals-embed", v: 2, type: "hello", versions: [2], page: "future" }, "*");
</script>`;

/** A browser somebody sits at: a headless one is a bot to the service. */
const VISITOR = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** The token of a demo variant, in the form of a real one, so that the page asks the server. */
export const tokenOf = (variant = "", serial = 1): string => `ref_embed_${variant || "default"}.${serial}`;

/** A real service behind the app origin, in place of the demo. */
export interface SceneService {
  fetch: typeof fetch;
  findOrigins: EmbedPageDeps["findOrigins"];
}

/** The three origins and the browser. */
export async function openScene(connect?: (appUrl: string) => Promise<SceneService>): Promise<Scene> {
  const origins = await openOrigins(connect);
  const browser = await connectChromium(inject("chromium"));
  const { host, close } = origins;
  return Object.assign(origins, {
    browser,
    open: (path?: string) => openTab(browser, path && `${host}${path}`),
    async close() {
      await browser.close();
      await close();
    },
  });
}

/** The three origins alone, for a browser of another kind. */
export async function openOrigins(
  connect?: (appUrl: string) => Promise<SceneService>,
): Promise<Omit<Scene, "browser" | "open">> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const requests: Seen[] = [];
  const scene = { requests, intercept: undefined } as unknown as Scene;
  const hosts = createServer(async (request, response) => {
    const path = (request.url ?? "/").split("?")[0] as string;
    const page = pages.get(path);
    if (page)
      return response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...page.headers }).end(page.html);
    const file = await readFile(join(inject("hostApp"), path.replace(/^\/assets\//, ""))).catch(() => undefined);
    response.writeHead(file ? 200 : 404, { "Content-Type": TYPES[extname(path)] ?? "text/plain" }).end(file);
  });
  const bad = createServer((request, response) => {
    const page = pages.get(`hostile${(request.url ?? "").split("?")[0]}`);
    response.writeHead(page ? 200 : 404, { "Content-Type": "text/html" }).end(page?.html);
  });
  const app = new Hono();
  const apps = createServer((request, response) => {
    requests.push(seen(request));
    void getRequestListener(app.fetch)(request, response);
  });
  const [hostPort, badPort, appPort] = await Promise.all([hosts, bad, apps].map(listen));
  const appUrl = `http://127.0.0.1:${appPort}`;
  const service = await connect?.(appUrl);
  app.route(
    "/embed",
    createEmbedPage({
      findOrigins:
        service?.findOrigins ??
        ((token) => Promise.resolve(token.startsWith("ref_embed_") && !token.includes("bad") ? null : undefined)),
      pageDir: inject("embedPage"),
      appUrl,
      apiUrl: `${appUrl}/api`,
      demoTokens: true,
    }),
  );
  app.get("/broken/embed/referrals", (c) => c.html("<h1>Internal error</h1>", 500));
  app.get("/silent/embed/referrals", () => new Promise<Response>(() => {}));
  app.get("/future/embed/referrals", (c) => c.html(FUTURE));
  const demos = new Map<string, typeof fetch>();
  app.all("/api/embed/*", async (c) => {
    if (service) return (await scene.intercept?.(c.req.raw.clone())) ?? service.fetch(c.req.raw);
    const cors = { "Access-Control-Allow-Origin": c.req.header("origin") ?? "*", Vary: "Origin" };
    if (c.req.method === "OPTIONS")
      return c.body(null, 204, {
        ...cors,
        "Access-Control-Allow-Headers": "*, Authorization",
        "Access-Control-Allow-Methods": "*",
      });
    const request = await asRead(c.req.raw);
    const instead = await scene.intercept?.(request.clone());
    const demo = demoOf(demos, request.headers.get("authorization") ?? "");
    const answer = instead ?? (await demo(request.url, await forward(request)));
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(cors)) headers.set(name, value);
    return new Response(answer.body, { status: answer.status, headers });
  });
  return Object.assign(scene, {
    host: `http://localhost:${hostPort}`,
    app: appUrl,
    hostile: `http://127.0.0.1:${badPort}`,
    serve: (path: string, html: string, headers = {}) => void pages.set(path, { html, headers }),
    async close() {
      await Promise.all([hosts, bad, apps].map(stop));
    },
  } satisfies Omit<Scene, "requests" | "intercept" | "browser" | "open">);
}

/** What the head of a host page holds for the dashboard inline. */
export const inlineHead = '<link rel="stylesheet" href="/assets/styles.css">';
/** The same, where nothing but the dashboard takes room. */
export const bareHead: string = `${inlineHead}<style>body{margin:0}</style>`;

/** A host page with room before and after the embed. */
export const hostPage = (body = '<div id="embed"></div>', head = ""): string =>
  `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${head}</head>` +
  `<body><button id="before">Before</button>${body}<p id="after"><button id="last">After</button></p>` +
  `<script type="module" src="/assets/host.js"></script></body></html>`;

/** Markup that a server made asks to share, as no server knows the browser; Chromium on Linux says of it that it cannot. */
export const saysItCannotShare = (line: string): boolean => line.endsWith("Unrecognized feature: 'web-share'.");

/** Hands over what a page says on its console. */
export function onConsole(page: Page, take: (type: string, text: string) => void): void {
  page.on("console", (message) => take(message.type(), message.text()));
}

async function openTab(browser: Browser, url: string | undefined): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, userAgent: VISITOR });
  await context.addInitScript(watchWindow);
  const page = await context.newPage();
  const tab: Tab = { context, page, errors: [], console: [] };
  page.on("pageerror", (error) => tab.errors.push(error.message));
  onConsole(page, (type, text) => tab.console.push(`${type}: ${text}`));
  if (url) {
    await page.goto(url);
    await page.waitForFunction(() => Boolean(window.host));
  }
  return tab;
}

/** The read that a form with a token stands for, as the service answers it; any other request as it is. */
async function asRead(request: Request): Promise<Request> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) return request;
  const form = new URLSearchParams(await request.text());
  const headers = { Authorization: `Bearer ${form.get("access_token")}` };
  form.delete("access_token");
  return new Request(`${request.url}?${form}`, { headers });
}

/** Whether a request asks for the bootstrap, as a form or not. */
export const isBootstrap = ({ url }: Pick<Seen, "url">): boolean => /^\/api\/embed\/referrals(\?|$)/.test(url);

function demoOf(demos: Map<string, typeof fetch>, authorization = ""): typeof fetch {
  const variant = /^Bearer ref_embed_([\w-]+)/.exec(authorization)?.[1] ?? "default";
  const known = demos.get(variant) ?? createDemoFetch({ variant: variant === "default" ? "" : variant });
  demos.set(variant, known);
  return known;
}

async function forward(request: Request): Promise<RequestInit> {
  const body = request.method === "GET" ? undefined : await request.text();
  return { method: request.method, headers: request.headers, body };
}

function seen({ method = "", url = "", headers }: IncomingMessage): Seen {
  return { method, url, referer: headers.referer, cookie: headers.cookie };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
