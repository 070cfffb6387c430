import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const send = (email: string, key: string, credential?: string) =>
  service.request("POST", "/partners", { body: { email }, headers: { "idempotency-key": key }, key: credential });

describe("Idempotency-Key", () => {
  it("of simultaneous requests one works and the others are its replays", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send("same@mail.test", "race")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(7);
  });

  it("is scoped to credential and path", async () => {
    const other = await service.createWorkspace();
    const [a, b] = [await send("scope@mail.test", "scope"), await send("scope@mail.test", "scope", other.apiKey)];
    expect(b.headers.get("idempotent-replayed")).toBeNull();
    expect(b.body.programId).not.toBe(a.body.programId);
    const { status } = await service.request("POST", "/groups", {
      body: { name: "Scope" },
      headers: { "idempotency-key": "scope" },
    });
    expect(status).toBe(201);
  });

  it("white space makes no other body", async () => {
    const headers = { "idempotency-key": "space" };
    await service.request("POST", "/partners", { body: '{"email":"space@mail.test"}', headers });
    const again = await service.request("POST", "/partners", { body: '{ "email": "space@mail.test" }', headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("leaves nothing behind of a request that failed halfway", async () => {
    await service.createPartner({ username: "halfway" });
    const body = { email: "half@mail.test", username: "halfway" };
    expect((await service.request("POST", "/partners", { body, headers: { "idempotency-key": "half" } })).status).toBe(
      409,
    );
    const keys = await service.store.db
      .selectFrom("idempotency_keys")
      .select("key")
      .where("key", "=", "half")
      .execute();
    expect(keys).toEqual([]);
  });

  it("400 when it is malformed", async () => {
    expect((await send("x@mail.test", "two words")).status).toBe(400);
    expect((await send("x@mail.test", "k".repeat(256))).status).toBe(400);
  });
});
