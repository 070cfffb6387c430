import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const list = async (query: string, key = service.apiKey): Promise<Partner[]> =>
  (await service.request("GET", `/partners?${query}`, { key })).body;

describe("partners", () => {
  it("share id, email, username and network status between workspaces, and nothing that was entered elsewhere (G5)", async () => {
    const other = await service.createWorkspace();
    const here = await service.createPartner({
      email: "both@mail.test",
      username: "both",
      name: "Entered Here",
      country: "DE",
      description: "Here",
    });
    await service.request("PATCH", `/partners/${here.id}`, {
      body: { networkStatus: "submitted", website: "https://here.test" },
    });
    const body = { email: "BOTH@mail.test", name: "Entered There" };
    const there = (await service.request("POST", "/partners", { key: other.apiKey, body })).body;
    expect(there).toMatchObject({
      id: here.id,
      email: "both@mail.test",
      username: "both",
      networkStatus: "submitted",
      name: "Entered There",
      country: null,
      description: null,
      website: null,
    });
    expect((await service.request("GET", `/partners/${here.id}`)).body).toMatchObject({ name: "Entered Here" });
    expect(await list("search=entered here", other.apiKey)).toEqual([]);
    expect(await list("country=DE", other.apiKey)).toEqual([]);
    expect((await list("search=entered there", other.apiKey)).map(({ id }) => id)).toEqual([here.id]);
  });

  it("a record has the enrollment date, undeleted links oldest first, and totals that include deleted links (G6)", async () => {
    const partner = await service.createPartner({ name: "Lina Links" });
    const enrolledAt = new Date(service.clock.now()).toISOString();
    const own = [partner.links![0]!.id];
    for (const key of ["lina-2", "lina-3"]) {
      service.clock.advance(1000);
      own.push((await service.request("POST", "/partners/links", { body: { partnerId: partner.id, key } })).body.id);
    }
    for (const id of own) await storeClick(service, id);
    await service.request("DELETE", `/links/${own[1]}`);
    const record: Partner = (await service.request("GET", `/partners/${partner.id}`)).body;
    expect(record.createdAt).toBe(enrolledAt);
    expect(record.links!.map(({ id }) => id)).toEqual([own[0], own[2]]);
    expect(record.totalClicks).toBe(3);
  });

  it("addresses are one in any case, form and spelling of the host; dots and tags count (K5)", async () => {
    const first = await service.createPartner({ email: " J.Do\u00e9+x@B\u00fccher.test " });
    expect(first.email).toBe("J.Do\u00e9+x@B\u00fccher.test");
    for (const email of ["j.doe\u0301+X@b\u00fccher.TEST", "J.DO\u00c9+x@xn--bcher-kva.test"]) {
      expect((await service.createPartner({ email })).id, email).toBe(first.id);
      expect((await list(`email=${encodeURIComponent(email)}`)).map(({ id }) => id)).toEqual([first.id]);
    }
    for (const email of ["jdo\u00e9+x@b\u00fccher.test", "j.do\u00e9@b\u00fccher.test"]) {
      expect((await service.createPartner({ email })).id, email).not.toBe(first.id);
    }
  });

  it("a rate may exceed 1 (M10)", async () => {
    const partner = await service.createPartner({ name: "Rita Rate" });
    const clickId = await storeClick(service, partner.links![0]!.id);
    const body = { clickId, eventName: "Seats", customerExternalId: "company", eventQuantity: 3 };
    await service.request("POST", "/track/lead", { body });
    expect((await list(`search=${partner.id}`))[0]).toMatchObject({
      totalClicks: 1,
      totalLeads: 3,
      clickToLeadRate: 3,
    });
  });
});

describe("the token call", () => {
  it("looks by partnerId, then by tenantId, then by email (K3)", async () => {
    const named = await service.createPartner({ name: "By Id" });
    const tenant = await service.createPartner({ tenantId: "by-tenant" });
    const mailed = await service.createPartner({ email: "by-email@mail.test" });
    const holder = async (body: object): Promise<string> => {
      const { publicToken: key } = (await service.request("POST", "/tokens/embed/referrals", { body })).body;
      return (await service.request("GET", "/embed/referrals/profile", { key })).body.id;
    };
    const partner = { email: "by-email@mail.test", name: "Any" };
    expect(await holder({ partnerId: named.id, partner })).toBe(named.id);
    expect(await holder({ tenantId: "by-tenant", partner })).toBe(tenant.id);
    expect(await holder({ partner })).toBe(mailed.id);
  });
});
