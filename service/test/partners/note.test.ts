import { webhookTriggers } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePartner, erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import { setPartnerNote } from "../../src/domain/partners/partner-note.ts";
import { createTestService, type TestService } from "../harness.ts";
import { subscribe } from "../webhooks/subscribe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const read = (id: string) => service.request<any>("GET", `/partners/${id}/note`);
const write = (id: string, note: unknown, headers: Record<string, string> = {}) =>
  service.request<any>("PUT", `/partners/${id}/note`, { body: { note }, headers });
const versionOf = async (id: string): Promise<string> => (await read(id)).headers.get("etag")!;
const newPartner = async (): Promise<string> => (await service.createPartner()).id;

/** Tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await service.store.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows } = await service.store.pool.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

describe("the note of a partner", () => {
  it("is kept as it was written, with line breaks and markup as text, until it is taken away", async () => {
    const partnerId = await newPartner();
    expect((await read(partnerId)).body).toEqual({ partnerId, note: null });
    const note = '  Call first.\n\n- "spring" rate\n<b>https://evil.test</b> ';
    expect((await write(partnerId, note)).body).toEqual({ partnerId, note });
    expect((await read(partnerId)).body).toEqual({ partnerId, note });
    for (const none of [null, " \n "]) {
      await write(partnerId, "Something");
      expect((await write(partnerId, none)).body).toEqual({ partnerId, note: null });
    }
  });

  it("has at most 2,000 characters, of whatever script", async () => {
    const partnerId = await newPartner();
    expect((await write(partnerId, "🦊".repeat(2000))).status).toBe(200);
    const refused = await write(partnerId, "n".repeat(2001));
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining("2000")]);
    expect((await read(partnerId)).body.note).toBe("🦊".repeat(2000));
  });

  it("is written over no change that the writer has not seen, and says who made it", async () => {
    const partnerId = await newPartner();
    const seen = await versionOf(partnerId);
    const bo = { ...service.ctx(), actor: { type: "person", id: "per_bo", name: "Bo" } as const };
    await setPartnerNote(bo, partnerId, { note: "By Bo", seen: undefined });
    const refused = await write(partnerId, "By Ada", { "if-match": seen });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      "The note was changed since you read it, by Bo. Read it again.",
    ]);
    expect((await read(partnerId)).body.note).toBe("By Bo");
    const saved = await write(partnerId, "By both", { "if-match": await versionOf(partnerId) });
    expect([saved.status, saved.headers.get("etag")]).toEqual([200, await versionOf(partnerId)]);
  });

  it("is written by one alone of two who have read the same", async () => {
    const partnerId = await newPartner();
    const seen = { "if-match": await versionOf(partnerId) };
    const answers = await Promise.all(["one", "two"].map((note) => write(partnerId, note, seen)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("stands in the partner's history with who changed it; the same again does not", async () => {
    const partnerId = await newPartner();
    for (const note of ["First", "First", "Second"]) {
      await write(partnerId, note);
      service.clock.advance(1000);
    }
    const { body } = await service.request<any>("GET", `/audit?partnerId=${partnerId}&entity=partner.note`);
    expect(body).toMatchObject([
      { operation: "change note", actorType: "api_key", changes: { note: { old: "First", new: "Second" } } },
      { operation: "change note", actorType: "api_key", changes: { note: { old: null, new: "First" } } },
    ]);
  });

  it("never reaches the partner: not by the embed, its tokens and file, mails or webhooks", async () => {
    const secret = "zsecretz";
    await subscribe(service.ctx(), webhookTriggers);
    const tenantId = `noted-${service.deps.ids.random(5)}`;
    const { id } = await service.createPartner({ tenantId });
    await write(id, secret);
    await service.request("PATCH", `/partners/${id}`, { body: { companyName: "Okafor" } });
    for (const [path, more] of [
      ["ban", { reason: "spam" }],
      ["unban", {}],
    ] as const)
      await service.request("POST", `/partners/${path}`, { body: { partnerId: id, ...more } });
    const minted = await service.request<any>("POST", "/tokens/embed/referrals", { body: { tenantId } });
    const key: string = minted.body.publicToken;
    const told = [minted.body];
    for (const path of ["", "/profile", "/payout-method", "/export?format=json", "/export"])
      told.push((await service.request("GET", `/embed/referrals${path}`, { key })).body);
    for (const path of [`/partners/${id}`, "/partners"]) told.push((await service.request("GET", path)).body);
    const texts = told.map((answer) => JSON.stringify(answer));
    expect(texts.filter((text) => text.includes("error") || text.includes(secret))).toEqual([]);
    expect(await tablesWith(secret)).toEqual(["audit_rows", "partner_profiles"]);
  });

  it.each([
    ["here", (id: string) => erasePartner(service.ctx(), { partnerId: id })],
    ["everywhere", (id: string) => erasePartnerEverywhere(service.ctx(), id)],
  ])("goes with a partner who is erased %s, from the audit and kept answers too (Y6)", async (how, erase) => {
    const secret = `zgone-${how.length}z`;
    const partnerId = await newPartner();
    await write(partnerId, secret, { "idempotency-key": `note-${how}` });
    await write(partnerId, `${secret} again`);
    expect(await tablesWith(secret)).toEqual(["audit_rows", "idempotency_keys", "partner_profiles"]);
    await service.request("POST", "/partners/deactivate", { body: { partnerId } });
    await erase(partnerId);
    expect(await tablesWith(secret)).toEqual([]);
    expect((await write(partnerId, secret)).status).toBe(404);
  });
});
