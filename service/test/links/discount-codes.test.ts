import type { DiscountCode, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let discountId: string;
beforeAll(async () => {
  service = await createTestService();
  const terms = { type: "percentage", amount: 12.5, maxDuration: 3 };
  discountId = (await service.request("POST", "/discounts", { body: terms })).body.id;
  const group = { name: "Saves", slug: "saves", discountId };
  await service.request("POST", "/groups", { body: group });
});
afterAll(() => service.close());

const create = (partner: Partner, input: object = {}) =>
  service.request<DiscountCode & { error: { message: string } }>("POST", "/discount-codes", {
    body: { partnerId: partner.id, linkId: partner.links![0]!.id, ...input },
  });
const saver = (name = "Ada Love") => service.createPartner({ name, groupId: "saves" });
const list = async (query = ""): Promise<DiscountCode[]> =>
  (await service.request("GET", `/discount-codes${query}`)).body;
const events = async (code: string) => {
  const rows = await service.store.db
    .selectFrom("outbox_events")
    .select(["event", "data"])
    .where("event", "in", ["discount_code.created", "discount_code.deleted"])
    .orderBy("id")
    .execute();
  return rows.filter(({ data }) => (data as { code: string }).code === code);
};

describe("discount codes", () => {
  it("are made from the partner's name, announced, listed newest first, and found by partner and discount", async () => {
    const [one, two] = [await saver(), await saver()];
    const { status, body: first } = await create(one);
    expect(status).toBe(200);
    expect(first).toEqual({
      id: expect.stringMatching(/^code_/),
      code: "ADALOVE",
      discountId,
      partnerId: one.id,
      linkId: one.links![0]!.id,
      disabledAt: null,
    });
    const { body: second } = await create(two);
    expect(second.code).toMatch(/^ADALOVE[A-Z2-9]{4}$/);
    expect(await list()).toEqual([second, first]);
    expect(await list(`?partnerId=${one.id}`)).toEqual([first]);
    expect(await list(`?discountId=${discountId}&pageSize=1&page=2`)).toEqual([first]);
    expect(await list("?discountId=disc_none")).toEqual([]);
    expect(await events("ADALOVE")).toEqual([
      {
        event: "discount_code.created",
        data: {
          id: first.id,
          code: "ADALOVE",
          partnerId: one.id,
          linkId: first.linkId,
          disabledAt: null,
          discount: { id: discountId, type: "percentage", amount: 12.5, maxDuration: 3, provider: "custom" },
        },
      },
    ]);
  });

  it("belong to one partner in any letter case, and one link has one", async () => {
    const [one, two] = [await saver(), await saver()];
    expect((await create(one, { code: "Save_10" })).body.code).toBe("Save_10");
    expect((await create(two, { code: "SAVE_10" })).status).toBe(409);
    expect((await create(one, { code: "OTHER" })).status).toBe(409);
    expect((await create(two, { linkId: one.links![0]!.id })).body.error.message).toMatch(/^invalid_value: linkId: /);
    expect((await create(two, { code: "ä b" })).status).toBe(422);
  });

  it("are deleted by id or spelling, and may be given again", async () => {
    const partner = await saver();
    const { body: made } = await create(partner, { code: "GONE" });
    expect((await service.request("DELETE", "/discount-codes/gone")).body).toEqual({ id: made.id });
    expect((await service.request("DELETE", `/discount-codes/${made.id}`)).status).toBe(404);
    expect((await events("GONE")).map(({ event }) => event)).toEqual([
      "discount_code.created",
      "discount_code.deleted",
    ]);
    const { body: again } = await create(partner, { code: "GONE" });
    expect((await service.request("DELETE", `/discount-codes/${again.id}`)).status).toBe(200);
  });

  it("are off while the partner is banned, on again after, and kept from others meanwhile (E18, E20)", async () => {
    const [partner, other] = [await saver(), await saver()];
    await create(partner, { code: "BANNED" });
    await service.request("POST", "/partners/ban", { body: { partnerId: partner.id, reason: "spam" } });
    const shown = async () => (await list(`?partnerId=${partner.id}`))[0]!.disabledAt;
    expect(await shown()).not.toBeNull();
    expect((await create(other, { code: "banned" })).status).toBe(409);
    await service.request("POST", "/partners/unban", { body: { partnerId: partner.id } });
    expect(await shown()).toBeNull();
  });

  it("are the workspace's own", async () => {
    const { apiKey } = await service.createWorkspace();
    await create(await saver(), { code: "OURS" });
    expect((await service.request("GET", "/discount-codes", { key: apiKey })).body).toEqual([]);
    expect((await service.request("DELETE", "/discount-codes/OURS", { key: apiKey })).status).toBe(404);
    expect((await service.request("GET", "/discount-codes?partnerId=pn_none")).status).toBe(404);
  });
});
