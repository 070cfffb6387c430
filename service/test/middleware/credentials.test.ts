import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const problem = (headers: Headers): string | undefined =>
  /error_description="(\w+)"/.exec(headers.get("www-authenticate") ?? "")?.[1];

describe("401", () => {
  it("says why: missing, unknown, expired or revoked", async () => {
    const scheme = await service.request("GET", "/partners", { key: null, headers: { authorization: "Basic abc" } });
    expect([scheme.status, problem(scheme.headers)]).toEqual([401, "missing"]);

    const expiresAt = new Date(service.clock.now() + dayMs).toISOString();
    const { body: short } = await service.request("POST", "/api-keys", { body: { name: "short", expiresAt } });
    expect((await service.request("GET", "/partners", { key: short.key })).status).toBe(200);
    service.clock.advance(dayMs);
    const expired = await service.request("GET", "/partners", { key: short.key });
    expect([expired.status, problem(expired.headers)]).toEqual([401, "expired"]);

    const { body: gone } = await service.request("POST", "/api-keys", { body: { name: "gone" } });
    await service.request("DELETE", `/api-keys/${gone.id}`);
    const revoked = await service.request("GET", "/partners", { key: gone.key });
    expect([revoked.status, problem(revoked.headers)]).toEqual([401, "revoked"]);
  });

  it("never accepts a key in the query", async () => {
    expect((await service.request("GET", `/partners?key=${service.apiKey}`, { key: null })).status).toBe(401);
  });
});

describe("403", () => {
  it("names the kind of credential that is needed", async () => {
    const { status, body } = await service.request("GET", "/partners", { key: service.publishableKey });
    expect(status).toBe(403);
    expect(body.error.message).toContain("secret API key");
  });

  it("GET needs read, other methods write", async () => {
    const { body } = await service.request("POST", "/api-keys", { body: { name: "r", scopes: ["partners.read"] } });
    expect((await service.request("GET", "/partners", { key: body.key })).status).toBe(200);
    expect((await service.request("POST", "/partners", { key: body.key, body: {} })).status).toBe(403);
  });
});

describe("keys", () => {
  it("shows the secret once, and as null in a replay", async () => {
    const headers = { "idempotency-key": "make-key" };
    const first = await service.request("POST", "/api-keys", { body: { name: "once" }, headers });
    const again = await service.request("POST", "/api-keys", { body: { name: "once" }, headers });
    expect(first.body.key).toMatch(/^ref_[0-9A-Za-z]{40}$/);
    expect(again.body).toEqual({ ...first.body, key: null });
    const { body: listed } = await service.request("GET", "/api-keys");
    expect(JSON.stringify(listed)).not.toContain(first.body.key);
    expect(listed.find(({ id }: { id: string }) => id === first.body.id)).toMatchObject({
      last4: first.body.key.slice(-4),
      kind: "secret",
      scopes: null,
    });
  });

  it("makes publishable keys and lists them in plain", async () => {
    const { body } = await service.request("POST", "/api-keys", { body: { name: "web", kind: "publishable" } });
    expect(body.key).toMatch(/^ref_pub_[0-9A-Za-z]{32}$/);
  });

  it("404 for a key of nobody, of another workspace, or revoked already", async () => {
    const other = await service.createWorkspace();
    const { body } = await service.request("POST", "/api-keys", { body: { name: "theirs" }, key: other.apiKey });
    expect((await service.request("DELETE", `/api-keys/${body.id}`)).status).toBe(404);
    expect((await service.request("DELETE", `/api-keys/${body.id}`, { key: other.apiKey })).status).toBe(200);
    expect((await service.request("DELETE", `/api-keys/${body.id}`, { key: other.apiKey })).status).toBe(404);
    expect((await service.request("DELETE", "/api-keys/key_x")).status).toBe(404);
  });

  it("422 for an unknown scope, 401 and 403 without the right credential", async () => {
    const bad = await service.request("POST", "/api-keys", { body: { name: "x", scopes: ["all"] } });
    expect(bad.body.error.message).toMatch(/^invalid_value: scopes\[0\]: /);
    expect((await service.request("GET", "/api-keys", { key: null })).status).toBe(401);
    expect((await service.request("GET", "/api-keys", { key: service.publishableKey })).status).toBe(403);
  });
});
