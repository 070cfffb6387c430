import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = (body: object) => service.request<any>("POST", "/partners/links", { body });
const group = (values: object) =>
  service.store.db
    .updateTable("groups")
    .set(values as never)
    .execute();

describe("POST /partners/links", () => {
  it("makes a link to the landing page, owned and tracked", async () => {
    const partner = await service.createPartner({ tenantId: "p-1" });
    const linkProps = { prefix: "p/", title: "T", tagNames: [], externalId: "pl-1" };
    const { status, body } = await create({ tenantId: "p-1", comments: "hi", linkProps });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      url: "https://acme.test",
      partnerId: partner.id,
      programId: service.programId,
      tenantId: "p-1",
      trackConversion: true,
      comments: "hi",
      title: "T",
      externalId: "pl-1",
    });
    expect(body.key).toMatch(/^p\/[0-9A-Za-z]{7}$/);
    const { body: links } = await service.request<any>("GET", `/partners/links?partnerId=${partner.id}`);
    expect(links.map((link: any) => link.key)).toEqual([partner.links![0]!.key, body.key]);
  });

  it("answers 422 for a host the group does not list, by mode (L3)", async () => {
    const partner = await service.createPartner();
    const status = async (url: string) => (await create({ partnerId: partner.id, url })).status;
    expect(await status("acme.test/any")).toBe(201);
    for (const url of [
      "http://acme.test",
      "https://user@acme.test",
      "https://acme.test:8443",
      "https://sub.acme.test",
      "https://other.test",
    ]) {
      expect(await status(url), url).toBe(422);
    }
    const { body: refused } = await create({ partnerId: partner.id, url: "https://other.test" });
    expect(refused.error.message).toBe(
      "custom: url: must be on acme.test, the host of the program's url: change that, or add the host to linkHosts of the partner's group",
    );
    await group({
      link_hosts: JSON.stringify([
        { host: "Shop.test", mode: "host" },
        { host: "bücher.test", mode: "exact" },
      ]),
      default_urls: JSON.stringify(["https://bücher.test/start"]),
    });
    expect(await status("https://shop.TEST/x")).toBe(201);
    expect(await status("https://bücher.test/start")).toBe(201);
    expect(await status("https://xn--bcher-kva.test/other")).toBe(422);
    expect(await status("https://acme.test")).toBe(422);
    await group({ link_hosts: "[]", default_urls: "[]" });
  });

  it("is not limited by the group's maximum, which binds the partner only (L2)", async () => {
    await group({ max_partner_links: 1 });
    const partner = await service.createPartner();
    expect((await create({ partnerId: partner.id })).status).toBe(201);
    const token = await service.embedToken(partner.id);
    const own = await service.request<any>("POST", "/embed/referrals/links", { key: token, body: {} });
    expect([own.status, own.body.error.code]).toEqual([409, "conflict"]);
    await group({ max_partner_links: 10 });
  });

  it("answers 404 for an unknown partner, 422 for none, 409 for a taken key or a banned partner", async () => {
    const partner = await service.createPartner();
    expect((await create({ partnerId: "pn_none" })).status).toBe(404);
    expect((await create({})).status).toBe(422);
    expect((await create({ partnerId: partner.id, key: "mine" })).status).toBe(201);
    expect((await create({ partnerId: partner.id, key: "MINE" })).status).toBe(409);
    await service.request("POST", "/partners/ban", { body: { partnerId: partner.id, reason: "spam" } });
    expect((await create({ partnerId: partner.id })).status).toBe(409);
  });

  it("gives N simultaneous creators of one partner no link beyond the maximum (L2)", async () => {
    await group({ max_partner_links: 3 });
    const partner = await service.createPartner();
    const token = await service.embedToken(partner.id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.request("POST", "/embed/referrals/links", { key: token, body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    await group({ max_partner_links: 10 });
  });
});

describe("GET /partners/links", () => {
  it("answers 404 for an unknown partner, 422 for none", async () => {
    expect((await service.request("GET", "/partners/links?partnerId=pn_none")).status).toBe(404);
    expect((await service.request("GET", "/partners/links")).status).toBe(422);
  });
});
