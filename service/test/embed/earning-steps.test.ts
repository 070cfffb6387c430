import type { Earning } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addRate } from "../../src/domain/tracking/add-rate.ts";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";
import { hideSections } from "./hide-sections.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const read = async (token: string, path: string): Promise<any> =>
  (await service.request("GET", `/embed/referrals${path}`, { key: token })).body;

/** The newest commission, the same from the list and from the first answer. */
async function newest(token: string): Promise<Earning> {
  const [listed] = (await read(token, "/earnings")).data;
  const { recentEarnings } = await read(token, "");
  expect(recentEarnings?.[0]).toEqual(listed);
  return listed;
}

describe("the steps of an amount", () => {
  it("a refund in part: what it came to, what went back and what is left", async () => {
    const { token, clickId } = await activePartner(service);
    const sale = { clickId, customerExternalId: "half", invoiceId: "half", amount: 10_000 };
    service.clock.advance(1000);
    await service.request("POST", "/track/sale", { body: sale });
    await service.request("POST", "/track/refund", { body: { invoiceId: "half", amount: 5000 } });
    const earning = await newest(token);
    expect(earning).toMatchObject({
      amount: 10_000,
      grossEarnings: 2500,
      refunded: 5000,
      earnings: 1250,
      paidIn: null,
    });
    expect(earning.rule).toMatchObject({ amount: 25, capped: false, corrected: false });
    await service.request("PATCH", `/commissions/${earning.id}`, { body: { earnings: 2000 } });
    const corrected = await newest(token);
    expect(corrected).toMatchObject({ grossEarnings: 2000, earnings: 1000, rule: { corrected: true } });
  });

  it("a sale names its product, and every later one of its customer is a renewal", async () => {
    const { partner, token, clickId } = await activePartner(service);
    const sell = async (invoiceId: string, metadata?: object) => {
      service.clock.advance(1000);
      const body = { clickId, customerExternalId: "again", invoiceId, amount: 10_000, metadata };
      await service.request("POST", "/track/sale", { body });
      return newest(token);
    };
    expect(await sell("one", { productId: "Team" })).toMatchObject({ isRenewal: false, productId: "Team" });
    expect(await sell("two")).toMatchObject({ isRenewal: true, productId: null });
    const restore = await hideSections(service, ["revenue"]);
    expect(await sell("three", { productId: "Team" })).toMatchObject({ isRenewal: true, productId: null });
    await restore();
    service.clock.advance(1000);
    const bonus = { type: "custom", partnerId: partner.id, amount: 500 };
    await service.request("POST", "/commissions", { body: bonus });
    expect(await newest(token)).toMatchObject({ type: "custom", isRenewal: false, productId: null });
  });

  it("another currency: what was paid, and the rate once it is known", async () => {
    const { token, clickId } = await activePartner(service);
    service.clock.advance(1000);
    const sale = { clickId, customerExternalId: "abroad", amount: 10_000, currency: "brl" };
    await service.request("POST", "/track/sale", { body: sale });
    const paidIn = { amount: 10_000, currency: "brl" };
    const waiting = { status: "hold", statusReason: "fx_unknown", earnings: null, paidIn: { ...paidIn, rate: null } };
    expect(await newest(token)).toMatchObject(waiting);
    await addRate(service.ctx(), { currency: "brl", rate: "0.18", validFrom: new Date(service.clock.now() - 60_000) });
    const rated = { status: "pending", amount: 1800, earnings: 450, paidIn: { ...paidIn, rate: "0.18" } };
    expect(await newest(token)).toMatchObject(rated);
  });

  it("links say what each has earned; hidden revenue and earnings are not told", async () => {
    const { token, linkId } = await activePartner(service);
    expect((await read(token, "/links")).data).toMatchObject([{ id: linkId, earnings: 3700, saleAmount: 14_800 }]);
    await hideSections(service, ["revenue"]);
    expect(await newest(token)).toMatchObject({ amount: 0, refunded: 0, paidIn: null });
    await hideSections(service, ["earnings"]);
    expect((await read(token, "/links")).data).toMatchObject([{ id: linkId, earnings: null }]);
  });
});
