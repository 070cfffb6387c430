import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const upsert = (body: object, path = "/links/upsert") => service.request<any>("PUT", path, { body });

describe("answers 200", () => {
  it("creates once, then changes: null clears, absent keeps, key renames", async () => {
    const first = await upsert({ url: "example.com/one", title: "T", comments: "C" });
    const second = await upsert({ url: "https://example.com/one", key: "one", comments: null });
    expect(second.body).toMatchObject({ id: first.body.id, key: "one", title: "T", comments: null });
  });

  it("finds a link made with parameters by the same body and by its full url", async () => {
    const body = { url: "https://example.com/utm?x=1", utm_source: "news", ref: "r" };
    const { body: first } = await upsert(body);
    expect((await upsert(body)).body.id).toBe(first.id);
    expect((await upsert({ url: first.url })).body.id).toBe(first.id);
    expect((await upsert({ url: body.url })).body.id).not.toBe(first.id);
    expect((await upsert(body)).body.id).toBe(first.id);
  });

  it("prefers the oldest of equal candidates", async () => {
    const make = () => service.request<any>("POST", "/links", { body: { url: "https://example.com/twice" } });
    const { body: oldest } = await make();
    service.clock.advance(1000);
    await make();
    expect((await upsert({ url: "https://example.com/twice" })).body.id).toBe(oldest.id);
  });

  it("never takes a partner's link without the partner, nor another partner's with one", async () => {
    const [a, b] = [await service.createPartner({ tenantId: "ta" }), await service.createPartner()];
    const url = "https://example.com/shared";
    const { body: ofA } = await upsert({ url, partnerId: a.id });
    const { body: ofB } = await upsert({ url, partnerId: b.id });
    const { body: ofNobody } = await upsert({ url });
    expect(new Set([ofA.id, ofB.id, ofNobody.id]).size).toBe(3);
    expect((await upsert({ url, tenantId: "ta" })).body.id).toBe(ofA.id);
    expect((await upsert({ url })).body.id).toBe(ofNobody.id);
  });

  it("makes one link of many simultaneous calls", async () => {
    const bodies = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0
        ? { url: "https://example.com/race", utm_source: "x" }
        : { url: "https://example.com/race?utm_source=x" },
    );
    const answers = await Promise.all(bodies.map((body) => upsert(body)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
});

describe("answers 409 or 422", () => {
  it("refuses a taken key and leaves the link as it was", async () => {
    await service.request("POST", "/links", { body: { url: "https://example.com", key: "held" } });
    const { body: link } = await upsert({ url: "https://example.com/two" });
    expect((await upsert({ url: "https://example.com/two", key: "HELD", title: "x" })).status).toBe(409);
    expect((await service.request("GET", `/links/${link.id}`)).body).toEqual(link);
  });

  it("answers 422 without a url", async () => {
    expect((await upsert({})).body.error.message).toBe("invalid_type: url: required");
  });
});

describe("PUT /partners/links/upsert", () => {
  it("changes the partner's link with this destination, or makes it", async () => {
    const partner = await service.createPartner({ tenantId: "tu" });
    const path = "/partners/links/upsert";
    const { status, body } = await upsert({ tenantId: "tu", url: "https://acme.test/pricing" }, path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ partnerId: partner.id, tenantId: "tu", trackConversion: true });
    const again = await upsert({ partnerId: partner.id, url: "https://acme.test/pricing", key: "pricing" }, path);
    expect(again.body).toMatchObject({ id: body.id, key: "pricing", partnerId: partner.id });
    const foreign = await upsert({ partnerId: partner.id, url: "https://elsewhere.test" }, path);
    expect(foreign.status).toBe(422);
    expect((await upsert({ partnerId: "pn_none", url: "https://acme.test" }, path)).status).toBe(404);
    expect((await upsert({ partnerId: partner.id }, path)).status).toBe(422);
  });
});
