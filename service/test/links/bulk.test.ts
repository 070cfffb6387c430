import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const bulk = (method: string, body: unknown) => service.request<any>(method, "/links/bulk", { body });

describe("POST /links/bulk", () => {
  it("answers in input order, each item on its own", async () => {
    const items = [
      { url: "https://a.com", key: "bulk-1" },
      { url: "https://a.com", key: "BULK-1" },
      { url: "javascript:x" },
      "no object",
      { url: "https://a.com", domain: "other.test" },
      { url: "https://a.com" },
    ];
    const { status, body } = await bulk("POST", items);
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({ key: "bulk-1" });
    expect(body[1]).toEqual({ link: items[1], error: expect.stringMatching(/already taken/), code: "conflict" });
    expect(body[2]).toMatchObject({
      code: "unprocessable_entity",
      error: expect.stringMatching(/^invalid_format: url/),
    });
    expect(body[3]).toMatchObject({ link: "no object", code: "unprocessable_entity" });
    expect(body[4]).toMatchObject({ code: "forbidden" });
    expect(body[5].id).toMatch(/^link_/);
  });

  it("repeats the same answer under one Idempotency-Key", async () => {
    const items = [
      { url: "https://a.com", key: "idem-bulk" },
      { url: "https://a.com", key: "idem-bulk" },
    ];
    const send = () =>
      service.request<any>("POST", "/links/bulk", { body: items, headers: { "idempotency-key": "bulk" } });
    const first = await send();
    expect(first.body.map((row: any) => row.code)).toEqual([undefined, "conflict"]);
    expect((await send()).body).toEqual(first.body);
  });

  it("takes a list of 1 to 100 (422)", async () => {
    const item = { url: "https://a.com" };
    for (const body of [[], {}, Array.from({ length: 101 }, () => item)]) {
      expect((await bulk("POST", body)).status).toBe(422);
    }
  });
});

describe("PATCH /links/bulk", () => {
  const create = async (body: object = {}) =>
    (await service.request<any>("POST", "/links", { body: { url: "https://a.com", ...body } })).body;

  it("changes all of them, in the order given", async () => {
    const [a, b] = [await create(), await create({ externalId: "b1" })];
    const data = { archived: true, utm_source: "bulk" };
    const { body } = await bulk("PATCH", { linkIds: [b.id, a.id, b.id], data });
    expect(body.map((link: any) => [link.id, link.archived, link.utm_source])).toEqual([
      [b.id, true, "bulk"],
      [a.id, true, "bulk"],
    ]);
    const { body: byExternal } = await bulk("PATCH", { externalIds: ["ext_b1"], data: { archived: false } });
    expect(byExternal.map((link: any) => link.id)).toEqual([b.id]);
  });

  it.each(["link_none", "another workspace's", "a deleted one"])(
    "changes none when %s is among them (404)",
    async (which) => {
      const [mine, gone] = [await create(), await create()];
      await service.request("DELETE", `/links/${gone.id}`);
      const { apiKey: key } = await service.createWorkspace();
      const { body: foreign } = await service.request<any>("POST", "/links", { body: { url: "https://a.com" }, key });
      const id = which === "link_none" ? which : which === "a deleted one" ? gone.id : foreign.id;
      const answer = await bulk("PATCH", { linkIds: [mine.id, id], data: { archived: true } });
      expect(answer).toMatchObject({ status: 404, body: { error: { message: expect.stringContaining(id) } } });
      const externalIds = ["ext_nobody"];
      expect((await bulk("PATCH", { externalIds, data: { archived: true } })).status).toBe(404);
      expect((await service.request<any>("GET", `/links/${mine.id}`)).body.archived).toBe(false);
    },
  );

  it("changes none when one cannot be (409)", async () => {
    const [a, b] = [await service.createPartner(), await service.createPartner()];
    const [free, own] = [await create(), await create({ partnerId: a.id })];
    await service.store.db.updateTable("links").set({ clicks: 1 }).where("id", "=", own.id).execute();
    const { status } = await bulk("PATCH", { linkIds: [free.id, own.id], data: { partnerId: b.id } });
    expect(status).toBe(409);
    expect((await service.request<any>("GET", `/links/${free.id}`)).body.partnerId).toBeNull();
  });

  it("needs ids and data, and ignores fields that name one link (422)", async () => {
    const link = await create();
    expect((await bulk("PATCH", { data: {} })).status).toBe(422);
    expect((await bulk("PATCH", { linkIds: [link.id] })).status).toBe(422);
    const { body } = await bulk("PATCH", { linkIds: [link.id], data: { key: "ignored", title: "kept" } });
    expect(body[0]).toMatchObject({ key: link.key, title: "kept" });
  });
});
