import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = async (body: object) =>
  (await service.request<any>("POST", "/links", { body: { url: "https://example.com", ...body } })).body;
const update = (id: string, body: object, method = "PATCH") => service.request<any>(method, `/links/${id}`, { body });
const toldOf = async (id: string) => {
  const rows = await service.store.db.selectFrom("outbox_events").select(["event", "data"]).orderBy("id").execute();
  return rows.filter((row) => (row.data as { id?: string }).id === id).map((row) => row.event);
};

describe("answers 200", () => {
  it("changes what is sent, clears what is null, keeps the rest; PUT does the same", async () => {
    const link = await create({ externalId: "u1", title: "T", comments: "C", geo: { de: "https://example.de" } });
    service.clock.advance(1000);
    const { status, body } = await update(link.id, { title: "New", comments: null });
    expect(status).toBe(200);
    expect(body).toEqual({ ...link, title: "New", comments: null, updatedAt: "2026-01-01T12:00:01.000Z" });
    const put = await update("ext_u1", { geo: null, archived: true }, "PUT");
    expect(put.body).toMatchObject({ id: link.id, geo: null, archived: true, title: "New" });
    expect(await toldOf(link.id)).toEqual(["link.created", "link.updated", "link.updated"]);
  });

  it("sends no event and keeps updatedAt when nothing changes (W2)", async () => {
    const given = {
      title: "Same",
      geo: { DE: "https://example.de", AT: "https://example.at" },
      expiresAt: "2026-03-01T00:00:00Z",
      password: "secret",
      utm_source: "s",
    };
    const link = await create(given);
    service.clock.advance(1000);
    const { body } = await update(link.id, { ...given, key: link.key, url: link.url, password: "********" });
    expect(body).toEqual(link);
    expect(await toldOf(link.id)).toEqual(["link.created"]);
  });

  it("keeps a password sent back as its mask, replaces another, clears null", async () => {
    const link = await create({ password: "secret" });
    const stored = () =>
      service.store.db.selectFrom("links").select("password_hash").where("id", "=", link.id).executeTakeFirst();
    const first = await stored();
    await update(link.id, { password: "********", title: "x" });
    expect(await stored()).toEqual(first);
    await update(link.id, { password: "other" });
    expect(await stored()).not.toEqual(first);
    expect((await update(link.id, { password: null })).body.password).toBeNull();
  });

  it("carries parameters over to a new url: body, else the url's own, else the stored one", async () => {
    const link = await create({ url: "https://a.com/?x=1", utm_source: "s", utm_medium: "m", ref: "r" });
    const { body } = await update(link.id, { url: "https://b.com/?utm_medium=own&y=%7E", ref: null });
    expect(body).toMatchObject({
      url: "https://b.com/?utm_medium=own&y=%7E&utm_source=s",
      utm_source: "s",
      utm_medium: "own",
      ref: null,
    });
    expect((await update(link.id, { utm_source: "" })).body.url).toBe("https://b.com/?utm_medium=own&y=%7E");
  });

  it("renames, and gives an unclicked key to others", async () => {
    const link = await create({ key: "first-name" });
    const { body } = await update(link.id, { key: "Second-Name" });
    expect(body).toMatchObject({ key: "Second-Name", shortLink: "https://ref.test/Second-Name" });
    expect((await create({ key: "first-name" })).key).toBe("first-name");
    expect((await update(link.id, { key: "second-name" })).body.key).toBe("second-name");
  });

  it("gives a link without events to a partner, with the program filled in (A14)", async () => {
    const partner = await service.createPartner();
    const link = await create({});
    const { body } = await update(link.id, { partnerId: partner.id });
    expect(body).toMatchObject({ partnerId: partner.id, programId: service.programId });
    expect((await update(link.id, { partnerId: null })).body.partnerId).toBeNull();
  });
});

describe("answers 404", () => {
  it("knows no link of another workspace, by either id", async () => {
    const other = await service.createWorkspace();
    const { body: link } = await service.request<any>("POST", "/links", {
      key: other.apiKey,
      body: { url: "https://a.com", externalId: "theirs" },
    });
    for (const id of [link.id, "ext_theirs", "link_none"]) expect((await update(id, {})).status).toBe(404);
  });
});

describe("answers 409", () => {
  it("never gives a clicked key to another link, but back to its own (L10)", async () => {
    const link = await create({ key: "clicked" });
    await storeClick(service, link.id);
    await update(link.id, { key: "moved" });
    const taken = await service.request<any>("POST", "/links", { body: { url: "https://a.com", key: "Clicked" } });
    expect([taken.status, taken.body.error.code]).toEqual([409, "conflict"]);
    const another = await create({});
    expect((await update(another.id, { key: "CLICKED" })).status).toBe(409);
    expect((await update(link.id, { key: "clicked" })).status).toBe(200);
  });

  it("never moves a link with events, nor any link to a partner who may not earn (A14)", async () => {
    const [first, second, third] = [
      await service.createPartner(),
      await service.createPartner(),
      await service.createPartner(),
    ];
    const link = await create({ partnerId: first.id });
    await service.request("POST", "/partners/deactivate", { body: { partnerId: third.id } });
    expect((await update(link.id, { partnerId: third.id })).status).toBe(409);
    await storeClick(service, link.id);
    expect((await update(link.id, { partnerId: second.id })).status).toBe(409);
    expect((await update(link.id, { programId: null })).status).toBe(409);
    expect((await update(link.id, { partnerId: first.id, title: "ok" })).status).toBe(200);
  });

  it("changes nothing when one field is taken", async () => {
    await create({ identifier: "taken-id", externalId: "taken-ext", key: "taken-key" });
    const link = await create({});
    for (const body of [{ identifier: "taken-id" }, { externalId: "ext_taken-ext" }, { key: "TAKEN-KEY" }]) {
      expect((await update(link.id, { title: "half", ...body })).status).toBe(409);
    }
    expect((await service.request<any>("GET", `/links/${link.id}`)).body).toEqual(link);
  });
});

describe("answers 422", () => {
  it.each([
    [{ url: null }, /^invalid_type: url/],
    [{ url: "blob:x" }, /^invalid_format: url/],
    [{ archived: "yes" }, /^invalid_type: archived/],
    [{ expiredUrl: "nope" }, /^invalid_format: expiredUrl/],
    [{ tagIds: ["tag_none"] }, /^invalid_value: tagIds/],
    [{ webhookIds: Array.from({ length: 11 }, String) }, /^too_big: webhookIds/],
  ])("refuses %j", async (body, message) => {
    const link = await create({});
    const answer = await update(link.id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toMatch(message);
  });
});
