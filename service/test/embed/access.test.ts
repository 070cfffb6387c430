import type { Bootstrap } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const dataParts =
  "partner links linksTotal linkRules stats earnings timeseries previous recentEarnings referralForm resources faq".split(
    " ",
  );

const ask = (key: string, method: string, path = "", body?: object) =>
  service.request<any>(method, `/embed/referrals${path && `/${path}`}`, { key, body });

const move = (partnerId: string, operation: string, extra: object = {}) =>
  service.request("POST", `/partners/${operation}`, { body: { partnerId, ...extra } });

async function pendingPartner() {
  await service.store.db.updateTable("programs").set({ auto_approve: false }).execute();
  const partner = await service.createPartner();
  await service.store.db.updateTable("programs").set({ auto_approve: true }).execute();
  return partner;
}

async function invitedPartner() {
  const { body } = await service.request<any>("POST", "/partners/invite", {
    body: { email: `invited-${service.deps.ids.random(8)}@mail.test` },
  });
  return body;
}

async function closed(token: string): Promise<Bootstrap> {
  const { status, body } = await ask(token, "GET");
  expect(status).toBe(200);
  expect(body.access).toBe("none");
  for (const part of dataParts) expect(body[part], part).toBeNull();
  return body;
}

describe("access by status (api §10.2, K10)", () => {
  it("approved and archived read and write everything (K10)", async () => {
    const { partner, token } = await activePartner(service);
    for (const operation of [undefined, "archive"]) {
      if (operation) await move(partner.id, operation);
      const { body } = await ask(token, "GET");
      expect(body).toMatchObject({ access: "full", notice: null, actions: ["leave"] });
    }
  });

  it("deactivated reads everything, writes the payout method only (K10)", async () => {
    const { partner, token } = await activePartner(service);
    await move(partner.id, "deactivate");
    const { body } = await ask(token, "GET");
    expect(body).toMatchObject({ access: "read", actions: [], notice: { code: "deactivated" }, rewards: [] });
    expect(body.stats.sales).toBe(2);
    expect(body.linkRules.canCreate).toBe(false);
  });

  it("invited sees status, program and rewards; accepts or declines (K10)", async () => {
    const partner = await invitedPartner();
    const token = await service.embedToken(partner.id);
    const body = await closed(token);
    expect(body).toMatchObject({ status: "invited", actions: ["accept", "decline"], notice: { code: "invited" } });
    expect(body.notice!.until).toBe(new Date(service.clock.now() + 30 * dayMs).toISOString());
    expect(body.rewards).toMatchObject([{ event: "sale", type: "percentage", amount: 25, currency: "usd" }]);
    const declined = await ask(token, "POST", "enrollment/decline", {});
    expect(declined.body).toEqual({ status: "declined", access: "none", actions: ["accept"] });
    const afterwards = await closed(token);
    expect(afterwards).toMatchObject({ notice: { code: "declined" }, rewards: [] });
    expect((await ask(token, "POST", "enrollment/accept", {})).body).toMatchObject({
      status: "approved",
      access: "full",
    });
  });

  it("an invitation that is over answers 410 (E9)", async () => {
    const partner = await invitedPartner();
    await service.store.db
      .updateTable("enrollments")
      .set({ invite_expires_at: new Date(service.clock.now() - 1) })
      .where("partner_id", "=", partner.id)
      .execute();
    const token = await service.embedToken(partner.id);
    const { status, body } = await ask(token, "POST", "enrollment/accept", {});
    expect([status, body.error.code]).toEqual([410, "invite_expired"]);
    expect((await ask(token, "GET")).body.actions).toEqual(["decline"]);
  });

  it("pending sees status, program and rewards; withdrawing leaves nothing behind it (K10, E6)", async () => {
    const partner = await pendingPartner();
    const token = await service.embedToken(partner.id);
    expect(await closed(token)).toMatchObject({
      status: "pending",
      actions: ["withdraw"],
      rewards: [{ event: "sale", type: "percentage", amount: 25 }],
    });
    const { body } = await ask(token, "POST", "enrollment/withdraw", {});
    expect(body).toEqual({ status: "pending", access: "none", actions: [] });
    expect((await ask(token, "GET")).status).toBe(404);
  });

  it("rejected sees reason and date, and applies again when it is due (E7)", async () => {
    const partner = await pendingPartner();
    await service.request("POST", "/partners/applications/reject", {
      body: { partnerId: partner.id, rejectionReason: "needsMoreDetail", rejectionNote: "Say more." },
    });
    const due = service.clock.now() + 30 * dayMs;
    const token = await service.embedToken(partner.id);
    const body = await closed(token);
    expect(body.notice).toEqual({
      code: "rejected",
      reason: "needsMoreDetail",
      note: "Say more.",
      until: new Date(due).toISOString(),
    });
    expect(body.actions).toEqual([]);
    expect((await ask(token, "POST", "enrollment/reapply", {})).status).toBe(409);
    const before = service.clock.now();
    service.clock.set(due);
    const later = await service.embedToken(partner.id);
    expect((await ask(later, "GET")).body.actions).toEqual(["reapply"]);
    const again = await ask(later, "POST", "enrollment/reapply", {});
    expect(again.body).toEqual({ status: "pending", access: "none", actions: ["withdraw"] });
    const told = await service.store.db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", "partner.application_submitted")
      .execute();
    expect(told.map((row) => (row.data as any).partner.id)).toContain(partner.id);
    service.clock.set(before);
  });

  it("banned sees a neutral notice and nothing else (K10)", async () => {
    const { partner, token } = await activePartner(service);
    await move(partner.id, "ban", { reason: "fraud" });
    const body = await closed(token);
    expect(body).toMatchObject({ status: "banned", actions: [], rewards: [], discount: null });
    expect(body.notice).toEqual({ code: "banned", reason: null, note: null, until: null });
    expect(JSON.stringify(body)).not.toMatch(/fraud/);
  });

  it("leaving deactivates, and a second time changes nothing (E16)", async () => {
    const { token } = await activePartner(service);
    const left = { status: "deactivated", access: "read", actions: [] };
    expect((await ask(token, "POST", "enrollment/leave", {})).body).toEqual(left);
    expect((await ask(token, "POST", "enrollment/leave", {})).body).toEqual(left);
  });
});

describe("credentials", () => {
  it("a token without the scope cannot write, and its controls are not offered (403)", async () => {
    const { partner } = await activePartner(service);
    const token = await service.embedToken(partner.id, { scopes: ["read"] });
    const { body } = await ask(token, "GET");
    expect(body).toMatchObject({ actions: [], sections: { referrals: false, payoutSettings: false } });
    expect(body.linkRules.canCreate).toBe(false);
    expect(body.token.scopes).toEqual(["read"]);
  });

  it("answers 403 for a workspace below the plan, whatever was minted before (K1)", async () => {
    const { token } = await activePartner(service);
    const plan = (plan: "business" | "advanced") =>
      service.store.db.updateTable("workspaces").set({ plan }).where("id", "=", service.workspaceId).execute();
    await plan("business");
    expect((await ask(token, "GET")).status).toBe(403);
    await plan("advanced");
  });
});

describe("caching and CORS (api §5)", () => {
  it("answers 304 when If-None-Match has the body's tag", async () => {
    const { token } = await activePartner(service);
    const first = await service.request("GET", "/embed/referrals/links", { key: token });
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
    const again = await service.request("GET", "/embed/referrals/links", {
      key: token,
      headers: { "if-none-match": etag },
    });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  it("answers 304 on the bootstrap while only the moment differs, and never with a moment half a minute old", async () => {
    service.clock.set("2026-03-01T12:00:01.000Z");
    const { token } = await activePartner(service);
    const etag = (await service.request("GET", "/embed/referrals", { key: token })).headers.get("etag")!;
    const again = () => service.request("GET", "/embed/referrals", { key: token, headers: { "if-none-match": etag } });
    service.clock.advance(28_000);
    expect((await again()).status).toBe(304);
    service.clock.advance(2_000);
    expect((await again()).status).toBe(200);
  });

  it("lets in the token's own origins only, and keeps the refusal readable", async () => {
    const { partner } = await activePartner(service);
    const key = await service.embedToken(partner.id, { allowedOrigins: ["https://shop.test"] });
    const from = (origin: string) => service.request("GET", "/embed/referrals", { key, headers: { origin } });
    expect((await from("https://shop.test")).status).toBe(200);
    expect((await from("https://app.test")).status).toBe(200);
    const refused = await from("https://other.test");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("access-control-allow-origin")).toBe("https://other.test");
    // By this the embed on that page knows which refusal it was.
    expect((refused.body as any).error).toMatchObject({
      code: "forbidden",
      doc_url: expect.stringMatching(/\/docs\/errors#origin_not_allowed$/),
    });
  });

  it("answers the sites a token works on: its own, as far as the program allows them, else the program's (EMB-P15)", async () => {
    const { partner } = await activePartner(service);
    const allow = (allowedOrigins: string[]) => service.request("PATCH", "/program", { body: { allowedOrigins } });
    const sites = async (key: string): Promise<unknown> => (await ask(key, "GET")).body.token.allowedOrigins;
    const open = await service.embedToken(partner.id);
    const own = await service.embedToken(partner.id, { allowedOrigins: ["https://shop.test", "https://b.test"] });
    expect([await sites(open), await sites(own)]).toEqual([null, ["https://shop.test", "https://b.test"]]);
    try {
      await allow(["https://shop.test", "https://c.test"]);
      expect([await sites(open), await sites(own)]).toEqual([
        ["https://shop.test", "https://c.test"],
        ["https://shop.test"],
      ]);
      const from = (key: string, origin: string) =>
        service.request("GET", "/embed/referrals", { key, headers: { origin } });
      expect((await from(open, "https://other.test")).status).toBe(403);
      expect((await from(own, "https://b.test")).status).toBe(403);
      await allow(["https://c.test"]);
      expect(await sites(own)).toEqual([]);
      expect((await from(own, "https://shop.test")).status).toBe(403);
    } finally {
      await allow([]);
    }
  });
});
