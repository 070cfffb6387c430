import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "../embed/active-partner.ts";

let service: TestService;
let clickId: string;
beforeAll(async () => {
  service = await createTestService();
  ({ clickId } = await activePartner(service));
});
afterAll(() => service.close());

const set = (body: object) => service.request("POST", "/exchange-rates", { body });
const list = async () => (await service.request("GET", "/exchange-rates")).body;
const sell = async (invoiceId: string, currency: string) => {
  const sale = { clickId, customerExternalId: "abroad", amount: 1000, currency, invoiceId };
  await service.request("POST", "/track/sale", { body: sale });
};
const earnedBy = async (invoiceId: string) =>
  (await service.request("GET", `/commissions?invoiceId=${invoiceId}`)).body[0];

describe("POST /exchange-rates", () => {
  it("values the sales that waited for the rate, once, and those that come later", async () => {
    await sell("before", "eur");
    expect(await earnedBy("before")).toMatchObject({ status: "hold", earnings: 0 });
    const { status, body } = await set({ currency: "EUR", rate: "1.5" });
    expect([status, body]).toEqual([
      201,
      { currency: "eur", rate: "1.5", validFrom: "1970-01-01T00:00:00.000Z", valuedSales: 1 },
    ]);
    expect(await earnedBy("before")).toMatchObject({ status: "pending", earnings: 375 });
    await sell("after", "eur");
    expect(await earnedBy("after")).toMatchObject({ status: "pending", earnings: 375 });
    expect((await set({ currency: "eur", rate: "1.5" })).body.valuedSales).toBe(0);
  });

  it("counts from its instant on, until a later one; the rate of the same instant is corrected", async () => {
    const validFrom = new Date(service.clock.now() + 60_000).toISOString();
    await set({ currency: "gbp", rate: "1.2" });
    await set({ currency: "gbp", rate: "1.4", validFrom });
    await set({ currency: "gbp", rate: "1.3", validFrom });
    await sell("now", "gbp");
    expect(await earnedBy("now")).toMatchObject({ earnings: 300 });
    service.clock.advance(60_000);
    await sell("then", "gbp");
    expect(await earnedBy("then")).toMatchObject({ earnings: 325 });
    expect((await list()).filter(({ currency }: { currency: string }) => currency === "gbp")).toEqual([
      { currency: "gbp", rate: "1.2", validFrom: "1970-01-01T00:00:00.000Z" },
      { currency: "gbp", rate: "1.3", validFrom },
    ]);
  });

  it.each([
    ["an unknown currency", { currency: "zzz", rate: "1" }],
    ["a rate of nothing", { currency: "eur", rate: "0" }],
    ["a number instead of a text", { currency: "eur", rate: 1.5 }],
    ["an instant that is none", { currency: "eur", rate: "1", validFrom: "soon" }],
  ])("refuses %s with 422", async (_, body) => {
    expect((await set(body)).status).toBe(422);
  });
});

describe("GET /exchange-rates", () => {
  it("is paged, by currency and time", async () => {
    const all = await list();
    const second = await service.request("GET", "/exchange-rates?page=2&pageSize=1");
    expect(second.body).toEqual([all[1]]);
  });
});
