import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageOrigins } from "../../src/domain/embed/page-origins.ts";
import { revokeEmbedTokens } from "../../src/domain/embed/revoke-tokens.ts";
import { counted } from "../counted.ts";
import { createTestService, type TestService } from "../harness.ts";

const path = "/tokens/embed/referrals";
let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const revoke = (body: unknown, key?: string) => service.request("DELETE", path, { body, key });

describe("answers 200", () => {
  it("revokes every living token of a partner, effective on the next request (K9)", async () => {
    const { id } = await service.createPartner();
    const tokens = [await service.embedToken(id), await service.embedToken(id)];
    expect((await revoke({ partnerId: id })).body).toEqual({ revokedCount: 2 });
    const answer = await service.request("GET", "/partners", { key: tokens[0] });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain('"revoked"');
  });

  it("ends thousands of tokens by one write, counts them in portions, and leaves those minted afterwards (K9)", async () => {
    const { id } = await service.createPartner();
    const before = await service.embedToken(id);
    const { db } = service.store;
    await sql`INSERT INTO embed_tokens (id, hash, enrollment_id, scopes, generation, expires_at, created_at)
      SELECT t.id || n, t.hash || n, enrollment_id, scopes, generation,
        CASE WHEN n <= 4499 THEN expires_at ELSE t.created_at END, t.created_at
      FROM embed_tokens t JOIN enrollments e ON e.id = t.enrollment_id, generate_series(1, 4500) n WHERE e.partner_id = ${id}`.execute(
      db,
    );
    const versions = async () => (await sql`SELECT id, xmin::text FROM embed_tokens ORDER BY id`.execute(db)).rows;
    const written = await versions();
    const watched = counted(service.store);
    const ctx = { ...service.ctx(), db: watched.store.db, store: watched.store };
    expect(await revokeEmbedTokens(ctx, { partnerId: id })).toEqual({ revokedCount: 4500 });
    expect(await versions()).toEqual(written);
    expect(watched.statements()).toBeLessThan(12);
    expect((await service.request("GET", "/embed/referrals", { key: before })).status).toBe(401);
    const after = await service.embedToken(id);
    const origins = pageOrigins(() => service.ctx());
    expect([await origins(before), await origins(after)]).toEqual([undefined, null]);
    expect((await service.request("GET", "/embed/referrals", { key: after })).status).toBe(200);
    expect((await revoke({ partnerId: id })).body).toEqual({ revokedCount: 1 });
  });

  it("revokes one token, and counts 0 for one that is unknown or another workspace's", async () => {
    const { id } = await service.createPartner({ tenantId: "one" });
    const token = await service.embedToken(id);
    const other = await service.createWorkspace();
    expect((await revoke({ publicToken: token }, other.apiKey)).body).toEqual({ revokedCount: 0 });
    expect((await revoke({ publicToken: token })).body).toEqual({ revokedCount: 1 });
    expect((await revoke({ publicToken: token })).body).toEqual({ revokedCount: 0 });
    expect((await revoke({ tenantId: "one" })).body).toEqual({ revokedCount: 0 });
  });
});

describe("answers 404", () => {
  it.each([{ partnerId: "pn_x" }, { tenantId: "nobody" }])("answers 404 for %o", async (body) => {
    expect((await revoke(body)).status).toBe(404);
  });
});

describe("answers 422", () => {
  it.each([{}, { partnerId: "a", tenantId: "b" }])("needs exactly one of three: %o", async (body) => {
    const answer = await revoke(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toMatch(/^custom: body: exactly one/);
  });
});

describe("answers 400", () => {
  it("needs a JSON body", async () => {
    expect((await service.request("DELETE", path)).status).toBe(400);
  });
});
