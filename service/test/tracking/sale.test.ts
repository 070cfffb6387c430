import type { Partner, SaleResult } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSound } from "../properties/expect-sound.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
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

async function sale(body: Record<string, unknown>): Promise<SaleResult> {
  const answer = await service.request<SaleResult>("POST", "/track/sale", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function figures(): Promise<Partial<Partner>> {
  const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
  const { totalLeads, totalConversions, totalSales, totalSaleAmount } = body;
  return { totalLeads, totalConversions, totalSales, totalSaleAmount };
}

function commissions() {
  return service.store.db
    .selectFrom("commissions")
    .selectAll()
    .where("partner_id", "=", partner.id)
    .orderBy("id")
    .execute();
}

describe("POST /track/sale 200", () => {
  it("makes customer, lead and sale in one call, and answers a repeat with the first answer (A10, X10)", async () => {
    const clickId = await storeClick(service, linkId);
    const customerExternalId = unique("cus");
    const invoiceId = unique("in");
    const nothing = await sale({ customerExternalId, clickId, amount: 0, invoiceId });
    expect(nothing).toEqual({ eventName: "Purchase", customer: null, sale: null });
    const first = await sale({ customerExternalId, clickId, amount: 4900, invoiceId });
    expect(first.sale).toEqual({
      amount: 4900,
      currency: "usd",
      paymentProcessor: "custom",
      invoiceId,
      metadata: null,
      holdReason: null,
    });
    expect(await sale({ customerExternalId, clickId, amount: 4900, invoiceId })).toEqual(first);
    expect(await figures()).toEqual({ totalLeads: 1, totalConversions: 1, totalSales: 1, totalSaleAmount: 4900 });
    await sale({ customerExternalId, amount: 4900, invoiceId: unique("in") });
    expect(await figures()).toEqual({ totalLeads: 1, totalConversions: 1, totalSales: 2, totalSaleAmount: 9800 });
    const rows = await commissions();
    expect(rows.map(({ earnings, status }) => [earnings, status])).toEqual([
      [1225, "pending"],
      [1225, "pending"],
    ]);
    expect(rows[0]!.payable_at!.getTime()).toBe(service.clock.now() + 30 * dayMs);
  });

  it("stores nothing for an unknown customer without a click, and the invoice stays free (V6)", async () => {
    const invoiceId = unique("in");
    const customerExternalId = unique("cus");
    const answer = await sale({ customerExternalId, amount: 100, invoiceId });
    expect(answer).toEqual({ eventName: "Purchase", customer: null, sale: null });
    const clickId = await storeClick(service, linkId);
    expect((await sale({ customerExternalId, amount: 200, invoiceId, clickId })).sale?.amount).toBe(200);
  });

  it("makes one sale and one commission of 50 identical calls at once (V5)", async () => {
    const clickId = await storeClick(service, linkId);
    const body = { customerExternalId: unique("cus"), clickId, amount: 1000, invoiceId: unique("in") };
    const answers = await Promise.all(Array.from({ length: 50 }, () => sale(body)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await commissions()).toHaveLength(1);
    expect(await figures()).toEqual({ totalLeads: 1, totalConversions: 1, totalSales: 1, totalSaleAmount: 1000 });
  });

  it("stores a sale without a rate, counts no amount, holds its commission (V15)", async () => {
    const clickId = await storeClick(service, linkId);
    const answer = await sale({ customerExternalId: unique("cus"), clickId, amount: 10_000, currency: "BRL" });
    expect(answer.sale).toMatchObject({ amount: 10_000, currency: "brl" });
    expect(await figures()).toMatchObject({ totalConversions: 1, totalSales: 1, totalSaleAmount: 0 });
    expect(await commissions()).toMatchObject([{ earnings: 0, status: "hold", hold_reasons: ["fx_unknown"] }]);
  });

  it("says why nothing is earned yet, the missing rate before all, and repeats it (C26)", async () => {
    const clickId = await storeClick(service, linkId);
    const customerEmail = partner.email!.replace("@", "+shop@");
    const own = { customerExternalId: unique("cus"), clickId, amount: 1000, customerEmail, invoiceId: unique("in") };
    expect((await sale(own)).sale?.holdReason).toBe("self_referral");
    expect((await sale(own)).sale?.holdReason).toBe("self_referral");
    const unrated = { ...own, invoiceId: unique("in"), currency: "brl" };
    expect((await sale(unrated)).sale?.holdReason).toBe("fx_unknown");
    const nobody = await storeClick(service, linkId);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    const lost = { customerExternalId: unique("cus"), clickId: nobody, amount: 1000, currency: "brl" };
    expect((await sale(lost)).sale?.holdReason).toBe("fx_unknown");
  });

  it("says of a commission by hand that it is held (C26)", async () => {
    const customer = { externalId: unique("cus") };
    const body = { type: "sale", partnerId: partner.id, customer, sale: { amount: 900, currency: "brl" } };
    const answer = await service.request("POST", "/commissions", { body });
    expect(answer.body.message).toBe("The commission was created, and is held: fx_unknown.");
  });

  it("answers a repeat of a sale that an earlier version stored without `holdReason` (C26)", async () => {
    const clickId = await storeClick(service, linkId);
    const body = { customerExternalId: unique("cus"), clickId, amount: 4900, invoiceId: unique("in") };
    const { sale: stored, ...rest } = await sale(body);
    const { holdReason: _, ...old } = stored!;
    await service.store.db
      .updateTable("sale_events")
      .set({ answer: JSON.stringify({ ...rest, sale: old }) })
      .where("invoice_id", "=", body.invoiceId)
      .execute();
    expect((await sale(body)).sale).toEqual(stored);
  });

  it("holds the commission of a partner who is also the customer (A12)", async () => {
    const clickId = await storeClick(service, linkId);
    const customerEmail = partner.email!.replace("@", "+shop@").toUpperCase();
    await sale({ customerExternalId: unique("cus"), clickId, amount: 1000, customerEmail });
    expect(await commissions()).toMatchObject([{ earnings: 250, status: "hold", hold_reasons: ["self_referral"] }]);
  });
});

describe("POST /track/sale 404", () => {
  it("refuses an unknown click (A5)", async () => {
    const body = { customerExternalId: unique("cus"), amount: 1, clickId: "nosuchclick00000" };
    expect((await service.request("POST", "/track/sale", { body })).status).toBe(404);
  });

  it("refuses a lead the customer never had, and stores nothing (V9)", async () => {
    const clickId = await storeClick(service, linkId);
    const body = { customerExternalId: unique("cus"), amount: 1, clickId, leadEventName: "Sign up" };
    expect((await service.request("POST", "/track/sale", { body })).status).toBe(404);
    expect(await figures()).toMatchObject({ totalSales: 0, totalLeads: 0 });
  });
});

describe("POST /track/sale 409", () => {
  it.each([{ amount: 5900 }, { currency: "eur" }, { customerExternalId: "another" }])(
    "refuses a known invoice with %o (V5)",
    async (other) => {
      const clickId = await storeClick(service, linkId);
      const body = { customerExternalId: unique("cus"), clickId, amount: 4900, invoiceId: unique("in") };
      await sale(body);
      expect((await service.request("POST", "/track/sale", { body: { ...body, ...other } })).status).toBe(409);
    },
  );
});

describe("POST /track/sale 422", () => {
  it.each([{ amount: -1 }, { amount: 1.5 }, { currency: "zzz" }, { customerExternalId: "" }])(
    "refuses %o (V8, V13)",
    async (bad) => {
      const body = { customerExternalId: "c", amount: 1, ...bad };
      expect((await service.request("POST", "/track/sale", { body })).status).toBe(422);
    },
  );
});

describe("POST /track/sale/client 403", () => {
  it("refuses a page whose origin the program does not list", async () => {
    await service.store.db
      .updateTable("programs")
      .set({ allowed_origins: JSON.stringify(["https://acme.test"]) })
      .where("id", "=", service.programId)
      .execute();
    const body = { customerExternalId: "c", amount: 1 };
    const call = (origin: string) =>
      service.request("POST", "/track/sale/client", { body, key: service.publishableKey, headers: { origin } });
    expect((await call("https://evil.test")).status).toBe(403);
    expect((await call("https://acme.test")).status).toBe(200);
    expect((await service.request("POST", "/track/sale/client", { body })).status).toBe(403);
  });
});
