import { Dub } from "dub";
import { HTTPClient } from "dub/lib/http.js";
import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let sdk: Dub;
let partner: Partner;

beforeAll(async () => {
  service = await createTestService();
  const httpClient = new HTTPClient({ fetcher: service.fetch });
  sdk = new Dub({ token: service.apiKey, serverURL: "https://app.test/api", httpClient });
  partner = await service.createPartner();
});
afterAll(() => service.close());

describe("the published SDK, unmodified", () => {
  it("tracks leads and sales", async () => {
    const clickId = await storeClick(service, partner.links![0]!.id);
    const lead = await sdk.track.lead({ clickId, eventName: "Sign up", customerExternalId: "cus" });
    expect(lead).toMatchObject({ click: { id: clickId }, customer: { externalId: "cus" } });
    const sale = await sdk.track.sale({ customerExternalId: "cus", amount: 1000, invoiceId: "in" });
    expect(sale).toMatchObject({ eventName: "Purchase", sale: { amount: 1000, invoiceId: "in" } });
    const nothing = await sdk.track.sale({ customerExternalId: "nobody", amount: 1000 });
    expect(nothing).toMatchObject({ customer: null, sale: null });
  });

  it("lists, reads, changes and erases customers", async () => {
    const { result } = await sdk.customers.list({ includeExpandedFields: true });
    expect(result).toMatchObject([{ externalId: "cus", sales: 1, partner: { id: partner.id } }]);
    const { id } = result[0]!;
    expect(await sdk.customers.get({ id })).toMatchObject({ id, saleAmount: 1000 });
    expect(await sdk.customers.update({ id, requestBody: { name: "Ann" } })).toMatchObject({ name: "Ann" });
  });

  it("lists, creates and changes commissions", async () => {
    await sdk.commissions.create({ partnerId: partner.id, type: "custom", amount: 700 });
    const { result } = await sdk.commissions.list({ partnerId: partner.id, sortOrder: "asc" });
    expect(result.map(({ type, earnings }) => [type, earnings])).toEqual([
      ["sale", 250],
      ["custom", 700],
    ]);
    const [first, second] = result;
    expect(await sdk.commissions.update({ id: first!.id, requestBody: { earnings: 100 } })).toMatchObject({
      earnings: 100,
    });
    const many = await sdk.commissions.updateMany({ commissionIds: [first!.id, second!.id], status: "canceled" });
    expect(many).toEqual([
      { id: first!.id, status: "canceled" },
      { id: second!.id, status: "canceled" },
    ]);
  });

  it("lists payouts", async () => {
    await sdk.commissions.create({ partnerId: partner.id, type: "custom", amount: 900 });
    await service.request("POST", "/payouts", { body: { partnerId: partner.id } });
    const listed = await sdk.payouts.list({ partnerId: partner.id });
    expect(listed).toMatchObject([{ amount: 900, status: "pending", partner: { id: partner.id } }]);
  });

  it("erases a customer", async () => {
    expect(await sdk.customers.delete("ext_cus")).toMatchObject({ id: expect.stringMatching(/^cus_/) });
  });
});
