import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = async (body: object = {}) =>
  (await service.request<any>("POST", "/links", { body: { url: "https://example.com", ...body } })).body;
const remove = (id: string) => service.request<any>("DELETE", `/links/${id}`);
const stored = (id: string) =>
  service.store.db.selectFrom("links").select("deleted_at").where("id", "=", id).executeTakeFirst();

describe("answers 200", () => {
  it("removes the row of a link without events and frees its key (L11)", async () => {
    const link = await create({ key: "unused", externalId: "d1" });
    expect((await remove("ext_d1")).body).toEqual({ id: link.id });
    expect(await stored(link.id)).toBeUndefined();
    expect((await create({ key: "unused", externalId: "d1" })).key).toBe("unused");
    const told = await service.store.db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", "link.deleted")
      .execute();
    expect(told.map((row) => row.data)).toContainEqual(link);
  });

  it("keeps the row of a link with events hidden, reserves its key and frees its external id (L11, L10)", async () => {
    const link = await create({ key: "used", externalId: "d2" });
    await storeClick(service, link.id);
    expect((await remove(link.id)).status).toBe(200);
    expect((await stored(link.id))?.deleted_at).toBeInstanceOf(Date);
    expect((await service.request("GET", `/links/${link.id}`)).status).toBe(404);
    const again = await service.request<any>("POST", "/links", { body: { url: "https://a.com", key: "USED" } });
    expect(again.status).toBe(409);
    expect((await create({ externalId: "d2" })).externalId).toBe("d2");
  });

  it("deletes many, each alone, unknown ones skipped", async () => {
    const [a, b] = [await create(), await create({ externalId: "d3" })];
    const { body } = await service.request("DELETE", `/links/bulk?linkIds=${a.id},ext_d3,link_none,${a.id}`);
    expect(body).toEqual({ deletedCount: 2 });
    expect((await service.request("GET", `/links/${b.id}`)).status).toBe(404);
  });
});

describe("answers 404", () => {
  it("knows no link twice, and none of another workspace", async () => {
    const link = await create();
    await remove(link.id);
    expect((await remove(link.id)).status).toBe(404);
    const other = await service.createWorkspace();
    const kept = await create();
    expect((await service.request("DELETE", `/links/${kept.id}`, { key: other.apiKey })).status).toBe(404);
  });
});

describe("answers 422", () => {
  it("takes 1 to 100 ids", async () => {
    const many = Array.from({ length: 101 }, (_, n) => `link_${n}`).join(",");
    expect((await service.request("DELETE", `/links/bulk?linkIds=${many}`)).status).toBe(422);
    expect((await service.request("DELETE", "/links/bulk")).status).toBe(422);
  });
});
