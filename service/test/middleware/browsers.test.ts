import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { createTestService, testConfig, type TestService } from "../harness.ts";

let service: TestService;
let partnerId: string;
beforeAll(async () => {
  service = await createTestService();
  partnerId = (await service.createPartner()).id;
});
afterAll(() => service.close());

const ask = (key: string, origin?: string, headers: Record<string, string> = {}) =>
  service.request("GET", "/embed/referrals/token", { key, headers: { ...(origin && { origin }), ...headers } });

describe("the embed data API in a browser", () => {
  it("echoes the origin, exposes what clients need, and never allows credentials", async () => {
    const { status, headers } = await ask(await service.embedToken(partnerId), "https://host.test");
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("https://host.test");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-expose-headers")).toContain("ETag");
    expect(headers.get("vary")).toBe("Authorization, Origin, Accept-Encoding");
  });

  it("a token's origins bind it: others get 403 with a readable body; our own page and servers pass", async () => {
    const token = await service.embedToken(partnerId, { allowedOrigins: ["https://host.test"] });
    const refused = await ask(token, "https://evil.test");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("access-control-allow-origin")).toBe("https://evil.test");
    for (const origin of ["https://host.test", "https://app.test", undefined]) {
      expect((await ask(token, origin)).status).toBe(200);
    }
  });

  it("without origins of its own a token has the program's", async () => {
    const token = await service.embedToken(partnerId);
    await service.request("PATCH", "/program", { body: { allowedOrigins: ["https://program.test"] } });
    expect((await ask(token, "https://host.test")).status).toBe(403);
    expect((await ask(token, "https://program.test")).status).toBe(200);
    await service.request("PATCH", "/program", { body: { allowedOrigins: [] } });
  });

  it("answers preflights with 204 for any origin, with the methods of the path", async () => {
    const { status, headers } = await service.request("OPTIONS", "/embed/referrals/links", {
      key: null,
      headers: { origin: "https://host.test", "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("https://host.test");
    expect(headers.get("access-control-allow-methods")).toBe("GET, POST, OPTIONS");
    expect(headers.get("access-control-max-age")).toBe("600");
  });

  it("lets reads be revalidated: a weak ETag, then 304", async () => {
    const token = await service.embedToken(partnerId);
    const { headers } = await ask(token);
    expect(headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
    const etag = headers.get("etag")!;
    expect(etag).toMatch(/^W\/"/);
    const again = await ask(token, undefined, { "if-none-match": etag });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  it("a downgrade closes running embeds (K1)", async () => {
    const other = await service.createWorkspace();
    const { body } = await service.request("POST", "/tokens/embed/referrals", {
      key: other.apiKey,
      body: { tenantId: "t", partner: { email: "down@mail.test" } },
    });
    expect((await ask(body.publicToken)).status).toBe(200);
    await service.store.db.updateTable("workspaces").set({ plan: "pro" }).where("id", "=", other.workspaceId).execute();
    expect((await ask(body.publicToken)).status).toBe(403);
  });

  it("refuses a secret key", async () => {
    expect((await ask(service.apiKey)).status).toBe(403);
  });
});

describe("an API host of its own", () => {
  it("serves without a path and under /api, and leaves other hosts alone", async () => {
    const app = createApp({ ...service.deps, config: testConfig({ apiUrl: "https://api.test" }) });
    const call = async (path: string, host: string) =>
      (await app.request(path, { headers: { host, authorization: `Bearer ${service.apiKey}` } })).status;
    expect(await call("/partners", "api.test")).toBe(200);
    expect(await call("/api/partners", "api.test")).toBe(200);
    expect(await call("/partners", "app.test")).toBe(404);
  });
});
