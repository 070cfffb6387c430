import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readProof, updateDomain } from "../../src/domain/domains/domains.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = (body: object, options = {}) => service.request("POST", "/domains", { body, ...options });

describe("200 and 201", () => {
  it("adds a domain that DNS has to prove, and one of ours that needs no proof", async () => {
    const { status, body } = await create({ slug: "Go.Example.com", expiredUrl: "example.com/late" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      slug: "go.example.com",
      verified: false,
      primary: false,
      archived: false,
      expiredUrl: "https://example.com/late",
      registeredDomain: null,
    });
    expect((await create({ slug: "ref.test" })).body.verified).toBe(true);
    const { body: listed } = await service.request("GET", "/domains?search=go.&archived=false");
    expect(listed).toEqual([body]);
  });

  it("is verified by a TXT record _ref-verify that holds its id, and by nothing else", async () => {
    const { body: domain } = await create({ slug: "dns.example.com" });
    const asked: string[] = [];
    const answering = (records: string[][]) => async (name: string) => {
      asked.push(name);
      return records;
    };
    const ctx = service.ctx();
    const check = async (resolve: (name: string) => Promise<string[][]>) =>
      (await updateDomain(ctx, domain.slug, {}, await readProof(ctx, domain.slug, {}, resolve))).verified;
    expect(await check(answering([["dom_other"]]))).toBe(false);
    expect(await check(() => Promise.reject(new Error("ENOTFOUND")))).toBe(false);
    const halves = [[domain.id.slice(0, 9), domain.id.slice(9)]];
    expect(await check(answering(halves))).toBe(true);
    expect(await check(answering([]))).toBe(true);
    expect(asked).toEqual(["_ref-verify.dns.example.com", "_ref-verify.dns.example.com"]);
  });

  it("makes links on the verified primary domain when none is named", async () => {
    const { body: domain } = await create({ slug: "first.example.com", primary: true });
    const link = async () => (await service.request("POST", "/links", { body: { url: "https://a.com" } })).body;
    expect((await link()).domain).toBe("ref.test");
    await updateDomain(service.ctx(), domain.slug, {}, [domain.id]);
    expect(await link()).toMatchObject({
      domain: "first.example.com",
      shortLink: expect.stringMatching(/^https:\/\/first\.example\.com\//),
    });
    await updateDomain(service.ctx(), domain.slug, { primary: false }, []);
    expect((await link()).domain).toBe("ref.test");
  });

  it("removes a domain without links", async () => {
    await create({ slug: "empty.example.com" });
    const { body } = await service.request("DELETE", "/domains/empty.example.com");
    expect(body).toEqual({ slug: "empty.example.com" });
  });
});

describe("404", () => {
  it("knows no domain of another workspace", async () => {
    const other = await service.createWorkspace();
    await create({ slug: "theirs.example.com" }, { key: other.apiKey });
    expect((await service.request("PATCH", "/domains/theirs.example.com", { body: {} })).status).toBe(404);
    expect((await service.request("DELETE", "/domains/theirs.example.com")).status).toBe(404);
  });
});

describe("409", () => {
  it("refuses a host any workspace has", async () => {
    const other = await service.createWorkspace();
    await create({ slug: "shared.example.com" });
    expect((await create({ slug: "shared.example.com" }, { key: other.apiKey })).status).toBe(409);
  });

  it("keeps a domain that has links, under its name", async () => {
    await create({ slug: "used.example.com" });
    await service.request("POST", "/links", { body: { url: "https://a.com", domain: "used.example.com" } });
    expect((await service.request("DELETE", "/domains/used.example.com")).status).toBe(409);
    const rename = { body: { slug: "new.example.com" } };
    expect((await service.request("PATCH", "/domains/used.example.com", rename)).status).toBe(409);
  });
});

describe("422", () => {
  it.each([{}, { slug: "has blank.com" }, { slug: "https://a.com" }, { slug: "a.com", expiredUrl: "javascript:x" }])(
    "refuses %j",
    async (body) => {
      expect((await create(body)).status).toBe(422);
    },
  );
});
