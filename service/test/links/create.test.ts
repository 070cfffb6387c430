import type { Link } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = (body: object, options = {}) => service.request("POST", "/links", { body, ...options });
const events = (event: string) =>
  service.store.db
    .selectFrom("outbox_events")
    .select("data")
    .where("event", "=", event as never)
    .execute();

describe("answers 200", () => {
  it("answers the full record: 53 keys, the defaults of a bare url", async () => {
    const { status, body } = await create({ url: "example.com/page" });
    expect(status).toBe(200);
    expect(Object.keys(body)).toHaveLength(53);
    expect(body).toMatchObject({
      url: "https://example.com/page",
      domain: "ref.test",
      shortLink: `https://ref.test/${body.key}`,
      qrCode: `https://app.test/api/qr?url=${encodeURIComponent(`https://ref.test/${body.key}?qr=1`)}`,
      workspaceId: service.workspaceId,
      projectId: service.workspaceId.slice(3),
      createdAt: "2026-01-01T12:00:00.000Z",
      clicks: 0,
      trackConversion: false,
      password: null,
      tags: [],
      webhookIds: [],
    });
    expect(body.key).toMatch(/^[0-9A-Za-z]{7}$/);
  });

  it("writes link.created in the same transaction, without the password", async () => {
    const { body } = await create({ url: "https://example.com", key: "told", password: "secret word" });
    const told = (await events("link.created")).map((row) => row.data as Link).find((link) => link.id === body.id);
    expect(told).toEqual(body);
    expect(told?.password).toBe("********");
  });

  it("stores every field as it was given", async () => {
    const { body: folder } = await service.request("POST", "/folders", { body: { name: "Campaigns" } });
    const { body: tag } = await service.request("POST", "/tags", { body: { name: "Summer", color: "red" } });
    const fields = {
      key: "Full/Key",
      externalId: "ext_42",
      tenantId: "nobody",
      identifier: "hero",
      comments: "note",
      title: "T",
      description: "D",
      image: "https://example.com/i.png",
      video: "https://example.com/v.mp4",
      archived: true,
      publicStats: true,
      proxy: true,
      rewrite: true,
      doIndex: true,
      trackConversion: true,
      ios: "myapp://open",
      android: "https://play.example.com",
      expiredUrl: "https://example.com/late",
      expiresAt: "2026-02-01T00:00:00+02:00",
      testVariants: [
        { url: "https://example.com/a", percentage: 70 },
        { url: "https://example.com/b", percentage: 30 },
      ],
      testStartedAt: "2026-01-02",
      testCompletedAt: "2026-01-03T00:00:00Z",
      folderId: folder.id,
      programId: service.programId,
    };
    const { status, body } = await create({
      url: "https://example.com",
      tagNames: ["SUMMER"],
      geo: { de: "https://example.de" },
      ...fields,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...fields,
      expiresAt: "2026-01-31T22:00:00.000Z",
      testStartedAt: "2026-01-02T00:00:00.000Z",
      testCompletedAt: "2026-01-03T00:00:00.000Z",
      geo: { DE: "https://example.de" },
      tags: [{ id: tag.id, name: "Summer", color: "red" }],
      tagId: tag.id,
      shortLink: "https://ref.test/Full/Key",
    });
  });

  it("merges parameters into the url and keeps its other bytes", async () => {
    const { body } = await create({ url: "https://example.com/?q=%7E&ref=a#x", utm_source: " news letter ", ref: "" });
    expect(body).toMatchObject({
      url: "https://example.com/?q=%7E&utm_source=news%20letter#x",
      utm_source: "news letter",
      ref: null,
    });
  });

  it("builds a generated key from prefix and keyLength", async () => {
    const { body } = await create({ url: "https://example.com", prefix: "/c/", keyLength: 5 });
    expect(body.key).toMatch(/^c\/[0-9A-Za-z]{6}$/);
  });

  it("percent-encodes the short link of a key beyond ASCII", async () => {
    const { body } = await create({ url: "https://example.com", key: "größe" });
    expect(body).toMatchObject({ key: "größe", shortLink: "https://ref.test/gr%C3%B6%C3%9Fe" });
  });

  it("makes the link a partner's, by partner or by enrolled tenant", async () => {
    const partner = await service.createPartner({ tenantId: "tenant-1" });
    const byPartner = await create({ url: "https://example.com/1", partnerId: partner.id });
    const byTenant = await create({ url: "https://example.com/2", tenantId: "tenant-1" });
    const owner = { partnerId: partner.id, programId: service.programId };
    expect(byPartner.body).toMatchObject(owner);
    expect(byTenant.body).toMatchObject({ ...owner, tenantId: "tenant-1" });
  });

  it("a repeated Idempotency-Key makes one link (N8)", async () => {
    const options = { headers: { "idempotency-key": "once" } };
    const first = await create({ url: "https://example.com/idem" }, options);
    const second = await create({ url: "https://example.com/idem" }, options);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("answers 403", () => {
  it("refuses a domain that no workspace has", async () => {
    const { status, body } = await create({ url: "https://example.com", domain: "other.test" });
    expect([status, body.error.code]).toEqual([403, "forbidden"]);
  });

  it("refuses a key without the scope links.write", async () => {
    await service.store.db
      .updateTable("api_keys")
      .set({ scopes: JSON.stringify(["links.read"]) })
      .where("workspace_id", "=", service.workspaceId)
      .execute();
    expect((await create({ url: "https://example.com" })).status).toBe(403);
    await service.store.db.updateTable("api_keys").set({ scopes: null }).execute();
  });
});

describe("answers 409", () => {
  it("refuses a key another link has, whatever the letter case and the workspace", async () => {
    await create({ url: "https://example.com", key: "Taken" });
    const other = await service.createWorkspace();
    for (const key of [service.apiKey, other.apiKey]) {
      const { status, body } = await create({ url: "https://example.com", key: "tAKEN" }, { key });
      expect([status, body.error.code]).toEqual([409, "conflict"]);
    }
  });

  it("refuses the service's own paths", async () => {
    expect((await create({ url: "https://example.com", key: "robots.txt" })).status).toBe(409);
  });

  it("refuses an external id and an identifier another link has; one leading ext_ does not count", async () => {
    await create({ url: "https://example.com", externalId: "a1", identifier: "i1" });
    expect((await create({ url: "https://example.com", externalId: "ext_a1" })).body.error.message).toMatch(
      /externalId/,
    );
    expect((await create({ url: "https://example.com", identifier: "i1" })).body.error.message).toMatch(/identifier/);
  });

  it("refuses a link for a partner whose status does not earn (L2)", async () => {
    const partner = await service.createPartner();
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    const { status } = await create({ url: "https://example.com", partnerId: partner.id });
    expect(status).toBe(409);
  });

  it("gives one of many simultaneous writers the key", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ url: "https://example.com", key: "race" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });
});

describe("answers 422", () => {
  const variants = (...percentages: number[]) =>
    percentages.map((percentage) => ({ url: "https://example.com", percentage }));

  it.each([
    [{}, /^invalid_type: url: required/],
    [{ url: "javascript:alert(1)" }, /^invalid_format: url/],
    [{ url: "https://a.com", key: "a b" }, /^invalid_format: key/],
    [{ url: "https://a.com", keyLength: 2 }, /^too_small: keyLength/],
    [{ url: "https://a.com", archived: null }, /^invalid_type: archived/],
    [{ url: "https://a.com", title: "x".repeat(301) }, /^too_big: title/],
    [{ url: "https://a.com", tagIds: ["tag_none"] }, /^invalid_value: tagIds/],
    [{ url: "https://a.com", tagNames: "none" }, /^invalid_value: tagNames/],
    [{ url: "https://a.com", folderId: "fold_none" }, /^invalid_value: folderId/],
    [{ url: "https://a.com", webhookIds: ["wh_none"] }, /^invalid_value: webhookIds/],
    [{ url: "https://a.com", programId: "prog_none" }, /^invalid_value: programId/],
    [{ url: "https://a.com", partnerId: "pn_none" }, /^invalid_value: partnerId/],
    [{ url: "https://a.com", geo: { XX: "https://a.com" } }, /geo\.XX/],
    [{ url: "https://a.com", geo: { DE: "data:x" } }, /geo\.DE/],
    [{ url: "https://a.com", expiresAt: "tomorrow" }, /expiresAt/],
    [{ url: "https://a.com", testStartedAt: "2026-01-02", testCompletedAt: "2026-01-01" }, /testCompletedAt/],
    [{ url: "https://a.com", testVariants: variants(50) }, /^too_small: testVariants/],
    [{ url: "https://a.com", testVariants: variants(95, 5) }, /^too_big: testVariants\[0\]\.percentage/],
    [{ url: "https://a.com", testVariants: variants(60, 30) }, /testVariants: percentages must add up to 100/],
    [{ url: "https://a.com", utm_source: "x".repeat(256) }, /^too_big: utm_source/],
  ])("refuses %j", async (body, message) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toMatch(message);
  });
});
