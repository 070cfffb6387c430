import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

describe("a credential", () => {
  it("never accepts a key in the query", async () => {
    expect((await service.request("GET", `/partners?key=${service.apiKey}`, { key: null })).status).toBe(401);
  });

  it("of the wrong kind is refused with the name of the kind that is needed", async () => {
    const { status, body } = await service.request("GET", "/partners", { key: service.publishableKey });
    expect(status).toBe(403);
    expect(body.error.message).toContain("secret API key");
  });
});

describe("a key that creates a key", () => {
  const limited = async (): Promise<{ key: string; expiresAt: string }> => {
    const expiresAt = new Date(service.clock.now() + 3_600_000).toISOString();
    const scopes = ["workspace.write", "partners.read"];
    const { body } = await service.request("POST", "/api-keys", { body: { name: "limited", scopes, expiresAt } });
    return { key: body.key, expiresAt };
  };
  const create = (key: string, body: object) =>
    service.request("POST", "/api-keys", { key, body: { name: "x", ...body } });

  it("hands on its own scopes and end where none are named", async () => {
    const { key, expiresAt } = await limited();
    const { status, body } = await create(key, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({ scopes: ["workspace.write", "partners.read"], expiresAt });
    expect((await create(key, { expiresAt: null })).body.expiresAt).toBe(expiresAt);
    expect((await create(body.key, {})).body).toMatchObject({ scopes: body.scopes, expiresAt });
  });

  it("answers 403 for a scope it lacks", async () => {
    const { key } = await limited();
    const refused = await create(key, { scopes: ["partners.read", "payouts.write"] });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain("lacks the scope payouts.write");
    expect((await create(key, { scopes: ["partners.read"] })).body.scopes).toEqual(["partners.read"]);
  });

  it("answers 403 for an end after its own", async () => {
    const { key, expiresAt } = await limited();
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    expect((await create(key, { expiresAt: later })).status).toBe(403);
    const earlier = new Date(Date.parse(expiresAt) - 1).toISOString();
    expect((await create(key, { expiresAt: earlier })).body.expiresAt).toBe(earlier);
  });

  it("answers 403 for a publishable key without the scope track.write", async () => {
    const { key } = await limited();
    expect((await create(key, { kind: "publishable" })).status).toBe(403);
  });

  it("gives everything when it has everything", async () => {
    expect((await create(service.apiKey, {})).body).toMatchObject({ scopes: null, expiresAt: null });
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

  it("answers 404 for a key that is unknown, of another workspace, or revoked", async () => {
    const other = await service.createWorkspace();
    const { body } = await service.request("POST", "/api-keys", { body: { name: "theirs" }, key: other.apiKey });
    expect((await service.request("DELETE", `/api-keys/${body.id}`)).status).toBe(404);
    expect((await service.request("DELETE", `/api-keys/${body.id}`, { key: other.apiKey })).status).toBe(200);
    expect((await service.request("DELETE", `/api-keys/${body.id}`, { key: other.apiKey })).status).toBe(404);
    expect((await service.request("DELETE", "/api-keys/key_x")).status).toBe(404);
  });

  it("answers 422 for an unknown scope", async () => {
    const bad = await service.request("POST", "/api-keys", { body: { name: "x", scopes: ["all"] } });
    expect(bad.body.error.message).toMatch(/^invalid_value: scopes\[0\]: /);
  });
});
