import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { deleteFolder } from "../../src/domain/links/folders.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = (body: object) => service.request("POST", "/folders", { body });

describe("answers 200 or 201", () => {
  it("makes, lists and changes a folder", async () => {
    const { status, body: made } = await create({ name: "Spring", accessLevel: "read" });
    expect(status).toBe(201);
    expect(made).toMatchObject({ name: "Spring", description: null, type: "default", accessLevel: "read" });
    const { body: changed } = await service.request("PATCH", `/folders/${made.id}`, {
      body: { description: "2026", accessLevel: null },
    });
    expect(changed).toMatchObject({ name: "Spring", description: "2026", accessLevel: null });
    expect((await service.request("GET", "/folders?search=spr")).body).toEqual([changed]);
  });

  it("keeps the links of a removed folder, in no folder", async () => {
    const { body: folder } = await create({ name: "Short-lived" });
    const { body: link } = await service.request("POST", "/links", {
      body: { url: "https://a.com", folderId: folder.id },
    });
    expect(link.folderId).toBe(folder.id);
    expect((await service.request("DELETE", `/folders/${folder.id}`)).body).toEqual({ id: folder.id });
    expect((await service.request("GET", `/links/${link.id}`)).body.folderId).toBeNull();
  });

  it("takes 450 links out of a removed folder in transactions of 200 at most, and leaves none in it", async () => {
    const { body: folder } = await create({ name: "Large" });
    const keys = Array.from({ length: 450 }, (_, n) => n);
    for (let from = 0; from < keys.length; from += 100) {
      const links = keys.slice(from, from + 100).map((n) => ({ url: `https://a.com/${n}`, folderId: folder.id }));
      expect((await service.request("POST", "/links/bulk", { body: links })).status).toBeLessThan(300);
    }
    const transaction = vi.spyOn(service.store, "transaction");
    await deleteFolder(service.ctx(), folder.id);
    expect(transaction.mock.calls.length).toBeGreaterThanOrEqual(4);
    transaction.mockRestore();
    const left = await service.store.db.selectFrom("links").select("id").where("folder_id", "=", folder.id).execute();
    expect(left).toEqual([]);
    await expectSound(service);
  });
});

describe("answers 404", () => {
  it("knows no folder that is not there", async () => {
    expect((await service.request("PATCH", "/folders/fold_none", { body: { name: "x" } })).status).toBe(404);
    expect((await service.request("DELETE", "/folders/fold_none")).status).toBe(404);
  });
});

describe("answers 422", () => {
  it.each([{}, { name: " " }, { name: "x".repeat(191) }, { name: "x", accessLevel: "admin" }])(
    "refuses %j",
    async (body) => {
      expect((await create(body)).status).toBe(422);
    },
  );
});
