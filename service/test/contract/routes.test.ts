import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderGuides } from "../../../scripts/build/guides.mjs";
import { endpoints } from "../../src/routes/all.ts";
import { startService, type RunningService } from "../../src/serve.ts";
import { testConfig } from "../harness.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What is served beside the operations; everything else must stand in the description. */
const pages = [
  "GET /embed/referrals",
  "GET /embed/assets/:file",
  "GET /partners",
  "GET /partners/mails/:token",
  "POST /partners/mails/:token",
  "GET /partners/sign-in",
  "POST /partners/link",
  "POST /partners/sign-in",
  "POST /partners/accept",
  "POST /partners/program",
  "POST /partners/sign-out",
  "POST /partners/token",
  "GET /partners/embed.js",
  "GET /join",
  "POST /join",
  "GET /join/card.png",
  "GET /join/confirm",
  "POST /join/confirm",
  "GET /join/:slug",
  "POST /join/:slug",
  "GET /join/:slug/card.png",
  "GET /join/:slug/:group",
  "POST /join/:slug/:group",
  "GET /join/:slug/:group/card.png",
  "POST /console/ask",
  "GET /console/sign-in",
  "POST /console/sign-in",
  "POST /console/sign-out",
  "POST /console/view/:partnerId",
  "GET /console/preview/join/:group?",
  "GET /console/assets/:file",
  "GET /console/:screen?/:id?",
  "GET /assets/analytics.js",
  "GET /health",
  "GET /ready",
  "GET /metrics",
  "GET /",
  "GET /llms.txt",
  "GET /docs",
  "GET /docs/search",
  "GET /docs/program.schema.json",
  "GET /docs/:page",
  "GET /docs/api/:page",
  "GET /docs/records/:page",
  "GET /api/openapi.json",
];

let service: RunningService;
let routes: { method: string; path: string }[];
let dataDir: string;
let drop = async (): Promise<void> => {};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "routes-"));
  const database = process.env["TEST_ENGINE"] === "postgres" ? await createTestDatabase() : undefined;
  if (database) drop = database.drop;
  service = await startService({
    config: testConfig({ dataDir, databaseUrl: database?.url, port: 0, linkDomains: ["https://app.test"] }),
    snapshot: await testSnapshot(),
    log: { error: () => {} },
    pageDir: dataDir,
    analyticsScript: join(dataDir, "analytics.js"),
    demoTokens: false,
    guides: renderGuides(root),
    extend: (app) => void (routes = app.routes),
  });
});
afterAll(async () => {
  await service.close();
  await drop();
  await rm(dataDir, { recursive: true });
});

describe("the running service", () => {
  it("serves nothing but the operations it describes and the pages named here", async () => {
    const description = (await (await fetch(`http://127.0.0.1:${service.port}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ":$1")}`),
    );
    // The console calls the operations that take a secret key.
    const ofConsole = endpoints
      .filter(({ row }) => row.auth === "key")
      .flatMap(({ row, aliases = [] }) => [row.method, ...aliases].map((method) => `${method} ${row.path}`))
      .map((route) => route.replace(" ", " /console/api").replace(/\{(\w+)\}/g, ":$1"));
    const known = [...described, ...pages, ...ofConsole];
    // ALL is middleware and the answer to what is not there; OPTIONS are preflights of described paths.
    const served = routes
      .filter(({ method }) => method !== "ALL" && method !== "OPTIONS")
      .map(({ method, path }) => `${method} ${path.replace(/\{.*\}$/, "")}`);
    expect(served.filter((route) => !known.includes(route))).toEqual([]);
    expect(known.filter((route) => !served.includes(route))).toEqual([]);
    const preflights = routes.filter(({ method }) => method === "OPTIONS").map(({ path }) => path);
    const paths = [...described, ...pages].map((route) => route.split(" ")[1]);
    expect(preflights.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it.each(["/llms.txt", "/docs/react.md"])("answers %s on a host that it shares with short links", async (path) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`);
    expect([answer.status, (await answer.text()).slice(0, 2)]).toEqual([200, "# "]);
  });

  it.each(["/docs/api/partners", "/docs/errors", "/api/openapi.json"])("sends %s compressed", async (path) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`);
    expect(answer.headers.get("content-encoding")).toMatch(/br|gzip/);
    expect(await answer.text()).toContain("rate_limit_exceeded");
  });
});
