import type { LeadResult, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSound } from "../properties/expect-sound.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { subscribe } from "../webhooks/subscribe.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let partner: Partner;
let linkId: string;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

beforeEach(async () => {
  partner = await service.createPartner();
  linkId = partner.links![0]!.id;
});

let count = 0;
const unique = (name: string): string => `${name}-${(count += 1)}`;

async function lead(body: Record<string, unknown>): Promise<LeadResult> {
  const answer = await service.request<LeadResult>("POST", "/track/lead", { body: { eventName: "Sign up", ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function totalLeads(of: Partner = partner): Promise<number> {
  return (await service.request<Partner>("GET", `/partners/${of.id}`)).body.totalLeads;
}

async function setProgram(values: {
  attribution_model?: "first" | "last";
  attribution_window_days?: number;
  self_referral?: "hold" | "block";
}) {
  await service.store.db.updateTable("programs").set(values).where("id", "=", service.programId).execute();
}

/** A lead reward of 100 per unit on the partner's enrollment. */
async function rewardLeads(): Promise<void> {
  const id = service.deps.ids.next("rw");
  const at = new Date(service.clock.now());
  await service.store.db
    .insertInto("rewards")
    .values({
      id,
      program_id: service.programId,
      event: "lead",
      type: "flat",
      amount_minor: 100,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await service.store.db
    .updateTable("enrollments")
    .set({ lead_reward_id: id })
    .where("partner_id", "=", partner.id)
    .execute();
}

describe("POST /track/lead 200", () => {
  it("counts a lead once, whatever its repeats say (V2)", async () => {
    await rewardLeads();
    const clickId = await storeClick(service, linkId);
    const customerExternalId = unique("cus");
    const first = await lead({ clickId, customerExternalId, customerName: "Ann", eventQuantity: 3 });
    expect(first).toMatchObject({
      click: { id: clickId },
      link: { id: linkId, partnerId: partner.id, programId: service.programId },
      customer: { name: "Ann", email: null, avatar: null, externalId: customerExternalId },
    });
    const again = { clickId, customerExternalId, eventName: "  sign   UP ", eventQuantity: 9, customerName: "Bob" };
    expect(await lead(again)).toEqual(first);
    expect(await totalLeads()).toBe(3);
    await lead({ clickId: "", customerExternalId, eventName: "Demo" });
    expect(await totalLeads()).toBe(4);
    const rows = await service.store.db
      .selectFrom("commissions")
      .selectAll()
      .where("partner_id", "=", partner.id)
      .execute();
    expect(rows.map(({ type, earnings, quantity }) => [type, earnings, quantity])).toEqual([
      ["lead", 300, 3],
      ["lead", 100, 1],
    ]);
  });

  it("makes one lead of 20 identical calls at once (V2)", async () => {
    const body = { clickId: await storeClick(service, linkId), customerExternalId: unique("cus") };
    await Promise.all(Array.from({ length: 20 }, () => lead(body)));
    expect(await totalLeads()).toBe(1);
  });

  it("a deferred call stores the customer and the click; the sale then makes lead and sale (V3, A10)", async () => {
    const clickId = await storeClick(service, linkId);
    const customerExternalId = unique("cus");
    await lead({ clickId, customerExternalId, mode: "deferred" });
    await lead({ clickId, customerExternalId, mode: "deferred" });
    expect(await totalLeads()).toBe(0);
    await service.request("POST", "/track/sale", { body: { customerExternalId, amount: 500 } });
    const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(body).toMatchObject({ totalLeads: 1, totalConversions: 1, totalSales: 1 });
  });

  it.each([
    ["last", 90, "B"],
    ["first", 90, "A"],
    ["first", 60, "B"],
  ] as const)("model %s with window %i attributes to %s (A6, X9)", async (model, days, expected) => {
    await setProgram({ attribution_model: model, attribution_window_days: days });
    const other = await service.createPartner();
    const start = service.clock.now();
    const customerExternalId = unique("cus");
    await lead({ clickId: await storeClick(service, linkId), customerExternalId, mode: "deferred" });
    const clickOfB = await storeClick(service, other.links![0]!.id, { at: new Date(start + 50 * dayMs) });
    service.clock.set(start + 80 * dayMs);
    const { link } = await lead({ clickId: clickOfB, customerExternalId });
    expect(link?.partnerId).toBe(expected === "A" ? partner.id : other.id);
    await setProgram({ attribution_model: "last", attribution_window_days: 90 });
  });

  it("the window's last millisecond is inside, the next is not (A7, X9)", async () => {
    const clickId = await storeClick(service, linkId);
    service.clock.advance(90 * dayMs);
    expect((await lead({ clickId, customerExternalId: unique("cus") })).link?.id).toBe(linkId);
    service.clock.advance(1);
    expect((await lead({ clickId, customerExternalId: unique("cus") })).link).toBeNull();
    expect(await totalLeads()).toBe(1);
  });

  it("later clicks never move a binding (A8)", async () => {
    const other = await service.createPartner();
    const customerExternalId = unique("cus");
    await lead({ clickId: await storeClick(service, linkId), customerExternalId });
    const clickId = await storeClick(service, other.links![0]!.id);
    expect((await lead({ clickId, customerExternalId, eventName: "Demo" })).link?.partnerId).toBe(partner.id);
    expect(await totalLeads(other)).toBe(0);
  });

  it("a customer is not bound to a partner who does not earn; one bound before keeps counting (A9)", async () => {
    const bound = unique("cus");
    const clickId = await storeClick(service, linkId);
    await lead({ clickId, customerExternalId: bound });
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    expect((await lead({ clickId, customerExternalId: unique("cus") })).link).toBeNull();
    await lead({ clickId: "", customerExternalId: bound, eventName: "Demo" });
    expect(await totalLeads()).toBe(2);
    const decisions = await service.store.db
      .selectFrom("decisions")
      .select("code")
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(decisions.map(({ code }) => code)).toEqual([
      "enrollment_not_earning:deactivated",
      "enrollment_not_earning:deactivated",
    ]);
  });

  it("mode block binds no partner to themselves (A13)", async () => {
    await setProgram({ self_referral: "block" });
    const clickId = await storeClick(service, linkId);
    const { link } = await lead({ clickId, customerExternalId: unique("cus"), customerEmail: partner.email });
    expect(link).toBeNull();
    expect(await totalLeads()).toBe(0);
    await setProgram({ self_referral: "hold" });
  });

  it("writes the events of the lead and its commission once, in the transaction (W1)", async () => {
    await rewardLeads();
    await subscribe(service.ctx(), ["lead.created", "commission.created"]);
    const body = { clickId: await storeClick(service, linkId), customerExternalId: unique("cus") };
    const mark = await service.store.db
      .selectFrom("outbox_events")
      .select("id")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    await lead(body);
    await lead(body);
    const events = await service.store.db
      .selectFrom("outbox_events")
      .select(["event", "data"])
      .where("id", ">", mark?.id ?? "")
      .orderBy("id")
      .execute();
    expect(events.map(({ event }) => event)).toEqual(["lead.created", "commission.created"]);
    expect(events[0]!.data).toMatchObject({
      eventName: "Sign up",
      click: { id: body.clickId, country: "DE", qr: false, ip: "" },
      link: { id: linkId, leads: 1 },
      partner: { id: partner.id, totalLeads: 1 },
    });
    expect(events[1]!.data).toMatchObject({
      type: "lead",
      earnings: 100,
      link: { id: linkId },
      partner: { totalLeads: 1 },
    });
  });
});

describe("POST /track/lead 404", () => {
  it("refuses unknown clicks, foreign links, and no click at all (A5)", async () => {
    const foreign = await service.createWorkspace();
    const clickId = await storeClick(service, linkId);
    const body = { clickId, eventName: "Sign up", customerExternalId: unique("cus") };
    const call = (change: object, key = service.apiKey) =>
      service.request("POST", "/track/lead", { body: { ...body, ...change }, key });
    expect((await call({ clickId: "nosuchclick00000" })).status).toBe(404);
    expect((await call({ clickId: "" })).status).toBe(404);
    expect((await call({}, foreign.apiKey)).status).toBe(404);
    expect(
      await service.store.db
        .selectFrom("customers")
        .selectAll()
        .where("external_id", "=", body.customerExternalId)
        .execute(),
    ).toEqual([]);
  });
});
