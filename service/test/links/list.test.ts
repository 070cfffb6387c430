import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
const ids: string[] = [];
let folderId: string;
let tagId: string;

beforeAll(async () => {
  service = await createTestService();
  folderId = (await service.request<any>("POST", "/folders", { body: { name: "F" } })).body.id;
  tagId = (await service.request<any>("POST", "/tags", { body: { name: "Tag" } })).body.id;
  const partner = await service.createPartner({ tenantId: "tenant" });
  await service.request("DELETE", `/links/${partner.links![0]!.id}`);
  const bodies = [
    { url: "https://example.com/100%25_done", key: "alpha" },
    { url: "https://example.com/b", folderId, tagIds: [tagId] },
    { url: "https://example.com/c", tenantId: "tenant" },
    { url: "https://example.com/d", archived: true },
    { url: "https://example.com/e", folderId },
  ];
  for (const body of bodies) {
    if (body.url.endsWith("/b")) service.clock.advance(1000);
    ids.push((await service.request<any>("POST", "/links", { body })).body.id);
  }
});
afterAll(() => service.close());

const list = async (query = "") => (await service.request<any>("GET", `/links?${query}`)).body;
const found = async (query: string) => (await list(query)).map((link: { id: string }) => ids.indexOf(link.id));
const count = async (query = "") => (await service.request<any>("GET", `/links/count?${query}`)).body;

describe("GET /links 200", () => {
  it("lists newest first, ties by id, archived ones only when asked", async () => {
    expect(await found("")).toEqual([1, 2, 4, 0]);
    expect(await found("showArchived=true")).toEqual([1, 2, 3, 4, 0]);
  });

  it.each([
    ["domain=REF.test", [1, 2, 4, 0]],
    ["domain=other.test", []],
    ["tagNames=TAG", [1]],
    ["tagIds=", []],
    ["withTags=true", [1]],
    ["folderId=unsorted", [2, 0]],
    ["tenantId=tenant", [2]],
    ["search=ALPHA", [0]],
    ["search=ref.test/alph", [0]],
    ["search=100%2525_d", [0]],
    ["search=100_25", []],
    ["search=", [1, 2, 4, 0]],
  ])("filters ?%s", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
    expect(await count(query)).toBe(expected.length);
  });

  it("pages by number and by id, without gap or repeat", async () => {
    expect(await found("page=2&pageSize=3")).toEqual([0]);
    expect(await found("page=9")).toEqual([]);
    expect(await found(`startingAfter=${ids[2]}&pageSize=1`)).toEqual([4]);
    expect(await found(`endingBefore=${ids[4]}&pageSize=1`)).toEqual([2]);
    expect(await found(`endingBefore=${ids[4]}`)).toEqual([1, 2]);
  });
});

describe("GET /links/count 200", () => {
  it("counts per value", async () => {
    expect(await count("groupBy=folderId")).toEqual([
      { folderId, count: 2 },
      { folderId: null, count: 2 },
    ]);
    expect(await count("groupBy=tagId")).toEqual([{ tagId, count: 1 }]);
    expect(await count("groupBy=domain&showArchived=true")).toEqual([{ domain: "ref.test", count: 5 }]);
  });
});

describe("answers 422", () => {
  it.each([
    "startingAfter=link_none",
    "startingAfter=a&endingBefore=b",
    "startingAfter=a&page=1",
    "pageSize=101",
    "pageSize=0",
    "page=1.5",
    "showArchived=yes",
    "page=1&page=2",
  ])("refuses ?%s", async (query) => {
    expect((await service.request("GET", `/links?${query}`)).status).toBe(422);
  });
});

describe("GET /links/info and /links/{linkId}", () => {
  it("finds a link by id, external id, or domain and key", async () => {
    const { body: link } = await service.request<any>("POST", "/links", {
      body: { url: "https://a.com", externalId: "ext_7", key: "Info/Key" },
    });
    const { body: root } = await service.request<any>("POST", "/links", {
      body: { url: "https://a.com", key: "_root" },
    });
    const paths = [
      `/links/${link.id}`,
      "/links/ext_7",
      `/links/info?linkId=${link.id}`,
      "/links/info?linkId=ext_7",
      "/links/info?externalId=ext_7",
      "/links/info?domain=REF.test&key=info/key",
    ];
    for (const path of paths) expect((await service.request("GET", path)).body, path).toEqual(link);
    expect((await service.request("GET", "/links/info?domain=ref.test")).body).toEqual(root);
  });

  it("answers 404 for what is not there and 422 for what names nothing", async () => {
    expect((await service.request("GET", "/links/info?externalId=ext_none")).status).toBe(404);
    expect((await service.request("GET", "/links/none")).status).toBe(404);
    expect((await service.request("GET", "/links/info?externalId=none")).status).toBe(422);
    expect((await service.request("GET", "/links/info?key=alpha")).status).toBe(422);
  });
});
