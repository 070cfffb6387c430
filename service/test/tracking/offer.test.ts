import type { OfferResult, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let partner: Partner;
let token: string;

beforeAll(async () => {
  service = await createTestService();
  const discount = await service.request<{ id: string }>("POST", "/discounts", {
    body: { type: "percentage", amount: 20, maxDuration: 3 },
  });
  const { body: group } = await service.request<{ id: string }>("POST", "/groups", {
    body: { name: "Savers", slug: "savers", discountId: discount.body.id },
  });
  partner = await service.createPartner({ name: "Ann Chovey", groupId: group.id } as never);
  token = await service.embedToken(partner.id);
  await change({ image: "https://pictures.test/ann.png" });
});
afterAll(() => service.close());

const change = (patch: object) => service.request("PATCH", "/embed/referrals/profile", { key: token, body: patch });
const program = (namePartners: boolean) => service.request("PATCH", "/program", { body: { embed: { namePartners } } });
const offer = async (query: Record<string, string>) => {
  const path = `/track/offer?${new URLSearchParams(query)}`;
  const { status, headers, body } = await service.request<OfferResult>("GET", path, { key: null });
  return { status, cached: headers.get("cache-control"), body };
};
const place = () => {
  const { domain, key } = partner.links![0]!;
  return { domain, key };
};
const nothing = { status: 200, cached: "public, max-age=60", body: { discount: null, introducedBy: null } };

describe("GET /track/offer", () => {
  it("tells what a visitor saves by the link's key or by the click alone, and may be kept for five minutes", async () => {
    const clickId = await storeClick(service, partner.links![0]!.id);
    const byClick = await offer({ clickId });
    expect(byClick).toMatchObject({ status: 200, cached: "public, max-age=300" });
    expect(byClick.body.discount).toMatchObject({ type: "percentage", amount: 20, maxDuration: 3 });
    expect(await offer(place())).toEqual(byClick);
    expect(await offer({ ...place(), domain: place().domain.toUpperCase() })).toEqual(byClick);
  });

  it("names nobody to a visitor who has not agreed to it, nor where the program does not want it (L14)", async () => {
    const named = async () => {
      const { body } = await offer(place());
      expect(JSON.stringify(body).includes("Ann")).toBe(body.introducedBy !== null);
      return body.introducedBy;
    };
    expect(await named()).toBeNull();
    await change({ namedToFriends: true });
    expect(await named()).toEqual({ name: "Ann Chovey", image: "https://pictures.test/ann.png" });
    await program(false);
    expect(await named()).toBeNull();
    await program(true);
    await change({ namedToFriends: false });
    expect(await named()).toBeNull();
  });

  it("answers alike for what is unknown, saves nothing, is disabled or does not earn", async () => {
    expect(await offer({ clickId: "unknown000000000" })).toEqual(nothing);
    expect(await offer({ domain: "elsewhere.test", key: "ann" })).toEqual(nothing);
    const other = await service.createPartner({ name: "Bob" });
    await service.request("PATCH", "/embed/referrals/profile", {
      key: await service.embedToken(other.id),
      body: { namedToFriends: true },
    });
    const [link] = other.links!;
    expect(await offer({ clickId: await storeClick(service, link!.id) })).toEqual(nothing);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    expect(await offer(place())).toEqual(nothing);
    await service.request("POST", "/partners/reactivate", { body: { partnerId: partner.id } });
    expect((await offer(place())).body.discount).not.toBeNull();
  });

  it("answers 429 to an address that asks for more than 120 in a minute", async () => {
    const limited = await createTestService({ rateLimits: true });
    const ask = (key: string) => limited.request("GET", `/track/offer?domain=app.test&key=${key}`, { key: null });
    for (let n = 0; n < 120; n += 1) expect((await ask(`key-${n}`)).status).toBe(200);
    const refused = await ask("one-more");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    await limited.close();
  });

  it("records no click", async () => {
    const count = async () =>
      (
        await service.store.db
          .selectFrom("click_events")
          .select(({ fn }) => fn.countAll().as("n"))
          .execute()
      )[0]!.n;
    const before = await count();
    await offer(place());
    expect(await count()).toBe(before);
  });

  it("answers 422 for neither click nor link, for both, and for half a link", async () => {
    for (const query of [{}, { clickId: "a", ...place() }, { domain: "app.test" }, { key: "ann" }]) {
      expect((await offer(query as never)).status).toBe(422);
    }
    expect((await offer({ clickId: "x".repeat(256) })).status).toBe(422);
  });
});
