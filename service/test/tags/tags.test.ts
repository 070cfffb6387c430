import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = (body: object, options = {}) => service.request("POST", "/tags", { body, ...options });

describe("answers 200 or 201", () => {
  it("makes, lists, renames and removes a tag", async () => {
    const { status, body: made } = await create({ tag: " Beta " });
    expect([status, made]).toEqual([201, { id: expect.stringMatching(/^tag_/), name: "Beta", color: "blue" }]);
    await create({ name: "alpha", color: "red" });
    const { body: listed } = await service.request("GET", "/tags");
    expect(listed.map((tag: { name: string }) => tag.name)).toEqual(["alpha", "Beta"]);
    const { body: found } = await service.request(
      "GET",
      `/tags?search=ET&ids=${made.id}&sortBy=createdAt&sortOrder=desc`,
    );
    expect(found).toEqual([made]);
    const { body: renamed } = await service.request("PATCH", `/tags/${made.id}`, { body: { color: "pink" } });
    expect(renamed).toEqual({ ...made, color: "pink" });
    expect((await service.request("DELETE", `/tags/${made.id}`)).body).toEqual({ id: made.id });
  });

  it("takes a removed tag off its links", async () => {
    const { body: tag } = await create({ name: "Gone soon" });
    const { body: link } = await service.request("POST", "/links", { body: { url: "https://a.com", tagIds: tag.id } });
    expect(link.tags).toHaveLength(1);
    await service.request("DELETE", `/tags/${tag.id}`);
    expect((await service.request("GET", `/links/${link.id}`)).body.tags).toEqual([]);
  });
});

describe("answers 404", () => {
  it("knows no tag of another workspace", async () => {
    const other = await service.createWorkspace();
    const { body: tag } = await create({ name: "Theirs" }, { key: other.apiKey });
    expect((await service.request("PATCH", `/tags/${tag.id}`, { body: {} })).status).toBe(404);
    expect((await service.request("DELETE", `/tags/${tag.id}`)).status).toBe(404);
  });
});

describe("answers 409", () => {
  it("refuses a name the workspace has, in any letter case", async () => {
    await create({ name: "Unique" });
    const { body: second } = await create({ name: "Second" });
    expect((await create({ name: "UNIQUE" })).status).toBe(409);
    expect((await service.request("PATCH", `/tags/${second.id}`, { body: { name: "unique" } })).status).toBe(409);
  });
});

describe("answers 422", () => {
  it.each([{}, { name: "" }, { name: "x".repeat(51) }, { name: "a", color: "black" }])("refuses %j", async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});
