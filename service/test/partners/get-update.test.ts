import { networkStatuses, type Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { networkTransitions } from "../../src/domain/partners/update-partner.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const patch = (id: string, body: unknown, key?: string) =>
  service.request<Partner & { error?: { message: string } }>("PATCH", `/partners/${id}`, { body, key });

async function addGroup(values: Record<string, unknown>): Promise<string> {
  const { body } = await service.request("POST", "/groups", {
    body: { name: `G ${service.deps.ids.random(5)}`, ...values },
  });
  return body.id;
}

describe("GET 200", () => {
  it("answers the same record as the list", async () => {
    const created = await service.createPartner({ tenantId: "g1" });
    const { body } = await service.request("GET", `/partners/${created.id}`);
    expect(body).toEqual(created);
    expect((await service.request("GET", "/partners?tenantId=g1")).body).toEqual([created]);
  });
});

describe("PATCH 200", () => {
  it("null clears, absent keeps, and search follows the new name", async () => {
    const { id } = await service.createPartner({ name: "Before", description: "d", country: "DE" });
    const { status, body } = await patch(id, {
      name: " After ",
      description: null,
      companyName: "Co",
      website: "https://a.test",
      twitter: "a",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "After",
      description: null,
      country: "DE",
      companyName: "Co",
      website: "https://a.test",
      twitter: "a",
    });
    expect((await service.request("GET", "/partners?search=after")).body).toHaveLength(1);
    expect(
      (await service.request("GET", "/partners?search=before&status=approved")).body.map((p: Partner) => p.name),
    ).toEqual(["After"]);
  });

  it("audits the changed fields with old and new values", async () => {
    const { id } = await service.createPartner({ name: "Old" });
    await patch(id, { name: "New", image: null });
    const rows = await service.store.db
      .selectFrom("audit_rows")
      .select(["operation", "changes"])
      .where("entity_id", "=", id)
      .execute();
    expect(rows).toEqual([{ operation: "update profile", changes: { name: { old: "Old", new: "New" } } }]);
  });

  it("another group's rewards are copied and its missing default links added, none removed (G3, G4)", async () => {
    const partner = await service.createPartner();
    const groupId = await addGroup({ defaultUrls: ["https://acme.test/vip"] });
    const { body } = await patch(partner.id, { groupId });
    expect(body).toMatchObject({ groupId, saleRewardId: null });
    expect(body.links!.map(({ url }) => url)).toEqual(["https://acme.test", "https://acme.test/vip"]);
  });

  it("a group's new reward reaches members that carry the old one, and leaves individual ones alone (G3)", async () => {
    const reward = async (amount: number): Promise<string> =>
      (await service.request("POST", "/rewards", { body: { event: "sale", type: "percentage", amount } })).body.id;
    const [first, second, own] = [await reward(10), await reward(20), await reward(30)];
    const groupId = await addGroup({ saleRewardId: first });
    const [a, b, c] = [
      await service.createPartner({ groupId }),
      await service.createPartner({ groupId }),
      await service.createPartner({ groupId }),
    ];
    expect((await patch(b.id, { saleRewardId: own })).body).toMatchObject({ saleRewardId: own, groupId });
    await service.request("POST", "/partners/deactivate", { body: { partnerId: c.id } });
    await service.request("PATCH", `/groups/${groupId}`, { body: { saleRewardId: second } });
    const rewards = [];
    for (const { id } of [a, b, c]) rewards.push((await service.request("GET", `/partners/${id}`)).body.saleRewardId);
    expect(rewards).toEqual([second, own, null]);
  });

  it("a partner's own reward counts for new customers, survives a deactivation and ends with a change of group (G3, E27)", async () => {
    const { body: own } = await service.request("POST", "/rewards", {
      body: { event: "sale", type: "percentage", amount: 40 },
    });
    const { id, links, saleRewardId } = await service.createPartner();
    const { body: beside } = await patch(id, { saleRewardId: own.id, leadRewardId: null });
    expect(beside).toMatchObject({ saleRewardId: own.id, leadRewardId: null });
    const clickId = await storeClick(service, links![0]!.id);
    await service.request("POST", "/track/sale", {
      body: { customerExternalId: `own-${id}`, clickId, amount: 1000, invoiceId: `own-${id}` },
    });
    expect((await service.request("GET", `/commissions?partnerId=${id}`)).body).toMatchObject([{ earnings: 400 }]);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: id } });
    expect((await patch(id, { saleRewardId: own.id })).body.saleRewardId).toBeNull();
    await patch(id, { saleRewardId: null });
    await patch(id, { saleRewardId: own.id });
    const back = await service.request("POST", "/partners/reactivate", { body: { partnerId: id } });
    expect(back.status).toBe(200);
    expect((await service.request("GET", `/partners/${id}`)).body.saleRewardId).toBe(own.id);
    expect((await patch(id, { saleRewardId })).body.saleRewardId).toBe(saleRewardId);
    await patch(id, { saleRewardId: own.id });
    const { body: moved } = await patch(id, { groupId: await addGroup({}) });
    expect(moved.saleRewardId).toBeNull();
    const { body: audit } = await service.request<{ operation: string; changes: object }[]>(
      "GET",
      `/audit?partnerId=${id}`,
    );
    const changes = audit.filter(({ operation }) => operation === "change rewards");
    const moves = [
      [saleRewardId, own.id],
      [own.id, null],
      [null, own.id],
      [own.id, saleRewardId],
      [saleRewardId, own.id],
    ].map(([before, after]) => ({ saleRewardId: { old: before, new: after } }));
    expect(changes).toHaveLength(moves.length);
    expect(changes.map(({ changes }) => changes)).toEqual(expect.arrayContaining(moves));
  });

  it("sets tags and tenantId", async () => {
    const { body: tag } = await service.request("POST", "/tags", { body: { name: "VIP" } });
    const { id } = await service.createPartner();
    const { body } = await patch(id, { tagIds: [tag.id], tenantId: "patched" });
    expect(body).toMatchObject({ tags: [{ id: tag.id, name: "VIP" }], tenantId: "patched" });
    expect((await patch(id, { tagIds: [], tenantId: null })).body).toMatchObject({ tags: [], tenantId: null });
  });

  it("trustedAt is set while networkStatus is trusted (E31)", async () => {
    const { id } = await service.createPartner();
    for (const networkStatus of ["submitted", "approved"]) await patch(id, { networkStatus });
    expect((await patch(id, { networkStatus: "trusted" })).body.trustedAt).toBe(
      new Date(service.clock.now()).toISOString(),
    );
    expect((await patch(id, { networkStatus: "approved" })).body.trustedAt).toBeNull();
  });
});

describe("PATCH 409", () => {
  it.each(networkStatuses)(
    "from %s only the listed transitions exist; the same value has no effect (E31)",
    async (from) => {
      const { id } = await service.createPartner();
      for (const to of networkStatuses) {
        await service.store.db.updateTable("partners").set({ network_status: from }).where("id", "=", id).execute();
        const allowed = from === to || networkTransitions[from].includes(to);
        expect((await patch(id, { networkStatus: to })).status).toBe(allowed ? 200 : 409);
      }
    },
  );

  it("refuses another partner's tenantId, and nothing changes", async () => {
    await service.createPartner({ tenantId: "theirs" });
    const mine = await service.createPartner({ name: "Mine" });
    expect((await patch(mine.id, { name: "Changed", tenantId: "theirs" })).status).toBe(409);
    expect((await service.request("GET", `/partners/${mine.id}`)).body).toEqual(mine);
  });
});

describe("answers 404", () => {
  it("answers 404 for a partner who is unknown, removed or of another workspace", async () => {
    const other = await service.createWorkspace();
    const { id } = await service.createPartner();
    expect((await service.request("GET", `/partners/${id}`, { key: other.apiKey })).status).toBe(404);
    expect((await patch(id, {}, other.apiKey)).status).toBe(404);
    expect((await service.request("GET", "/partners/pn_x")).status).toBe(404);
    await service.store.db
      .updateTable("enrollments")
      .set({ removed_at: new Date() })
      .where("partner_id", "=", id)
      .execute();
    expect((await service.request("GET", `/partners/${id}`)).status).toBe(404);
    expect((await service.request("GET", `/partners?search=${id}`)).body).toEqual([]);
  });
});

describe("answers 400 or 422", () => {
  it("refuses what is no change of a partner", async () => {
    const { id, saleRewardId } = await service.createPartner();
    const path = `/partners/${id}`;
    expect((await service.request("PATCH", path, { body: "[" })).status).toBe(400);
    for (const [body, message] of [
      [{ name: null }, /^invalid_type: name: must be a string$/],
      [{ website: "http://a.test" }, /^invalid_format: website: /],
      [{ groupId: "grp_x" }, /^invalid_value: groupId: /],
      [{ saleRewardId: "rw_x" }, /^invalid_value: saleRewardId: the program has no sale reward rw_x/],
      [{ leadRewardId: saleRewardId }, /^invalid_value: leadRewardId: the program has no lead reward /],
      [{ discountId: "dis_x" }, /^invalid_value: discountId: /],
      [{ tagIds: ["tag_x"] }, /^invalid_value: tagIds\[0\]: /],
      [{ networkStatus: "gone" }, /^invalid_value: networkStatus: /],
    ] as const) {
      expect((await patch(id, body)).body.error!.message).toMatch(message);
    }
  });
});
