import type { ErrorBody, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partners } from "../../src/commands/partners.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

let count = 0;
const partnerWith = (more: object = {}) => {
  count += 1;
  return service.createPartner({ tenantId: `moves-${count}`, email: `before-${count}@mail.test`, ...more });
};
const patch = (id: string, body: object, key?: string) =>
  service.request<Partner & ErrorBody>("PATCH", `/partners/${id}`, { body, key });
const mint = (body: object) => service.request<ErrorBody>("POST", "/tokens/embed/referrals", { body });

describe("PATCH /partners/{partnerId} with email", () => {
  it("changes the address, in the record, the search and the audit, and only the new one finds the partner (K13, K5)", async () => {
    const { id } = await partnerWith();
    const address = ` After-${count}@Mail.test `;
    expect(await patch(id, { email: address })).toMatchObject({ status: 200, body: { email: address.trim() } });
    const found = async (query: string) =>
      (await service.request<Partner[]>("GET", `/partners?${query}`)).body.map((row) => row.id);
    expect(await found(`email=after-${count}@mail.test`)).toEqual([id]);
    expect(await found(`email=before-${count}@mail.test`)).toEqual([]);
    expect(await found(`search=AFTER-${count}@`)).toEqual([id]);
    expect(await found(`search=before-${count}@`)).toEqual([]);
    const audited = async () =>
      service.store.db
        .selectFrom("audit_rows")
        .select("changes")
        .where("operation", "=", "change email")
        .where("entity_id", "=", id)
        .execute();
    const change = { email: { old: `before-${count}@mail.test`, new: address.trim() } };
    expect(await audited()).toEqual([{ changes: change }]);
    // Again the same: nothing happened.
    await patch(id, { email: address });
    expect(await audited()).toHaveLength(1);
    const again = await service.createPartner({ email: `before-${count}@mail.test` });
    expect(again.id).not.toBe(id);
  });

  it("leaves the tokens of the embed as they are, and the partner's tenant finds the partner as before (K13, K9)", async () => {
    const { id } = await partnerWith();
    const key = await service.embedToken(id);
    await patch(id, { email: `kept-${count}@mail.test` });
    const { status, body } = await service.request("GET", "/embed/referrals/profile", { key });
    expect([status, body.email]).toEqual([200, `kept-${count}@mail.test`]);
    expect((await mint({ tenantId: `moves-${count}`, partner: { email: `before-${count}@mail.test` } })).status).toBe(
      201,
    );
  });

  it("refuses somebody else's address, naming the partner where the workspace knows them (K13)", async () => {
    const { id } = await partnerWith();
    const other = await service.createPartner({ email: "taken@mail.test" });
    const here = await patch(id, { email: "TAKEN@mail.test", name: "Not written" });
    expect([here.status, here.body.error.message]).toEqual([
      409,
      `email: the partner ${other.id} of this program has the address. Use another one.`,
    ]);
    expect((await service.request("GET", `/partners/${id}`)).body.name).not.toBe("Not written");
    const elsewhere = await service.createWorkspace();
    const body = { email: "elsewhere@mail.test" };
    const stranger = await service.request("POST", "/partners", { key: elsewhere.apiKey, body });
    const there = await patch(id, { email: "elsewhere@mail.test" });
    expect(there.status).toBe(409);
    expect(there.body.error.message).toContain("another partner of this service has the address");
    expect(there.body.error.message).not.toContain(stranger.body.id);
  });

  it("refuses while another workspace has the partner, until that one has none of them (K13, G5)", async () => {
    const { id, email } = await partnerWith();
    const other = await service.createWorkspace();
    await service.request("POST", "/partners/invite", { key: other.apiKey, body: { email } });
    const { status, body } = await patch(id, { email: `mine-${count}@mail.test` });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining("another workspace")]);
    // What another workspace keeps may be changed as before.
    expect((await patch(id, { email, name: "Mine" })).body.name).toBe("Mine");
    const { store, deps } = service;
    const run = (...words: string[]) => runCommand({ store, config: deps.config }, partners, "email", ...words);
    await expect(run(id, "nothing")).rejects.toThrow("email <partnerId> <address>");
    await expect(run(id, "taken@mail.test")).rejects.toThrow("another partner of this service");
    await run(id, `both-${count}@mail.test`);
    for (const key of [service.apiKey, other.apiKey])
      expect((await service.request("GET", `/partners/${id}`, { key })).body.email).toBe(`both-${count}@mail.test`);
    const rows = await service.store.db
      .selectFrom("audit_rows")
      .select("workspace_id")
      .where("entity_id", "=", id)
      .where("operation", "=", "change email")
      .execute();
    expect(rows.map((row) => row.workspace_id).sort()).toEqual([service.workspaceId, other.workspaceId].sort());
  });

  it("answers 422 for what is no address, and 403 without the scope (K13)", async () => {
    const { id } = await partnerWith();
    expect((await patch(id, { email: "nobody" })).status).toBe(422);
    expect((await patch(id, { email: null })).status).toBe(422);
    const { body } = await service.request("POST", "/api-keys", { body: { name: "r", scopes: ["partners.read"] } });
    expect((await patch(id, { email: "x@mail.test" }, body.key)).status).toBe(403);
  });

  it("of one address that is changed and enrolled at once, the enrollment follows the address (K13, K8)", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email } = await partnerWith();
      const other = await service.createWorkspace();
      const [changed, enrolled] = await Promise.all([
        patch(id, { email: `round-${count}@mail.test` }),
        service.request<Partner>("POST", "/partners", { key: other.apiKey, body: { email } }),
      ]);
      expect(enrolled.status).toBe(201);
      expect(enrolled.body.email).toBe(email);
      expect(enrolled.body.id === id).toBe(changed.status === 409);
    }
  });
});
