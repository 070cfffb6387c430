import { Dub } from "dub";
import { HTTPClient } from "dub/lib/http.js";
import * as errors from "dub/models/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let sdk: Dub;
beforeAll(async () => {
  service = await createTestService();
  sdk = new Dub({
    token: service.apiKey,
    serverURL: "https://app.test/api",
    httpClient: new HTTPClient({ fetcher: service.fetch }),
  });
});
afterAll(() => service.close());

describe("the published SDK, unmodified", () => {
  it("creates and lists partners", async () => {
    const created = await sdk.partners.create({ email: "sdk@mail.test", name: "Sdk", tenantId: "sdk" });
    expect(created).toMatchObject({ email: "sdk@mail.test", status: "approved", links: [{ key: "sdk" }] });
    const listed = await sdk.partners.list({ tenantId: "sdk", sortBy: "createdAt", pageSize: 10 });
    expect(listed.map(({ id }) => id)).toEqual([created.id]);
  });

  it("mints embed tokens", async () => {
    const token = await sdk.embedTokens.referrals({ tenantId: "sdk", partner: { email: "sdk@mail.test" } });
    expect(token.publicToken).toMatch(/^ref_embed_/);
    expect(token.expires).toBeDefined();
  });

  it("bans and deactivates", async () => {
    const { id } = await service.createPartner();
    expect(await sdk.partners.deactivate({ partnerId: id })).toEqual({ partnerId: id });
    expect(await sdk.partners.ban({ partnerId: id, reason: "spam" })).toEqual({ partnerId: id });
  });

  it("lists, approves and rejects applications", async () => {
    await service.request("PATCH", "/program", { body: { autoApprove: false } });
    const { id } = await service.createPartner({ name: "Waits" });
    const other = await service.createPartner();
    await service.request("PATCH", "/program", { body: { autoApprove: true } });
    const pending = await sdk.partnerApplications.list({});
    expect(pending.map(({ partner }) => partner.id).sort()).toEqual([id, other.id].sort());
    expect(await sdk.partnerApplications.approve({ partnerId: id })).toEqual({ partnerId: id });
    expect(await sdk.partnerApplications.reject({ partnerId: other.id })).toEqual({ partnerId: other.id });
  });

  it("tells errors by their class", async () => {
    await expect(sdk.partners.ban({ partnerId: "pn_x", reason: "spam" })).rejects.toBeInstanceOf(errors.NotFound);
    await expect(sdk.partners.list({ page: 0 })).rejects.toBeInstanceOf(errors.UnprocessableEntity);
    await sdk.partners.create({ email: "sdk-conflict@mail.test", tenantId: "one" });
    const conflict = sdk.partners.create({ email: "sdk-conflict@mail.test", tenantId: "two" });
    await expect(conflict).rejects.toBeInstanceOf(errors.Conflict);
  });
});
