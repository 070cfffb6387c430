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
  it("creates, upserts, updates, finds, lists, counts and deletes links", async () => {
    const link = await sdk.links.create({ url: "https://a.test", externalId: "sdk-1", geo: { DE: "https://de.test" } });
    expect((await sdk.links.upsert({ url: "https://a.test", title: "T" })).id).toBe(link.id);
    expect(await sdk.links.update("ext_sdk-1", { comments: "C", expiresAt: "2027-01-01" })).toMatchObject({
      id: link.id,
      title: "T",
      comments: "C",
    });
    expect((await sdk.links.get({ externalId: "ext_sdk-1" })).id).toBe(link.id);
    const { result } = await sdk.links.list({ search: "a.test" });
    expect(result.map(({ id }) => id)).toEqual([link.id]);
    expect(await sdk.links.count({})).toBe(1);
    expect(await sdk.links.delete(link.id)).toEqual({ id: link.id });
    await expect(sdk.links.get({ linkId: link.id })).rejects.toBeInstanceOf(errors.NotFound);
  });

  it("creates, updates and deletes many", async () => {
    const made = await sdk.links.createMany([{ url: "https://b.test" }, { url: "javascript:x" }]);
    const [first, second] = made as unknown as [{ id: string }, { code: string }];
    expect(second.code).toBe("unprocessable_entity");
    const changed = await sdk.links.updateMany({ linkIds: [first.id], data: { archived: true } });
    expect(changed.map(({ archived }) => archived)).toEqual([true]);
    expect(await sdk.links.deleteMany({ linkIds: [first.id, "link_none"] })).toEqual({ deletedCount: 1 });
  });

  it("makes and lists a partner's links", async () => {
    const partner = await service.createPartner({ tenantId: "sdk" });
    const link = await sdk.partners.createLink({ tenantId: "sdk", url: "https://acme.test/a" });
    const again = await sdk.partners.upsertLink({ partnerId: partner.id, url: "https://acme.test/a", key: "sdk-a" });
    expect(again).toMatchObject({ id: link.id, key: "sdk-a", partnerId: partner.id });
    const listed = await sdk.partners.retrieveLinks({ partnerId: partner.id });
    expect(listed.map(({ id }) => id)).toEqual([partner.links![0]!.id, link.id]);
  });

  it("keeps tags, folders and domains", async () => {
    const tag = await sdk.tags.create({ name: "Tag", color: "red" });
    expect(await sdk.tags.update(tag.id, { name: "Other" })).toEqual({ ...tag, name: "Other" });
    expect((await sdk.tags.list({})).map(({ id }) => id)).toEqual([tag.id]);
    expect(await sdk.tags.delete(tag.id)).toEqual({ id: tag.id });
    const folder = await sdk.folders.create({ name: "Folder" });
    expect(await sdk.folders.update(folder.id, { name: "New" })).toMatchObject({ id: folder.id, name: "New" });
    expect((await sdk.folders.list({})).map(({ id }) => id)).toEqual([folder.id]);
    expect(await sdk.folders.delete(folder.id)).toEqual({ id: folder.id });
    const domain = await sdk.domains.create({ slug: "go.sdk.test" });
    expect(domain.verified).toBe(false);
    expect((await sdk.domains.list({})).result.map(({ id }) => id)).toEqual([domain.id]);
    expect(await sdk.domains.update("go.sdk.test", { archived: true })).toMatchObject({ archived: true });
    expect(await sdk.domains.delete("go.sdk.test")).toEqual({ slug: "go.sdk.test" });
  });

  it("draws QR codes", async () => {
    expect(await sdk.qrCodes.get({ url: "https://ref.test/a" })).toContain("PNG");
  });
});
