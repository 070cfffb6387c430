import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

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
