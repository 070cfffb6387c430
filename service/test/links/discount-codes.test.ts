import type { DiscountCode, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { applyProgram } from "../../src/domain/workspaces/apply-program.ts";
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
const saverIn = (groupId: string) => service.createPartner({ name: "Patty", groupId });
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

  it("are made for up to 100 partners at once, each alone (L13)", async () => {
    const [one, two] = [await saver("Bulk One"), await saver("Bulk Two")];
    const items = [
      { partnerId: one.id },
      { partnerId: two.id, code: "bulkone" },
      { partnerId: "pn_none" },
      { partnerId: two.id, code: "ä b" },
      { partnerId: two.id, code: "BULK-2" },
    ];
    const { status, body } = await service.request("POST", "/discount-codes/bulk", { body: items });
    expect([status, body]).toMatchObject([
      200,
      [
        { code: "BULKONE", linkId: one.links![0]!.id },
        { input: items[1], error: { code: "conflict" } },
        { input: items[2], error: { code: "not_found" } },
        { input: items[3], error: { code: "unprocessable_entity" } },
        { code: "BULK-2", linkId: two.links![0]!.id },
      ],
    ]);
  });

  it("come with the first link where the group has a pattern, once (L13)", async () => {
    const group = { name: "Pattern", slug: "pattern", codePattern: "{name}-20", discountId };
    const { id } = (await service.request("POST", "/groups", { body: group })).body;
    const [one, two] = [await saverIn("pattern"), await saverIn("pattern")];
    const [first] = await list(`?partnerId=${one.id}`);
    expect(first).toMatchObject({ code: "PATTY-20", linkId: one.links![0]!.id, discountId });
    expect((await list(`?partnerId=${two.id}`))[0]!.code).toMatch(/^PATTY-20[A-Z2-9]{4}$/);
    await service.request("PATCH", `/groups/${id}`, { body: { codePattern: "X{random}" } });
    const mover = await saver("Mover");
    for (const groupId of ["pattern", "saves", "pattern"]) {
      expect((await service.request("PATCH", `/partners/${mover.id}`, { body: { groupId } })).status).toBe(200);
    }
    expect(await list(`?partnerId=${mover.id}`)).toMatchObject([{ code: expect.stringMatching(/^X[A-Z2-9]{4}$/) }]);
    expect((await service.request("PATCH", `/groups/${id}`, { body: { codePattern: "{nom}" } })).status).toBe(422);
  });

  it("are made by a program file, which may be applied again and takes nobody's code (L13)", async () => {
    const [one, two] = [await saver("File One"), await saver("File Two")];
    const apply = (partnerId: string) => applyProgram(service.ctx(), { codes: [{ partnerId, code: "FILE-1" }] });
    await apply(one.id);
    await apply(one.id);
    expect(await list(`?partnerId=${one.id}`)).toMatchObject([{ code: "FILE-1", linkId: one.links![0]!.id }]);
    await expect(apply(two.id)).rejects.toThrow("The code FILE-1: The code FILE-1 is already taken.");
  });

  it("of a program file are given each in a transaction of its own; a refused one keeps those before it (G7)", async () => {
    const partners = [await saver("Alone One"), await saver("Alone Two"), await saver("Alone Three")];
    const codes = partners.map(({ id }, n) => ({ partnerId: id, code: n === 1 ? "FILE-1" : `ALONE-${n}` }));
    const transaction = vi.spyOn(service.store, "transaction");
    await expect(applyProgram(service.ctx(), { codes })).rejects.toMatchObject({ code: "conflict" });
    expect(transaction).toHaveBeenCalledTimes(3);
    transaction.mockRestore();
    expect(await list(`?partnerId=${partners[0]!.id}`)).toMatchObject([{ code: "ALONE-0" }]);
    expect(await list(`?partnerId=${partners[2]!.id}`)).toEqual([]);
    codes.splice(1, 1);
    await applyProgram(service.ctx(), { codes });
    expect(await list(`?partnerId=${partners[2]!.id}`)).toMatchObject([{ code: "ALONE-2" }]);
  });
});
