import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startService } from "../../src/serve.ts";
import { testClock, testConfig } from "../harness.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";

it("every page has a policy and cannot be framed, but for the embed", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "pages-"));
  await writeFile(join(dataDir, "index.html"), "<!doctype html><!-- preloads -->");
  await writeFile(join(dataDir, "preloads.json"), JSON.stringify({ languages: {}, panels: {} }));
  const database = process.env["TEST_ENGINE"] === "postgres" ? await createTestDatabase() : undefined;
  const paths = new Set<string>(["/nowhere", "/api/nowhere", "/docs/api/links", "/docs/errors", "/r/nowhere"]);
  const service = await startService({
    config: testConfig({ dataDir, databaseUrl: database?.url, port: 0, linkDomains: ["https://app.test"] }),
    snapshot: await testSnapshot(),
    clock: testClock(),
    log: { error: () => {} },
    pageDir: dataDir,
    demoTokens: false,
    analyticsScript: "// script",
    extend: (app) => {
      for (const { path } of app.routes) paths.add(path.replace(/:\w+(\{[^/]*\})?/g, "x").replaceAll("*", "x"));
    },
  });
  const pages = [];
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, { redirect: "manual" });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
    await answer.body?.cancel();
    if (!isPage) continue;
    pages.push(path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("default-src 'none'");
    // The embed names the sites that may frame it.
    if (path === "/embed/referrals") expect(policy).toContain("frame-ancestors ");
    else
      expect([policy, answer.headers.get("x-frame-options")], path).toEqual([
        expect.stringContaining("frame-ancestors 'none'"),
        "DENY",
      ]);
  }
  await service.close();
  await database?.drop();
  await rm(dataDir, { recursive: true });
  expect(pages).toEqual(
    expect.arrayContaining(["/", "/docs", "/docs/x", "/docs/search", "/docs/errors", "/nowhere", "/embed/referrals"]),
  );
});
