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

  it("lets others read and write while it hashes its passwords, with an Idempotency-Key as well", async () => {
    const items = Array.from({ length: 40 }, (_, i) => ({ url: "https://a.com", password: `secret ${i}` }));
    const ended: string[] = [];
    const sent = service
      .request<any>("POST", "/links/bulk", { body: items, headers: { "idempotency-key": "passwords" } })
      .then(({ body }) => {
        ended.push("bulk");
        return body;
      });
    for (let i = 0; i < 3; i++) {
      expect((await service.request("POST", "/links", { body: { url: "https://b.com" } })).status).toBe(200);
      ended.push("one");
    }
    const links = await sent;
    expect(ended).toEqual(["one", "one", "one", "bulk"]);
    expect(links.map((link: any) => link.password)).toEqual(items.map(() => "********"));
    const stored = await service.store.db
      .selectFrom("links")
      .select("password_hash")
      .where("password_hash", "is not", null)
      .execute();
    for (const [i, { password_hash }] of stored.slice(0, 3).entries())
      expect([i, password_hash]).toEqual([i, expect.stringMatching(/^scrypt:/)]);
    expect(new Set(stored.map(({ password_hash }) => password_hash)).size).toBe(items.length);
  });

  it("takes no hash in the place of a password", async () => {
    const link = { url: "https://a.com", passwordHash: "scrypt:a:b" };
    expect((await bulk("POST", [link])).body).toMatchObject([{ password: null }]);
    expect((await service.request<any>("POST", "/links", { body: link })).body).toMatchObject({ password: null });
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

  it("hashes a password once for all of them", async () => {
    const linkIds = [(await create()).id, (await create()).id];
    const { body } = await bulk("PATCH", { linkIds, data: { password: "open sesame", title: "Both" } });
    expect(body).toMatchObject([
      { password: "********", title: "Both" },
      { password: "********", title: "Both" },
    ]);
    const hashOf = () =>
      service.store.db.selectFrom("links").select("password_hash").where("id", "in", linkIds).distinct().execute();
    expect(await hashOf()).toEqual([{ password_hash: expect.stringMatching(/^scrypt:/) }]);
    await bulk("PATCH", { linkIds, data: { password: "********" } });
    expect(await hashOf()).toHaveLength(1);
    await bulk("PATCH", { linkIds, data: { password: null } });
    expect(await hashOf()).toEqual([{ password_hash: null }]);
  });

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
