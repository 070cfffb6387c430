import type { Commission, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
let partner: Partner;
let count = 0;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

beforeEach(async () => {
  partner = await service.createPartner({ tenantId: `tenant-${(count += 1)}` });
});

/** A sale of 1000, which earns 250. */
async function sell(invoiceId: string): Promise<Commission> {
  const clickId = await storeClick(service, partner.links![0]!.id);
  const body = { customerExternalId: `cus-${invoiceId}`, clickId, amount: 1000, invoiceId };
  await service.request("POST", "/track/sale", { body });
  return (await list({ invoiceId }))[0]!;
}

async function list(query: Record<string, string>): Promise<Commission[]> {
  const { status, body } = await service.request<Commission[]>("GET", `/commissions?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

const patch = (id: string, body: object) => service.request<Commission>("PATCH", `/commissions/${id}`, { body });

describe("GET /commissions", () => {
  it("lists newest first, by every filter", async () => {
    const first = await sell(`a-${count}`);
    service.clock.advance(dayMs);
    const second = await sell(`b-${count}`);
    const ids = (rows: Commission[]) => rows.map(({ id }) => id);
    const mine = { partnerId: partner.id };
    expect(ids(await list(mine))).toEqual([second.id, first.id]);
    expect(ids(await list({ ...mine, sortOrder: "asc" }))).toEqual([first.id, second.id]);
    expect(ids(await list({ tenantId: partner.tenantId!, type: "sale", status: "pending" }))).toEqual([
      second.id,
      first.id,
    ]);
    expect(ids(await list({ ...mine, customerId: first.customer!.id }))).toEqual([first.id]);
    expect(ids(await list({ ...mine, query: `B-${count}` }))).toEqual([second.id]);
    expect(ids(await list({ ...mine, interval: "24h" }))).toEqual([second.id]);
    expect(ids(await list({ ...mine, startingAfter: second.id }))).toEqual([first.id]);
    expect(ids(await list({ ...mine, endingBefore: first.id }))).toEqual([second.id]);
    expect(ids(await list({ ...mine, page: "2", pageSize: "1" }))).toEqual([first.id]);
    expect(await list({ ...mine, status: "paid" })).toEqual([]);
    expect(first).toMatchObject({
      amount: 1000,
      earnings: 250,
      currency: "usd",
      quantity: 1,
      partner: { id: partner.id },
    });
  });

  it("answers 404 for an unknown tenant", async () => {
    expect((await service.request("GET", "/commissions?tenantId=nobody")).status).toBe(404);
  });

  it.each([
    "sortBy=amount&startingAfter=cm_1",
    "startingAfter=cm_1",
    "page=1&startingAfter=cm_1",
    "status=new",
    "pageSize=0",
  ])("answers 422 for %s", async (query) => {
    expect((await service.request("GET", `/commissions?${query}`)).status).toBe(422);
  });
});

describe("GET /commissions/count", () => {
  it("sums by status what the list with the same filters has", async () => {
    const earlier = await sell(`early-${count}`);
    service.clock.advance(dayMs);
    const [kept, held] = [await sell(`kept-${count}`), await sell(`held-${count}`)];
    await patch(kept.id, { earnings: 300 });
    await patch(held.id, { status: "hold" });
    const sums = async (query: object) =>
      (await service.request("GET", `/commissions/count?${new URLSearchParams({ partnerId: partner.id, ...query })}`))
        .body;
    expect(await sums({})).toEqual([
      { status: "hold", count: 1, earnings: 250 },
      { status: "pending", count: 2, earnings: 250 + 300 },
    ]);
    expect(await sums({ interval: "24h", status: "pending" })).toEqual([
      { status: "pending", count: 1, earnings: 300 },
    ]);
    expect(await sums({ invoiceId: earlier.invoiceId })).toEqual([{ status: "pending", count: 1, earnings: 250 }]);
    expect(await sums({ status: "paid" })).toEqual([]);
    const other = await service.createWorkspace();
    expect((await service.request("GET", "/commissions/count", { key: other.apiKey })).body).toEqual([]);
  });
});

describe("a commission on hold", () => {
  it("names its reason, and what waits for a decision, in every answer (C26)", async () => {
    const open = await sell(`open-${count}`);
    expect(open).toMatchObject({ status: "pending", holdReason: null, reviewReason: null });
    const clickId = await storeClick(service, partner.links![0]!.id);
    const own = { customerExternalId: `own-${count}`, clickId, customerEmail: partner.email };
    const say = async (invoiceId: string, more: object) => {
      await service.request("POST", "/track/sale", { body: { ...own, amount: 1000, invoiceId, ...more } });
      return (await list({ invoiceId }))[0]!;
    };
    const held = await say(`own-${count}`, {});
    expect(held).toMatchObject({ status: "hold", holdReason: "self_referral", reviewReason: "self_referral" });
    const both = await say(`own-brl-${count}`, { currency: "brl" });
    expect(both).toMatchObject({ holdReason: "self_referral", reviewReason: "self_referral" });
    const disputed = { invoiceId: `open-${count}`, disputeId: `dp-${count}`, status: "opened" } as const;
    await trackDispute(service.ctx(), disputed);
    expect((await list({ invoiceId: disputed.invoiceId }))[0]).toMatchObject({
      status: "hold",
      holdReason: "dispute",
      reviewReason: null,
    });
    const partly = { invoiceId: disputed.invoiceId, amount: 100 };
    const refund = await service.request("POST", "/track/refund", { body: partly });
    expect(refund.body.commission).toMatchObject({ status: "hold", holdReason: "dispute" });
    expect((await patch(held.id, { status: "pending" })).body).toMatchObject({ holdReason: null, reviewReason: null });
    const error = (await service.request("PATCH", `/commissions/${both.id}`, { body: { status: "pending" } })).body
      .error;
    expect(error.message).toContain(
      "is held for fx_unknown, which ends by itself: when a rate for its currency is added",
    );
    const ids = { commissionIds: [held.id, open.id], status: "canceled" };
    await service.request("PATCH", "/commissions/bulk", { body: ids });
    const again = await service.request("PATCH", "/commissions/bulk", { body: { ...ids, status: "pending" } });
    expect(again.body).toEqual([
      { id: held.id, status: "pending", holdReason: null },
      { id: open.id, status: "hold", holdReason: "dispute" },
    ]);
  });
});

describe("POST /commissions", () => {
  const create = (body: object) =>
    service.request("POST", "/commissions", { body: { partnerId: partner.id, ...body } });

  it("makes a custom commission, payable at once", async () => {
    expect(await create({ amount: 700, description: "Bonus" })).toMatchObject({ status: 202, body: { success: true } });
    const [row] = await list({ partnerId: partner.id });
    const at = new Date(service.clock.now()).toISOString();
    expect(row).toMatchObject({
      type: "custom",
      earnings: 700,
      status: "pending",
      payableAt: at,
      description: "Bonus",
    });
  });

  it("credits a lead and a sale to the partner's first link", async () => {
    const customer = { externalId: `manual-${count}`, name: "Ann" };
    expect((await create({ type: "lead", customer, lead: { eventName: "Call" } })).status).toBe(202);
    const sale = { amount: 1000, invoiceId: `manual-${count}` };
    expect((await create({ type: "sale", customer, sale })).status).toBe(202);
    expect((await create({ type: "sale", customer, sale })).status).toBe(202);
    expect(await list({ partnerId: partner.id })).toMatchObject([{ type: "sale", earnings: 250 }]);
    const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(body).toMatchObject({ totalLeads: 1, totalConversions: 1, totalSales: 1 });
  });

  it("does not credit an invoice that counts for another partner, or for none (409)", async () => {
    const { customer } = await sell(`theirs-${count}`);
    const sale = { amount: 1000, invoiceId: `theirs-${count}` };
    const other = await service.createPartner();
    expect(await create({ partnerId: other.id, type: "sale", customerId: customer!.id, sale })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("does not count for this partner") } },
    });
    expect(await list({ partnerId: other.id })).toEqual([]);
    expect((await create({ type: "sale", customerId: customer!.id, sale })).status).toBe(202);
    expect(await list({ partnerId: partner.id })).toHaveLength(1);
  });

  it("answers 404 for an unknown partner", async () => {
    expect((await create({ partnerId: "pn_none", amount: 1 })).status).toBe(404);
  });

  it("gives a banned partner nothing, and no partner another's customer (409)", async () => {
    const { customer } = await sell(`c-${count}`);
    const other = await service.createPartner();
    const body = { partnerId: other.id, type: "sale", customerId: customer!.id, sale: { amount: 1 } };
    expect((await create(body)).status).toBe(409);
    await service.request("POST", "/partners/ban", { body: { partnerId: partner.id, reason: "spam" } });
    expect((await create({ amount: 1 })).status).toBe(409);
    expect((await create({ amount: -1 })).status).toBe(202);
    const [taken] = (await list({ partnerId: partner.id })).filter(({ type }) => type === "custom");
    const correct = (body: object) => service.request<any>("PATCH", `/commissions/${taken!.id}`, { body });
    for (const status of ["pending", "hold"]) {
      expect((await correct({ status })).status).toBe(200);
      expect((await correct({ earnings: 1 })).body.error.message).toContain("cannot become positive");
    }
    expect((await correct({ earnings: -2 })).status).toBe(200);
  });

  it.each([
    {},
    { amount: 0 },
    { amount: 1.5 },
    { type: "lead" },
    { type: "sale", customerId: "cus_1" },
    { type: "click" },
  ])("answers 422 for %o", async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});

describe("PATCH /commissions/{id}", () => {
  it("corrects earnings and sale amount, and audits it", async () => {
    const { id } = await sell(`d-${count}`);
    expect((await patch(id, { earnings: 100 })).body).toMatchObject({ earnings: 100, amount: 1000 });
    expect((await patch(id, { saleAmount: 2000 })).body).toMatchObject({ earnings: 500, amount: 2000 });
    expect((await patch(id, { modifySaleAmount: -400 })).body).toMatchObject({ earnings: 400, amount: 1600 });
    const trail = await service.store.db
      .selectFrom("audit_rows")
      .select("operation")
      .where("entity_id", "=", id)
      .execute();
    expect(trail).toHaveLength(3);
    await service.request("POST", "/track/refund", { body: { invoiceId: `d-${count}`, amount: 500 } });
    expect((await list({ partnerId: partner.id }))[0]).toMatchObject({ earnings: 200 });
  });

  it("voids and reopens; the same status again has no effect", async () => {
    const { id } = await sell(`e-${count}`);
    for (const status of ["fraud", "fraud", "pending", "pending", "canceled"]) {
      expect(await patch(id, { status })).toMatchObject({ status: 200, body: { status, earnings: 250 } });
    }
    const trail = await service.store.db.selectFrom("audit_rows").select("to").where("entity_id", "=", id).execute();
    expect(trail.map(({ to }) => to)).toEqual(["fraud", "pending", "canceled"]);
  });

  it("later sales of a customer whose first commission is void earn nothing (C10)", async () => {
    const { id } = await sell(`f-${count}`);
    await patch(id, { status: "fraud" });
    await service.request("POST", "/track/sale", { body: { customerExternalId: `cus-f-${count}`, amount: 1000 } });
    expect(await list({ partnerId: partner.id })).toHaveLength(1);
  });

  it("answers 404 for an unknown commission", async () => {
    expect((await patch("cm_none", { status: "fraud" })).status).toBe(404);
  });

  it("answers 409 for what is locked, refunded in full, or void already (C1)", async () => {
    const { id } = await sell(`g-${count}`);
    await patch(id, { status: "duplicate" });
    expect((await patch(id, { status: "fraud" })).status).toBe(409);
    await service.request("POST", "/track/refund", { body: { invoiceId: `g-${count}` } });
    expect((await patch(id, { status: "pending" })).status).toBe(409);
    const { id: locked } = await sell(`h-${count}`);
    await lock();
    expect((await patch(locked, { status: "canceled" })).status).toBe(409);
    expect((await patch(locked, { earnings: 1 })).status).toBe(409);
  });

  it("answers 422 for an unknown status", async () => {
    expect((await patch("cm_none", { status: "paid" })).status).toBe(422);
  });
});

/** Confirms a payout of everything the partner has. */
async function lock(): Promise<void> {
  service.clock.advance(31 * dayMs);
  const ctx = service.ctx();
  const { id } = await ctx.db
    .selectFrom("enrollments")
    .select("id")
    .where("partner_id", "=", partner.id)
    .executeTakeFirstOrThrow();
  const payout = await collectPayout(ctx, id, new Date(ctx.clock.now()));
  await ctx.db
    .updateTable("partner_profiles")
    .set({
      default_payout_method: "paypal",
      paypal_email: partner.email,
      payouts_enabled_at: new Date(0),
    })
    .where("partner_id", "=", partner.id)
    .execute();
  await service.request("PATCH", `/payouts/${payout!.id}`, { body: { status: "processing" } });
}

describe("PATCH /commissions/bulk", () => {
  const bulk = (commissionIds: string[], status = "canceled") =>
    service.request("PATCH", "/commissions/bulk", { body: { commissionIds, status } });

  it("sets the status of all", async () => {
    const [a, b] = [await sell(`i-${count}`), await sell(`j-${count}`)];
    expect(await bulk([a.id, b.id])).toMatchObject({
      status: 200,
      body: [
        { id: a.id, status: "canceled" },
        { id: b.id, status: "canceled" },
      ],
    });
  });

  it("changes none when one cannot be changed (404, 409)", async () => {
    const a = await sell(`k-${count}`);
    expect((await bulk([a.id, "cm_none"])).status).toBe(404);
    const b = await sell(`l-${count}`);
    await lock();
    const c = await sell(`m-${count}`);
    expect((await bulk([c.id, b.id])).status).toBe(409);
    expect((await list({ invoiceId: `m-${count}` }))[0]?.status).toBe("pending");
  });

  it("changes none of those that somebody else has decided on since, where `from` is given (409)", async () => {
    const [a, b] = [await sell(`n-${count}`), await sell(`o-${count}`)];
    await bulk([a.id, b.id], "hold");
    await patch(b.id, { status: "fraud" });
    const release = { commissionIds: [a.id, b.id], status: "pending", from: "hold" };
    const { status, body } = await service.request("PATCH", "/commissions/bulk", { body: release });
    expect([status, body.error.message]).toEqual([
      409,
      `The commission ${b.id} is fraud by now, not hold. Read it again, then decide.`,
    ]);
    expect((await list({ partnerId: partner.id })).map((row) => row.status).sort()).toEqual(["fraud", "hold"]);
    const alone = { ...release, commissionIds: [a.id] };
    expect((await service.request("PATCH", "/commissions/bulk", { body: alone })).status).toBe(200);
    expect((await service.request("PATCH", "/commissions/bulk", { body: alone })).status).toBe(409);
  });

  it("lets a fraud that is found in the same moment stand, whoever comes first", async () => {
    for (const round of [1, 2, 3, 4]) {
      const held = await sell(`race-${count}-${round}`);
      await bulk([held.id], "hold");
      const body = { commissionIds: [held.id], status: "pending", from: "hold" };
      const release = () => service.request("PATCH", "/commissions/bulk", { body });
      const decisions = [release, () => patch(held.id, { status: "fraud" })];
      await Promise.all((round % 2 ? decisions : decisions.reverse()).map((decide) => decide()));
      expect((await list({ invoiceId: held.invoiceId! }))[0]?.status).toBe("fraud");
    }
  });

  it("answers 422 for none, and more than 100", async () => {
    expect((await bulk([])).status).toBe(422);
    expect((await bulk(Array.from({ length: 101 }, (_, index) => `cm_${index}`))).status).toBe(422);
  });
});

describe("a date of POST /commissions", () => {
  const date = "2020-01-01T00:00:00.000Z";

  it.each([
    { type: "lead", lead: { eventName: "Sign up" } },
    { type: "sale", sale: { amount: 1000, currency: "usd" } },
  ])("is refused for a $type, not ignored (N1)", async (input) => {
    const { id: partnerId } = await service.createPartner();
    const body = { ...input, partnerId, customer: { externalId: `dated-${input.type}` }, date };
    const answer = await service.request<any>("POST", "/commissions", { body });
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      expect.stringMatching(/^custom: date: only a custom/),
    ]);
  });

  it.each([
    ["an hour ahead", 3_600_000],
    ["a century ahead", 100 * 365 * dayMs],
  ])("refuses one in the future: %s", async (_, ahead) => {
    const { id: partnerId } = await service.createPartner();
    const later = new Date(service.clock.now() + ahead).toISOString();
    const answer = await service.request<any>("POST", "/commissions", {
      body: { partnerId, amount: 700, date: later },
    });
    expect([answer.status, answer.body.error.message]).toEqual([422, "custom: date: must not be in the future"]);
    expect((await service.request("GET", `/commissions?partnerId=${partnerId}`)).body).toEqual([]);
  });

  it("refuses one before 1970, so that analytics over all of the time can be answered", async () => {
    const { id: partnerId } = await service.createPartner();
    const add = (date: string) =>
      service.request<any>("POST", "/commissions", { body: { partnerId, amount: 700, date } });
    const early = await add("0026-11-29T00:00:00Z");
    expect([early.status, early.body.error.message]).toEqual([422, "custom: date: must not be before 1970"]);
    expect((await add("1970-01-01T00:00:00Z")).status).toBe(202);
    const path = `/partners/analytics?partnerId=${partnerId}&interval=all&groupBy=timeseries`;
    expect((await service.request("GET", path)).status).toBe(200);
  });

  it("takes a clock that is a little ahead as now", async () => {
    const { id: partnerId } = await service.createPartner();
    const now = service.clock.now();
    const body = { partnerId, amount: 700, date: new Date(now + 30_000).toISOString() };
    expect((await service.request("POST", "/commissions", { body })).status).toBe(202);
    const made = await service.request("GET", `/commissions?partnerId=${partnerId}`);
    expect(made.body).toMatchObject([{ createdAt: new Date(now).toISOString() }]);
  });

  it("dates a custom commission (N1)", async () => {
    const { id: partnerId } = await service.createPartner();
    await service.request("POST", "/commissions", { body: { partnerId, amount: 700, date } });
    const { body } = await service.request<any[]>("GET", `/commissions?partnerId=${partnerId}&interval=all`);
    expect(body).toMatchObject([{ earnings: 700, createdAt: date }]);
  });
});
