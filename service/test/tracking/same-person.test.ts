import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

let made = 0;
const unique = (name: string): string => `${name}-${(made += 1)}`;

async function call<T = any>(method: string, path: string, body?: unknown): Promise<T> {
  const { status, body: answer } = await service.request(method, path, { body });
  if (status >= 300) throw new Error(`${method} ${path}: ${answer.error.message}`);
  return answer as T;
}

/** A partner with a sale reward of 20 %, in a group of their own. */
async function begin(group: object = {}) {
  const reward = await call("POST", "/rewards", { event: "sale", type: "percentage", amount: 20 });
  const slug = unique("group");
  const { id: groupId } = await call("POST", "/groups", { name: slug, slug, saleRewardId: reward.id, ...group });
  const partner = await service.createPartner({ email: `${unique("ada")}@mail.test`, groupId: slug });
  const linkId = partner.links?.[0]?.id ?? "";
  return { partner, groupId, email: partner.email as string, linkId };
}

async function sell(linkId: string, customer: object = {}, click: object = {}) {
  const clickId = await storeClick(service, linkId, click);
  const customerExternalId = unique("buyer");
  const invoiceId = unique("in");
  await call("POST", "/track/sale", { clickId, customerExternalId, amount: 5000, invoiceId, ...customer });
  return { invoiceId, customerExternalId };
}

async function commissionOf(invoiceId: string) {
  const [row] = await call<any[]>("GET", `/commissions?invoiceId=${invoiceId}`);
  const { id, status, holdReason, reviewReason, signals, earnings } = row;
  return { id, status, holdReason, reviewReason, signals, earnings };
}

const pending = { status: "pending", holdReason: null };
const held = { status: "hold", holdReason: "self_referral", reviewReason: "self_referral" };

describe("a buyer with the address that PayPal pays the partner at", () => {
  it("is held for review with that as evidence, also where the program blocks certain self-referrals (A12, A13)", async () => {
    const { partner, linkId } = await begin();
    await call("PUT", `/partners/${partner.id}/payout-method`, { method: "paypal", paypalEmail: "me.pay@gmail.com" });
    const one = await sell(linkId, { customerEmail: "mepay+shop@gmail.com" });
    expect(await commissionOf(one.invoiceId)).toMatchObject({ ...held, signals: ["payout"], earnings: 1000 });
    await call("PATCH", "/program", { selfReferral: "block" });
    const other = await sell(linkId, { customerEmail: "mepay@gmail.com" });
    await call("PATCH", "/program", { selfReferral: "hold" });
    expect(await commissionOf(other.invoiceId)).toMatchObject({ ...held, signals: ["payout"] });
  });
});

describe("an address told after the first sale", () => {
  /** Every way by which an address becomes known later. */
  const ways: [string, (given: { customerExternalId: string; email: string }) => Promise<unknown>][] = [
    [
      "a later sale",
      ({ customerExternalId, email }) =>
        call("POST", "/track/sale", {
          customerExternalId,
          customerEmail: email,
          amount: 5000,
          invoiceId: unique("later"),
        }),
    ],
    [
      "a later lead",
      ({ customerExternalId, email }) =>
        call("POST", "/track/lead", { customerExternalId, customerEmail: email, clickId: "", eventName: "Trial" }),
    ],
    [
      "a deferred lead",
      ({ customerExternalId, email }) =>
        call("POST", "/track/lead", {
          customerExternalId,
          customerEmail: email,
          clickId: "",
          eventName: "Trial",
          mode: "deferred",
        }),
    ],
    [
      "a change of the customer",
      async ({ customerExternalId, email }) => {
        const [{ id }] = await call("GET", `/customers?externalId=${customerExternalId}`);
        return call("PATCH", `/customers/${id}`, { email });
      },
    ],
  ];

  it.each(ways)("by %s holds what was earned before, once (A18)", async (_, tell) => {
    const { email, linkId } = await begin();
    const { invoiceId, customerExternalId } = await sell(linkId);
    expect(await commissionOf(invoiceId)).toMatchObject({ ...pending, signals: [] });
    await tell({ customerExternalId, email });
    const { id, ...after } = await commissionOf(invoiceId);
    expect(after).toMatchObject({ ...held, signals: ["email"] });
    // Who has decided with this evidence is not asked again.
    await call("PATCH", `/commissions/${id}`, { status: "pending", note: "They buy for their shop." });
    await tell({ customerExternalId, email: email.replace("@", "+2@") });
    expect(await commissionOf(invoiceId)).toMatchObject({ ...pending, signals: ["email"] });
  });

  it("of the partner's holds it as well: of the partner, or of their PayPal account (A18)", async () => {
    const { partner, linkId } = await begin();
    const [address, account] = [`${unique("grace")}@mail.test`, `${unique("pay")}@mail.test`];
    const one = await sell(linkId, { customerEmail: address });
    const two = await sell(linkId, { customerEmail: account });
    const honest = await sell(linkId, { customerEmail: `${unique("buyer")}@mail.test` });
    await call("PATCH", `/partners/${partner.id}`, { email: address });
    await call("PUT", `/partners/${partner.id}/payout-method`, { method: "paypal", paypalEmail: account });
    expect(await commissionOf(one.invoiceId)).toMatchObject({ ...held, signals: ["email"] });
    expect(await commissionOf(two.invoiceId)).toMatchObject({ ...held, signals: ["payout"] });
    expect(await commissionOf(honest.invoiceId)).toMatchObject({ ...pending, signals: [] });
  });

  it("takes the commission out of a pending payout, and only marks one that is paid (A18)", async () => {
    const { partner, email, linkId } = await begin();
    await call("PATCH", "/program", { holdingPeriodDays: 0, minPayoutAmount: 0 });
    await call("PUT", `/partners/${partner.id}/payout-method`, { method: "paypal", paypalEmail: "x@pay.test" });
    const paid = await sell(linkId);
    const first = await call("POST", "/payouts", { partnerId: partner.id });
    for (const status of ["processing", "completed"]) await call("PATCH", `/payouts/${first.id}`, { status });
    const waiting = await sell(linkId);
    const other = await sell(linkId);
    const second = await call("POST", "/payouts", { partnerId: partner.id });
    expect(second.amount).toBe(2000);
    for (const { customerExternalId } of [paid, waiting]) {
      const [{ id }] = await call("GET", `/customers?externalId=${customerExternalId}`);
      await call("PATCH", `/customers/${id}`, { email });
    }
    expect(await commissionOf(paid.invoiceId)).toMatchObject({ status: "paid", signals: ["email"] });
    expect(await commissionOf(waiting.invoiceId)).toMatchObject({ ...held, signals: ["email"] });
    expect(await commissionOf(other.invoiceId)).toMatchObject({ status: "processed", signals: [] });
    const payouts = await call<any[]>("GET", `/payouts?partnerId=${partner.id}`);
    expect(payouts.find(({ id }) => id === second.id)).toMatchObject({ status: "pending", amount: 1000 });
  });

  it.each([
    ["in full-width letters", (name: string) => `\uff41${name.slice(1)}@gmail.com`],
    ["at Gmail's other host", (name: string) => `${name}+shop@googlemail.com`],
  ])("is the partner's mailbox %s too (A12, A18)", async (_, formOf) => {
    const { partner, linkId } = await begin();
    const name = unique("a.d.a");
    await call("PATCH", `/partners/${partner.id}`, { email: `${name}@gmail.com` });
    const { invoiceId, customerExternalId } = await sell(linkId);
    const [{ id }] = await call("GET", `/customers?externalId=${customerExternalId}`);
    await call("PATCH", `/customers/${id}`, { email: formOf(name) });
    expect(await commissionOf(invoiceId)).toMatchObject({ ...held, signals: ["email"] });
  });

  it("stays a sign once it was one: another address later ends nothing (A12)", async () => {
    const { partner, email, linkId } = await begin();
    const { customerExternalId } = await sell(linkId, { customerEmail: email });
    const [{ id }] = await call("GET", `/customers?externalId=${customerExternalId}`);
    await call("PATCH", `/customers/${id}`, { email: "other@mail.test" });
    const account = { method: "paypal", paypalEmail: "other@mail.test" };
    await call("PUT", `/partners/${partner.id}/payout-method`, account);
    await call("PUT", `/partners/${partner.id}/payout-method`, { ...account, paypalEmail: "third@mail.test" });
    const invoiceId = unique("later");
    await call("POST", "/track/sale", { customerExternalId, amount: 5000, invoiceId });
    expect(await commissionOf(invoiceId)).toMatchObject({ ...held, signals: ["email", "payout"] });
  });

  it("is marked and paid where the program allows partners' own purchases (A13)", async () => {
    const { email, linkId } = await begin();
    await call("PATCH", "/program", { selfReferral: "allow" });
    const { invoiceId, customerExternalId } = await sell(linkId);
    const [{ id }] = await call("GET", `/customers?externalId=${customerExternalId}`);
    await call("PATCH", `/customers/${id}`, { email });
    await call("PATCH", "/program", { selfReferral: "hold" });
    expect(await commissionOf(invoiceId)).toMatchObject({ ...pending, signals: ["email"] });
  });
});

describe("a click from the address that uses the partner's dashboard, by another browser", () => {
  const seen = async (partnerId: string, visitor: string, address: string): Promise<void> => {
    const { id } = await service.store.db
      .selectFrom("enrollments")
      .select("id")
      .where("partner_id", "=", partnerId)
      .executeTakeFirstOrThrow();
    const at = new Date(service.clock.now());
    await service.store.db
      .insertInto("embed_visitors")
      .values({ enrollment_id: id, visitor, address, seen_at: at })
      .execute();
  };

  it("marks the commission, and holds it where the group says so; the same browser holds it always (A12, A13)", async () => {
    const { partner, groupId, linkId } = await begin();
    await seen(partner.id, "own-browser", "office");
    const marked = await sell(linkId, {}, { visitor: "other-browser", address: "office" });
    expect(await commissionOf(marked.invoiceId)).toMatchObject({ ...pending, signals: ["address"] });
    await call("PATCH", `/groups/${groupId}`, { sameAddress: "hold" });
    const waiting = await sell(linkId, {}, { visitor: "other-browser", address: "office" });
    expect(await commissionOf(waiting.invoiceId)).toMatchObject({ ...held, signals: ["address"] });
    await call("PATCH", `/groups/${groupId}`, { sameAddress: "mark" });
    const own = await sell(linkId, {}, { visitor: "own-browser", address: "office" });
    expect(await commissionOf(own.invoiceId)).toMatchObject({ ...held, signals: ["visitor"] });
    const far = await sell(linkId, {}, { visitor: "other-browser", address: "elsewhere" });
    expect(await commissionOf(far.invoiceId)).toMatchObject({ ...pending, signals: [] });
  });
});
