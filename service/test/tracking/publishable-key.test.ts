import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Commission, Customer, Partner } from "referrals-embed/contract";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World, type WorldRewards } from "../properties/world.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let clickId: string;
beforeAll(async () => {
  service = await createTestService();
  const partner = await service.createPartner({ tenantId: "secret-tenant" });
  clickId = await storeClick(service, partner.links![0]!.id);
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const known = { customerExternalId: "known", customerName: "Ann Secret", customerEmail: "ann@secret.test" };
const browser = (path: string, body: object) =>
  service.request("POST", `/track/${path}/client`, { key: service.publishableKey, body });
const server = (path: string, body: object) => service.request("POST", `/track/${path}`, { body });
const stored = async () => (await service.request("GET", "/customers/ext_known")).body;

describe("the publishable key, which anybody can read (K12)", () => {
  it("answers nothing that is stored of a known customer, their sale or their lead (T5)", async () => {
    const metadata = { note: "secret plan" };
    const sale = { ...known, clickId, amount: 4900, invoiceId: "in_known", eventName: "Secret sale", metadata };
    await server("sale", sale);
    await server("lead", { ...known, clickId, eventName: "Sign up" });
    const thief = { customerExternalId: "known" };
    const answers = [
      await browser("sale", { ...thief, amount: 0 }),
      await browser("sale", { ...thief, amount: 4900, invoiceId: "in_known" }),
      await browser("sale", { ...thief, amount: 100 }),
      await browser("lead", { ...thief, clickId: "", eventName: "Sign up" }),
      await browser("lead", { ...thief, clickId: "", eventName: "Another" }),
      await browser("lead", { ...thief, clickId, eventName: "Later", mode: "deferred" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).not.toMatch(/secret|cus_|link_|pn_/i);
    expect(answers[3]!.body.click.id).toBe("");
  });

  it("changes no name, email or avatar of a known customer (T5)", async () => {
    const before = await stored();
    const lies = { customerName: "Eve", customerEmail: "eve@evil.test", customerAvatar: "https://evil.test/a.png" };
    await browser("lead", { ...lies, customerExternalId: "known", clickId: "", eventName: "Lie" });
    await browser("lead", { ...lies, customerExternalId: "known", clickId, eventName: "Lie", mode: "deferred" });
    await browser("sale", { ...lies, customerExternalId: "known", amount: 100 });
    const { name, email, avatar } = before;
    expect(await stored()).toMatchObject({ name, email, avatar });
  });
});

/** A workspace with two partners, a click of each, and calls with its two keys. */
async function begin(rewards: WorldRewards = { sale: { rateBp: 2500 } }) {
  const world = await createWorld(service, rewards, 2);
  const [one, two] = world.members as [World["members"][number], World["members"][number]];
  const clicks = [await storeClick(service, one.linkId), await storeClick(service, two.linkId)] as const;
  const call = (key: string) => (method: string, path: string, body?: object) =>
    service.request(method, path, { key, ...(body && { body }) });
  const owner = call(world.apiKey);
  return {
    world,
    one,
    two,
    clicks,
    owner,
    page: (path: string, body: object) => call(world.publishableKey)("POST", `/track/${path}/client`, body),
    server: (path: string, body: object) => owner("POST", `/track/${path}`, body),
    commissions: async () => (await owner("GET", "/commissions")).body as Commission[],
    figures: async () => (await owner("GET", "/partners?sortBy=createdAt&sortOrder=asc")).body.map(figuresOf),
    sums: async (enrollmentId: string) =>
      world.ctx.db
        .selectFrom("enrollment_stats")
        .select(["pending_commissions as pending", "held_commissions as held"])
        .where("enrollment_id", "=", enrollmentId)
        .executeTakeFirstOrThrow(),
  };
}

const figuresOf = ({ totalLeads, totalConversions, totalSales, totalSaleAmount }: Partner): number[] => [
  totalLeads,
  totalConversions,
  totalSales,
  totalSaleAmount,
];
const none = [0, 0, 0, 0];

describe("a sale that a page reports", () => {
  it("waits on hold with 0 earnings and the reason `unverified`, and counts nowhere (V16)", async () => {
    const { page, clicks, commissions, figures, sums, one, owner } = await begin();
    const sale = { customerExternalId: "buyer", customerEmail: "b@mail.test", clickId: clicks[0], amount: 10 ** 8 };
    const { status, body } = await page("sale", { ...sale, invoiceId: "in_1", metadata: { plan: "pro" } });
    expect([status, body]).toEqual([
      200,
      {
        eventName: "Purchase",
        customer: null,
        sale: {
          amount: 10 ** 8,
          currency: "usd",
          paymentProcessor: "custom",
          invoiceId: "in_1",
          metadata: { plan: "pro" },
          holdReason: "unverified",
        },
      },
    ]);
    const held = { type: "sale", status: "hold", amount: 10 ** 8, earnings: 0, invoiceId: "in_1", payableAt: null };
    expect(await commissions()).toMatchObject([
      { ...held, customer: null, metadata: { plan: "pro", customerExternalId: "buyer" } },
    ]);
    expect(await figures()).toEqual([none, none]);
    expect(await sums(one.enrollmentId)).toEqual({ pending: 0, held: 0 });
    expect((await owner("GET", "/customers")).body).toEqual([]);
    expect((await owner("GET", "/analytics?event=sales&interval=all")).body).toMatchObject({ sales: 0, saleAmount: 0 });
    const { publicToken } = (await owner("POST", "/tokens/embed/referrals", { partnerId: one.partnerId })).body;
    const shown = await service.request("GET", "/embed/referrals/earnings", { key: publicToken });
    expect(shown.body.data).toMatchObject([{ status: "hold", statusReason: "unverified", earnings: null }]);
  });

  it("gives way to the server's sale of the invoice: its amount, currency and customer, and the same commission (V16)", async () => {
    const { page, server, clicks, commissions, figures } = await begin();
    const reported = { customerExternalId: "buyer", clickId: clicks[0], amount: 10 ** 8, invoiceId: "in_1" };
    await page("sale", reported);
    const [held] = await commissions();
    const said = { customerExternalId: "buyer", clickId: clicks[0], amount: 4900, invoiceId: "in_1" };
    expect((await server("sale", said)).body.sale).toMatchObject({ amount: 4900, currency: "usd" });
    expect(await commissions()).toMatchObject([{ id: held!.id, status: "pending", amount: 4900, earnings: 1225 }]);
    expect(await figures()).toEqual([[1, 1, 1, 4900], none]);
    expect((await page("sale", reported)).body.sale.amount).toBe(10 ** 8);
    expect((await commissions()).length).toBe(1);
  });

  it("names the partner where the server sends invoice and customer without a click (V16)", async () => {
    const { page, server, clicks, commissions, figures } = await begin();
    await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 1, invoiceId: "in_1" });
    await server("sale", { customerExternalId: "ext_buyer", amount: 4900, invoiceId: "in_1" });
    expect(await commissions()).toMatchObject([
      { status: "pending", earnings: 1225, customer: { externalId: "ext_buyer" } },
    ]);
    expect(await figures()).toEqual([[1, 1, 1, 4900], none]);
  });

  it("goes when the server names another customer or another partner's click (V16)", async () => {
    const { page, server, clicks, commissions, figures, one, two } = await begin();
    for (const invoiceId of ["in_1", "in_2"]) {
      await page("sale", { customerExternalId: "thief", clickId: clicks[0], amount: 900, invoiceId });
    }
    expect(
      (await server("sale", { customerExternalId: "buyer", amount: 4900, invoiceId: "in_1" })).body.sale,
    ).toBeNull();
    await server("sale", { customerExternalId: "buyer", clickId: clicks[1], amount: 4900, invoiceId: "in_2" });
    expect(await commissions()).toMatchObject([{ status: "pending", earnings: 1225, partner: { id: two.partnerId } }]);
    expect(await figures()).toEqual([none, [1, 1, 1, 4900]]);
    expect(one.partnerId).not.toBe(two.partnerId);
  });

  it("two partners reported for one invoice wait on with the server's amount until it names a click (V16)", async () => {
    const { page, server, clicks, commissions } = await begin();
    const sale = { customerExternalId: "buyer", invoiceId: "in_1" };
    for (const clickId of [...clicks, ...clicks]) await page("sale", { ...sale, clickId, amount: 10 ** 8 });
    expect((await server("sale", { ...sale, amount: 4900 })).body.sale).toBeNull();
    expect((await commissions()).map(({ status, amount }) => [status, amount])).toEqual([
      ["hold", 4900],
      ["hold", 4900],
    ]);
    await server("sale", { ...sale, clickId: clicks[1], amount: 4900 });
    expect(await commissions()).toMatchObject([{ status: "pending", earnings: 1225 }]);
  });

  it("is answered alike, whatever is stored: an invoice, a customer, a lead, or none (V16)", async () => {
    const { page, server, clicks, figures } = await begin();
    const click = { clickId: clicks[0] };
    await server("sale", {
      ...click,
      customerExternalId: "known",
      customerName: "Ann",
      amount: 4900,
      invoiceId: "in_known",
    });
    await server("lead", { ...click, customerExternalId: "known", eventName: "Trial" });
    const before = await figures();
    const answers: object[] = [];
    for (const customerExternalId of ["known", "unknown"])
      for (const invoiceId of ["in_known", "in_unknown"])
        for (const clickId of [clicks[0], ""])
          for (const leadEventName of ["Trial", "Never"])
            answers.push(
              await page("sale", { customerExternalId, invoiceId, clickId, leadEventName, amount: 77 }).then(
                ({ status, body }) => ({ status, body: JSON.stringify(body).replace("in_known", "in_unknown") }),
              ),
            );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await figures()).toEqual(before);
    const again = { ...click, customerExternalId: "known", amount: 4900, invoiceId: "in_known" };
    expect((await server("sale", again)).status).toBe(200);
    expect((await server("refund", { invoiceId: "in_unknown" })).status).toBe(404);
  });

  it("is confirmed by hand: its commission becomes pending, as of the day it was reported (V16)", async () => {
    const { page, owner, clicks, commissions, figures } = await begin();
    await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 4900, invoiceId: "in_1" });
    await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 900 });
    const reportedAt = new Date(service.clock.now()).toISOString();
    service.clock.advance(100 * dayMs);
    const ids = (await commissions()).map(({ id }) => id);
    const confirm = { commissionIds: ids, status: "pending" };
    expect((await owner("PATCH", "/commissions/bulk", { ...confirm, from: "fraud" })).status).toBe(409);
    expect((await owner("PATCH", "/commissions/bulk", { ...confirm, from: "hold" })).body).toEqual(
      ids.map((id) => ({ id, status: "pending", holdReason: null })),
    );
    expect(await commissions()).toMatchObject(
      ids.map((id) => ({ id, createdAt: reportedAt, customer: { externalId: "buyer" } })),
    );
    expect((await commissions()).map(({ earnings }) => earnings).sort()).toEqual([1225, 225]);
    expect(await figures()).toEqual([[1, 1, 2, 5800], none]);
    expect((await owner("POST", "/track/refund", { invoiceId: "in_1" })).status).toBe(200);
  });

  it("is refused by hand, can be taken back, and is then the sale it was (V16)", async () => {
    const { page, owner, clicks, commissions, figures } = await begin();
    await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 4900, invoiceId: "in_1" });
    const [{ id }] = (await commissions()) as [Commission];
    const set = (patch: object) => owner("PATCH", `/commissions/${id}`, patch);
    expect((await set({ earnings: 10 ** 6 })).status).toBe(409);
    expect((await set({ status: "fraud" })).body).toMatchObject({ status: "fraud", earnings: 0 });
    expect(await figures()).toEqual([none, none]);
    expect((await set({ status: "pending" })).body).toMatchObject({ id, status: "pending", earnings: 1225 });
    expect(await figures()).toEqual([[1, 1, 1, 4900], none]);
  });

  it("is worth what its sale earns once confirmed, whatever it was corrected to while it was void (V16, I41)", async () => {
    const { page, owner, clicks, commissions } = await begin();
    await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 4900, invoiceId: "in_1" });
    const [{ id }] = (await commissions()) as [Commission];
    const set = (patch: object) => owner("PATCH", `/commissions/${id}`, patch);
    await set({ status: "fraud" });
    expect((await set({ earnings: 700 })).status).toBe(200);
    expect((await set({ status: "pending" })).body).toMatchObject({ id, status: "pending", earnings: 1225 });
    await expectSound(service);
    expect((await set({ earnings: 900 })).body).toMatchObject({ id, earnings: 900 });
    await expectSound(service);
  });

  it("cannot be confirmed where the customer turned out to be another partner's (V16)", async () => {
    const { page, server, owner, clicks, commissions, figures } = await begin();
    await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 4900 });
    await server("lead", { customerExternalId: "buyer", clickId: clicks[1], eventName: "Sign up" });
    const [{ id }] = (await commissions()) as [Commission];
    const before = await figures();
    expect((await owner("PATCH", `/commissions/${id}`, { status: "pending" })).status).toBe(409);
    expect(await figures()).toEqual(before);
    expect(await commissions()).toMatchObject([{ id, status: "hold" }]);
  });

  it("takes nothing of a cap and is nobody's first sale commission (V16)", async () => {
    const rewards = { sale: { rateBp: 2500, cap: 1500 }, referral: { flat: 500 } };
    const { page, server, clicks, commissions } = await begin(rewards);
    for (const invoiceId of ["a", "b", "c"]) {
      await page("sale", { customerExternalId: "buyer", clickId: clicks[1], amount: 10 ** 12, invoiceId });
    }
    await server("sale", { customerExternalId: "buyer", clickId: clicks[1], amount: 4900, invoiceId: "in_1" });
    const pending = (await commissions()).filter(({ status }) => status === "pending");
    expect(pending.map(({ type, earnings }) => [type, earnings]).sort()).toEqual([
      ["referral", 500],
      ["sale", 1225],
    ]);
  });

  it("is canceled by a ban, held again by its end, and gone when the server sends it meanwhile (V16, C20)", async () => {
    const { page, server, owner, one, clicks, commissions } = await begin();
    for (const invoiceId of ["in_1", "in_2"]) {
      await page("sale", { customerExternalId: "buyer", clickId: clicks[0], amount: 4900, invoiceId });
    }
    const { partnerId } = one;
    await owner("POST", "/partners/ban", { partnerId, reason: "fraud" });
    expect((await commissions()).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
    await server("sale", { customerExternalId: "other", clickId: clicks[1], amount: 4900, invoiceId: "in_2" });
    await owner("POST", "/partners/unban", { partnerId });
    const left = (await commissions()).map(({ status, invoiceId }) => [invoiceId, status]);
    expect(left.sort()).toEqual([
      ["in_1", "hold"],
      ["in_2", "pending"],
    ]);
  });

  it("is forgotten with its customer (V16, Y4)", async () => {
    const { page, server, owner, clicks, commissions, world } = await begin();
    await server("lead", { customerExternalId: "buyer", clickId: clicks[0], eventName: "Sign up" });
    await page("sale", { customerExternalId: "buyer", customerEmail: "marker@mail.test", amount: 4900 });
    expect((await commissions()).length).toBe(1);
    expect((await owner("DELETE", "/customers/ext_buyer")).status).toBe(200);
    expect(await commissions()).toEqual([]);
    const kept = await world.ctx.db.selectFrom("unverified_sales").select("input").execute();
    expect(JSON.stringify(kept)).not.toContain("marker");
  });
});

describe("a customer whom a page names", () => {
  const customers = async ({ owner }: Awaited<ReturnType<typeof begin>>) =>
    (await owner("GET", "/customers?includeExpandedFields=true")).body as Customer[];

  it("is not taken from the server: one it made without a partner stays without (A16)", async () => {
    const its = await begin();
    const { page, server, owner, clicks, figures, commissions } = its;
    await owner("POST", "/customers", { externalId: "known" });
    for (const mode of ["deferred", "wait"])
      expect(
        (await page("lead", { customerExternalId: "known", clickId: clicks[0], eventName: "Sign up", mode })).status,
      ).toBe(200);
    await page("sale", { customerExternalId: "known", clickId: clicks[0], amount: 900 });
    expect((await server("sale", { customerExternalId: "known", amount: 4900 })).status).toBe(200);
    expect(await customers(its)).toMatchObject([{ externalId: "known", partner: null }]);
    expect(await figures()).toEqual([none, none]);
    expect(await commissions()).toEqual([]);
    await server("lead", { customerExternalId: "known", clickId: clicks[1], eventName: "Sign up" });
    expect(await figures()).toEqual([none, [1, 0, 0, 0]]);
  });

  it("is the partner's whose click the server names, whatever a page said before (A16)", async () => {
    const its = await begin();
    const { page, server, clicks, two, figures, commissions } = its;
    for (const mode of ["deferred", "wait"])
      await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName: "Sign up", mode });
    await server("sale", { customerExternalId: "new", clickId: clicks[1], amount: 4900, invoiceId: "in_1" });
    expect(await customers(its)).toMatchObject([{ externalId: "new", partner: { id: two.partnerId } }]);
    await server("sale", { customerExternalId: "new", amount: 4900, invoiceId: "in_2" });
    expect((await commissions()).map(({ partner, earnings, status }) => [partner.id, earnings, status])).toEqual([
      [two.partnerId, 1225, "pending"],
      [two.partnerId, 1225, "pending"],
    ]);
    expect(await figures()).toEqual([
      [1, 0, 0, 0],
      [1, 1, 2, 9800],
    ]);
  });

  it("has sales on hold that the server sends without a click, until somebody names the partner (A16)", async () => {
    const { page, server, owner, clicks, figures, commissions } = await begin();
    await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName: "Sign up" });
    const sale = { customerExternalId: "new", invoiceId: "in_1" };
    const first = await server("sale", { ...sale, amount: 100 });
    expect(first.body).toMatchObject({ customer: { externalId: "new" }, sale: { amount: 100, invoiceId: "in_1" } });
    expect((await server("sale", { ...sale, amount: 4900 })).status).toBe(200);
    const [held] = (await commissions()) as [Commission];
    expect(await commissions()).toMatchObject([{ status: "hold", amount: 4900, earnings: 0 }]);
    expect(await figures()).toEqual([[1, 0, 0, 0], none]);
    expect((await server("refund", { invoiceId: "in_1" })).status).toBe(409);
    await owner("PATCH", `/commissions/${held.id}`, { status: "pending" });
    expect(await commissions()).toMatchObject([{ id: held.id, status: "pending", earnings: 1225 }]);
    await server("sale", { customerExternalId: "new", amount: 4900, invoiceId: "in_2" });
    expect((await commissions()).map(({ status }) => status)).toEqual(["pending", "pending"]);
    expect((await server("refund", { invoiceId: "in_1" })).status).toBe(200);
  });

  it("can be credited to another partner by hand (A16)", async () => {
    const its = await begin();
    const { page, owner, clicks, two } = its;
    await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName: "Sign up" });
    const sale = { amount: 4900, invoiceId: "in_1" };
    const credit = { type: "sale", partnerId: two.partnerId, customer: { externalId: "new" }, sale };
    expect((await owner("POST", "/commissions", credit)).status).toBe(202);
    expect(await customers(its)).toMatchObject([{ externalId: "new", partner: { id: two.partnerId } }]);
  });
});

describe("a lead that a page sends", () => {
  it("counts and earns nothing: its commission is on hold with 0 and takes nothing of the cap (A16)", async () => {
    const { page, server, clicks, figures, commissions } = await begin({ lead: { flat: 500, cap: 500 } });
    for (const eventName of ["One", "Two"]) {
      await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName, eventQuantity: 100 });
    }
    const held = { type: "lead", status: "hold", earnings: 0 };
    expect(await commissions()).toMatchObject([held, held]);
    await server("lead", { customerExternalId: "other", clickId: clicks[0], eventName: "One" });
    expect((await commissions()).filter(({ status }) => status === "pending")).toMatchObject([{ earnings: 500 }]);
    expect(await figures()).toEqual([[201, 0, 0, 0], none]);
  });

  it("is replaced by the server's same lead, with its click, quantity and commission (A16)", async () => {
    const { page, server, clicks, figures, commissions, two } = await begin({ lead: { flat: 500 } });
    await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName: "Sign up", eventQuantity: 100 });
    const lead = { customerExternalId: "new", clickId: clicks[1], eventName: "Sign up", eventQuantity: 2 };
    expect((await server("lead", lead)).body.link.partnerId).toBe(two.partnerId);
    expect((await server("lead", lead)).status).toBe(200);
    expect(await figures()).toEqual([none, [2, 0, 0, 0]]);
    expect(await commissions()).toMatchObject([{ status: "pending", earnings: 1000, partner: { id: two.partnerId } }]);
  });

  it("is confirmed by hand, and its customer's partner with it (A16)", async () => {
    const { page, server, owner, clicks, commissions } = await begin({ lead: { flat: 500 }, sale: { rateBp: 2500 } });
    await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName: "Sign up", eventQuantity: 2 });
    const [{ id }] = (await commissions()) as [Commission];
    const confirm = { commissionIds: [id], status: "pending" };
    expect((await owner("PATCH", "/commissions/bulk", { ...confirm, from: "fraud" })).status).toBe(409);
    expect((await owner("PATCH", "/commissions/bulk", { ...confirm, from: "hold" })).status).toBe(200);
    expect(await commissions()).toMatchObject([{ id, earnings: 1000 }]);
    await server("sale", { customerExternalId: "new", amount: 4900 });
    expect((await commissions()).map(({ status }) => status)).toEqual(["pending", "pending"]);
  });

  it("of a known customer takes no lead reward from their first sale (A16)", async () => {
    const { page, server, clicks, commissions } = await begin({ lead: { flat: 500 } });
    await page("lead", { customerExternalId: "new", clickId: clicks[0], eventName: "direct-sale" });
    await server("sale", { customerExternalId: "new", clickId: clicks[0], amount: 4900 });
    expect((await commissions()).map(({ status, earnings }) => [status, earnings]).sort()).toEqual([
      ["hold", 0],
      ["pending", 500],
    ]);
  });

  it("is answered alike, whoever is known and whatever they did (A16)", async () => {
    const { page, server, owner, clicks } = await begin();
    await server("lead", { customerExternalId: "bound", clickId: clicks[0], eventName: "Sign up" });
    await owner("POST", "/customers", { externalId: "made" });
    const answers: object[] = [];
    for (const clickId of ["", clicks[0]])
      for (const customerExternalId of ["bound", "made", "none"])
        for (const eventName of ["Sign up", "Other"]) {
          const { status, body } = await page("lead", { customerExternalId, clickId, eventName });
          answers.push({
            status,
            ...body,
            click: body.click.id === clickId,
            customer: { ...body.customer, externalId: "" },
          });
        }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});
