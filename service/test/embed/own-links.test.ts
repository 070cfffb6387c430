import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
let token: string;
let defaultId: string;
beforeAll(async () => {
  service = await createTestService();
  ({ token, linkId: defaultId } = await activePartner(service));
  service.clock.advance(1000);
});
afterAll(() => service.close());

const ask = (method: string, path: string, body?: object, key = token) =>
  service.request<any>(method, `/embed/referrals/links${path}`, { key, body });
const group = (values: object) =>
  service.store.db
    .updateTable("groups")
    .set(values as never)
    .execute();

describe("POST /links", () => {
  it("makes a tracked link of the partner's to the landing page", async () => {
    const { status, body } = await ask("POST", "", { comments: "note" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ url: "https://acme.test", isDefault: false, shareUrl: body.shortLink });
    const { body: record } = await service.request<any>("GET", `/links/${body.id}`);
    expect(record).toMatchObject({ trackConversion: true, programId: service.programId, comments: "note" });
  });

  it("shares the destination with via=<key> where the program wants it so", async () => {
    await service.request("PATCH", "/program", { body: { embed: { linkStyle: "query" } } });
    const { body } = await ask("POST", "", { url: "https://acme.test/a?b=%7E#c", key: "größe/1" });
    expect(body.shareUrl).toBe("https://acme.test/a?b=%7E&via=gr%C3%B6%C3%9Fe%2F1#c");
    await service.request("PATCH", "/program", { body: { embed: { linkStyle: "short" } } });
  });

  it("takes no field that is not the partner's (422)", async () => {
    for (const foreign of [{ password: "x" }, { partnerId: "pn_other" }, { expiresAt: "2020-01-01" }])
      expect((await ask("POST", "", foreign)).status).toBe(422);
    expect((await ask("POST", "", { key: "a b" })).status).toBe(422);
    expect((await ask("POST", "", { url: "https://other.test" })).status).toBe(422);
  });
});

describe("what is sent with a link", () => {
  const codes = async () => {
    const { body: first } = await service.request<any>("GET", "/embed/referrals", { key: token });
    const { body: list } = await ask("GET", "");
    const of = (links: any[]) => links.find(({ id }) => id === defaultId).discountCode;
    return [of(first.links), of(list.data)];
  };

  it("is the link's discount code while that works, in the first answer and the list", async () => {
    expect(await codes()).toEqual([null, null]);
    const { body: link } = await service.request<any>("GET", `/links/${defaultId}`);
    const body = { partnerId: link.partnerId, linkId: defaultId, code: "FIRST20" };
    expect((await service.request<any>("POST", "/discount-codes", { body })).body.code).toBe("FIRST20");
    expect(await codes()).toEqual(["FIRST20", "FIRST20"]);
    expect((await ask("PATCH", `/${defaultId}`, { key: link.key })).body.discountCode).toBe("FIRST20");
    const disabled = (disabled_at: Date | null) =>
      service.store.db.updateTable("discount_codes").set({ disabled_at }).execute();
    await disabled(new Date());
    expect(await codes()).toEqual([null, null]);
    await disabled(null);
  });

  it("is the program's text by language, with bounds", async () => {
    const patch = (shareMessages: unknown) =>
      service.request<any>("PATCH", "/program", { body: { embed: { shareMessages } } });
    const told = async () =>
      (await service.request<any>("GET", "/embed/referrals", { key: token })).body.program.shareMessages;
    expect(await told()).toBeNull();
    const texts = { en: "With {code}: {link}", "pt-BR": "Com {code}: {link}" };
    expect((await patch(texts)).body.embed).toMatchObject({ shareMessages: texts, poweredBy: true });
    expect(await told()).toEqual(texts);
    expect((await patch({ "not a language": "x" })).status).toBe(422);
    expect((await patch({ en: "x".repeat(501) })).status).toBe(422);
    expect((await patch(null)).status).toBe(200);
    expect(await told()).toBeNull();
  });
});

describe("answers 409", () => {
  it("leaves the root of the domain to the program", async () => {
    expect((await ask("POST", "", { key: "_root" })).status).toBe(409);
    expect((await ask("PATCH", `/${defaultId}`, { key: "/_root/" })).status).toBe(409);
    const partner = await service.createPartner({ username: "_root" });
    expect(partner.links![0]!.key).toBe("root");
  });
});

describe("GET /links", () => {
  it("lists newest first, archived ones alone or left out when asked", async () => {
    const { body: made } = await ask("POST", "", { key: "shelved" });
    await ask("PATCH", `/${made.id}`, { archived: true });
    const ids = async (query: string) => (await ask("GET", query)).body.data.map((link: any) => link.id);
    expect(await ids("?archived=true")).toEqual([made.id]);
    expect(await ids("?archived=false")).not.toContain(made.id);
    expect(await ids("")).toContain(made.id);
    const { body: bootstrap } = await service.request<any>("GET", "/embed/referrals", { key: token });
    expect(bootstrap.links.map((link: any) => link.id)).not.toContain(made.id);
    expect(bootstrap.links[0].id).toBe(defaultId);
  });
});

describe("PATCH /links/{id}", () => {
  it("answers 409 for anything but the key of a default link (L9)", async () => {
    for (const body of [{ url: "https://acme.test/x" }, { archived: true }, { comments: "x" }]) {
      expect((await ask("PATCH", `/${defaultId}`, body)).status).toBe(409);
    }
    const { body: link } = await ask("PATCH", `/${defaultId}`, { key: "my-name", archived: false });
    expect(link).toMatchObject({ key: "my-name", isDefault: true });
  });

  it("the key given up stays the link's own (L10)", async () => {
    const { body } = await service.request<any>("GET", `/links/${defaultId}`);
    expect(body.clicks).toBe(1);
    const before = body.key;
    await ask("PATCH", `/${defaultId}`, { key: "renamed-away" });
    expect((await ask("POST", "", { key: before })).status).toBe(409);
  });

  it("an edit must comply with the hosts of today; archiving need not (L3)", async () => {
    const { body: link } = await ask("POST", "", { url: "https://acme.test/old" });
    await group({ link_hosts: JSON.stringify([{ host: "new.test", mode: "host" }]) });
    expect((await ask("PATCH", `/${link.id}`, { comments: "x" })).status).toBe(422);
    expect((await ask("PATCH", `/${link.id}`, { archived: true })).status).toBe(200);
    expect((await ask("PATCH", `/${link.id}`, { url: "https://new.test/x", comments: "x" })).status).toBe(200);
    await group({ link_hosts: "[]" });
  });

  it("knows no link of another partner (404)", async () => {
    const { linkId } = await activePartner(service);
    expect((await ask("PATCH", `/${linkId}`, { key: "stolen" })).status).toBe(404);
    const { body: unowned } = await service.request<any>("POST", "/links", { body: { url: "https://acme.test" } });
    expect((await ask("PATCH", `/${unowned.id}`, { key: "stolen" })).status).toBe(404);
  });
});
