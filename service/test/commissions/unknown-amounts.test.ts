import type { Commission, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await createTestService();
  partner = await service.createPartner();
  const clickId = await storeClick(service, partner.links![0]!.id);
  const sale = { customerExternalId: "brazil", clickId, currency: "brl", amount: 10_000, invoiceId: "in_brl" };
  await service.request("POST", "/track/sale", { body: sale });
  const own = { customerExternalId: "self", customerEmail: partner.email, clickId, amount: 1000, invoiceId: "in_self" };
  await service.request("POST", "/track/sale", { body: own });
  const reported = { customerExternalId: "page", clickId, amount: 3000, invoiceId: "in_page" };
  const key = service.publishableKey;
  await service.request("POST", "/track/sale/client", { key, body: reported });
  await service.request("POST", "/track/sale/client", {
    key,
    body: { ...reported, currency: "brl", invoiceId: "in_page_brl" },
  });
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const listed = async () => {
  const { body } = await service.request<Commission[]>("GET", "/commissions");
  return new Map(body.map((row) => [row.invoiceId, row]));
};
const embed = async (path: string) => {
  const key = await service.embedToken(partner.id);
  return (await service.request("GET", `/embed/referrals${path}`, { key })).body;
};

describe("money that nobody can value yet (C28)", () => {
  it("is named with its reason in the record, and stays a number there for SDKs (C28)", async () => {
    const rows = await listed();
    const shown = (invoiceId: string) => {
      const { amount, earnings, unknownReason, holdReason } = rows.get(invoiceId)!;
      return { amount, earnings, unknownReason, holdReason };
    };
    expect(shown("in_brl")).toEqual({ amount: 0, earnings: 0, unknownReason: "fx_unknown", holdReason: "fx_unknown" });
    expect(shown("in_page")).toMatchObject({ amount: 3000, earnings: 0, unknownReason: "unverified" });
    expect(shown("in_self")).toEqual({
      amount: 1000,
      earnings: 250,
      unknownReason: null,
      holdReason: "self_referral",
    });
  });

  it("is an empty cell in CSV, not a 0 that somebody adds up (C28, N10)", async () => {
    const { body } = await service.request<string>("GET", "/commissions", { headers: { accept: "text/csv" } });
    const [head, ...lines] = body
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(","));
    const at = (name: string) => head!.findIndex((column) => column.endsWith(name));
    const cells = new Map(
      lines.map((line) => [
        line[at("invoiceId")],
        [line[at("amount")], line[at("earnings")], line[at("unknownReason")]],
      ]),
    );
    expect(cells.get("in_brl")).toEqual(["", "", "fx_unknown"]);
    expect(cells.get("in_page")).toEqual(["3000", "", "unverified"]);
    expect(cells.get("in_page_brl")).toEqual(["", "", "unverified"]);
    expect(cells.get("in_self")).toEqual(["1000", "250", ""]);
  });

  it("is null in the embed: in the list, the events, the first answer and the export (C28)", async () => {
    const { data } = await embed("/earnings");
    const brl = data.find(({ paidIn, status }: any) => paidIn?.currency === "brl" && status === "hold");
    expect(brl).toMatchObject({
      amount: null,
      earnings: null,
      grossEarnings: null,
      refunded: null,
      unknownReason: "fx_unknown",
      paidIn: { amount: 10_000, rate: null },
    });
    const events = (await embed("/events?event=sale")).data;
    expect(events.map(({ earnings }: any) => earnings).sort()).toEqual([250, null]);
    const { earnings, recentEarnings } = await embed("");
    expect(earnings).toMatchObject({ held: 250, earned: 0 });
    expect(earnings.onHold).toEqual([
      { reason: "fx_unknown", amount: null },
      { reason: "self_referral", amount: 250 },
      { reason: "unverified", amount: null },
    ]);
    expect(recentEarnings.filter((row: any) => row.earnings === null)).toHaveLength(3);
  });

  it("has no earnings in the answer of a refund, until a rate values it (C28, V15)", async () => {
    const refund = (amount: number) => ({ body: { invoiceId: "in_brl", amount } });
    const before = await service.request("POST", "/track/refund", refund(1000));
    expect(before.body.commission).toMatchObject({ status: "hold", earnings: null });
    await service.request("POST", "/exchange-rates", {
      body: { currency: "brl", rate: "0.2", validFrom: "2025-01-01T00:00:00Z" },
    });
    const after = await service.request("POST", "/track/refund", refund(1000));
    expect(after.body.commission).toMatchObject({ status: "pending", earnings: 400 });
    expect((await listed()).get("in_brl")).toMatchObject({ amount: 2000, earnings: 400, unknownReason: null });
  });
});
