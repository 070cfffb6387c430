import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
