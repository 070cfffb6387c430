import type { Partner, RefundResult } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSound } from "../properties/expect-sound.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let partner: Partner;
let invoiceId: string;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

let count = 0;

beforeEach(async () => {
  partner = await service.createPartner();
  const clickId = await storeClick(service, partner.links![0]!.id);
  invoiceId = `in-${(count += 1)}`;
  const body = { customerExternalId: `cus-${count}`, clickId, amount: 1000, invoiceId };
  await service.request("POST", "/track/sale", { body });
});

const refund = (body: Record<string, unknown> = {}) =>
  service.request<RefundResult>("POST", "/track/refund", { body: { invoiceId, ...body } });

async function figures(): Promise<number[]> {
  const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
  return [body.totalConversions, body.totalSales, body.totalSaleAmount];
}

describe("POST /track/refund 200", () => {
  it("books a part and then the rest; conversions never go down (V10, C16)", async () => {
    const part = await refund({ amount: 400, refundId: `re-${count}` });
    expect(part.body).toEqual({
      sale: { invoiceId, amount: 1000, refundedAmount: 400, currency: "usd" },
      commission: { id: expect.stringMatching(/^cm_/), status: "pending", holdReason: null, earnings: 150 },
      clawback: null,
    });
    expect(await figures()).toEqual([1, 1, 600]);
    const rest = await refund();
    expect(rest.body).toMatchObject({
      sale: { refundedAmount: 1000 },
      commission: { status: "refunded", earnings: 0 },
    });
    expect(await figures()).toEqual([1, 0, 0]);
  });

  it("a repeated refund id, or nothing left, changes nothing (V10)", async () => {
    const body = { amount: 400, refundId: `re-${count}` };
    await refund(body);
    expect((await refund(body)).body.sale.refundedAmount).toBe(400);
    await refund();
    expect((await refund()).body.sale.refundedAmount).toBe(1000);
    expect(await figures()).toEqual([1, 0, 0]);
  });

  it("makes one refund of 20 identical calls at once (V10)", async () => {
    const body = { amount: 40, refundId: `re-${count}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(body)));
    for (const answer of answers) expect(answer.body.sale.refundedAmount).toBe(40);
  });
});

describe("POST /track/refund errors", () => {
  it("answers 404 for an unknown invoice", async () => {
    expect((await refund({ invoiceId: "no-such" })).status).toBe(404);
  });
  it("answers 409 for a known refund id with another amount or sale", async () => {
    await refund({ amount: 400, refundId: `re-${count}` });
    expect((await refund({ amount: 300, refundId: `re-${count}` })).status).toBe(409);
  });
  it("answers 422 for more than is left", async () => {
    expect((await refund({ amount: 1001 })).status).toBe(422);
    expect((await refund({ amount: 0 })).status).toBe(422);
  });
});
