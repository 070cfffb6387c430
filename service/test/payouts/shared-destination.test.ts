import type { SharedDestination } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
  await service.request("PATCH", "/program", { body: { holdingPeriodDays: 0, minPayoutAmount: 0 } });
});
afterAll(() => service.close());

const read = (id: string) => service.request<SharedDestination>("GET", `/partners/${id}/shared-destination`);
const release = (id: string, body: object, headers: Record<string, string> = {}) =>
  service.request<any>("POST", `/partners/${id}/shared-destination/release`, { body, headers });
const because = { reason: "One household" };

/** A partner who is paid at an address of PayPal, set a second after the one before. */
async function paidAt(paypalEmail: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await service.createPartner(more);
  await payAt(id, paypalEmail);
  return id;
}

async function payAt(id: string, paypalEmail: string): Promise<void> {
  service.clock.advance(1000);
  const body = { method: "paypal", paypalEmail };
  await service.request("PUT", `/partners/${id}/payout-method`, { body });
}

/** What becomes of the confirmation of a partner's payout. */
async function confirmed(partnerId: string): Promise<number> {
  await service.request("POST", "/commissions", { body: { partnerId, amount: 700 } });
  const { body } = await service.request("POST", "/payouts", { body: { partnerId } });
  return (await service.request("PATCH", `/payouts/${body.id}`, { body: { status: "processing" } })).status;
}

describe("a payout destination that partners share", () => {
  it("is told with who else is paid there, whatever its spelling; nobody else, and none of another workspace (P9)", async () => {
    const one = await paidAt("shared.one@gmail.com", { name: "Ada Okafor" });
    const two = await paidAt("SharedOne+x@googlemail.com", { name: "Bo Okafor", email: "bo@mail.test" });
    const alone = await paidAt("alone@mail.test");
    const other = await service.createWorkspace({ program: { name: "Other", url: "https://other.test" } });
    const key = other.apiKey;
    const { body: foreign } = await service.request("POST", "/partners", { key, body: { email: "far@mail.test" } });
    const same = { method: "paypal", paypalEmail: "alone@mail.test" };
    await service.request("PUT", `/partners/${foreign.id}/payout-method`, { key, body: same });
    expect((await read(one)).body).toEqual({
      partnerId: one,
      partners: [{ id: two, name: "Bo Okafor", email: "bo@mail.test", status: "approved" }],
      releasedAt: null,
    });
    expect((await read(alone)).body).toEqual({ partnerId: alone, partners: [], releasedAt: null });
    await service.request("PUT", `/partners/${one}/payout-method`, { body: { method: "manual" } });
    expect((await read(one)).body.partners).toEqual([]);
  });

  it("is paid once a person has released it with a reason, which stands in the audit, until it is changed (P9)", async () => {
    const [one] = [await paidAt("pair@mail.test"), await paidAt("pair@mail.test")];
    expect(await confirmed(one)).toBe(409);
    expect((await release(one, { reason: " " })).status).toBe(422);
    const { headers } = await read(one);
    const released = await release(one, because, { "if-match": headers.get("etag")! });
    expect(released).toMatchObject({ status: 200, body: { partnerId: one, releasedAt: expect.any(String) } });
    expect((await release(one, { reason: "Again" })).body).toEqual(released.body);
    expect(await confirmed(one)).toBe(200);
    const { body: audit } = await service.request("GET", `/audit?partnerId=${one}&operation=release destination`);
    expect(audit).toMatchObject([{ entity: "partner.payoutMethod", actorType: "api_key", reason: "One household" }]);
    await paidAt("elsewhere@mail.test");
    await payAt(one, "elsewhere@mail.test");
    expect((await read(one)).body).toMatchObject({ releasedAt: null, partners: [{}] });
    expect(await confirmed(one)).toBe(409);
  });

  it.each([
    ["the partner is paid elsewhere since", (one: string) => payAt(one, "second@mail.test")],
    ["somebody else is paid there since", () => paidAt("first@mail.test")],
  ])("is not released where %s who released it has looked: it stays held", async (_, change) => {
    const others = [await paidAt("first@mail.test"), await paidAt("second@mail.test")];
    const one = await paidAt("first@mail.test");
    const seen = (await read(one)).headers.get("etag")!;
    await change(one);
    const refused = await release(one, because, { "if-match": seen });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      "Where the partner is paid, or who else is paid there, was changed since you read it. Read it again.",
    ]);
    expect((await read(one)).body.releasedAt).toBeNull();
    expect(await confirmed(one)).toBe(409);
    for (const id of others)
      await service.request("PUT", `/partners/${id}/payout-method`, { body: { method: "manual" } });
  });
});
