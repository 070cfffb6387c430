import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ahead, inTransaction, takenBack } from "../../src/domain/transaction.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

let made = 0;

/** A partner with a customer who bought 450 times. The copies of the first commission have no sales, so nobody verifies this store. */
async function buyOften() {
  made += 1;
  const partner = await service.createPartner({ email: `often${made}@mail.test` });
  const clickId = await storeClick(service, partner.links?.[0]?.id ?? "");
  const customerExternalId = `often-${made}`;
  await service.request("POST", "/track/sale", {
    body: { clickId, customerExternalId, amount: 1000, invoiceId: `in-${made}` },
  });
  await sql`
    INSERT INTO commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, event_id, customer_id, link_id, reward_id, reward,
      amount, gross_earnings, earnings, currency, status, payable_at, created_at, updated_at)
    SELECT c.id || n, workspace_id, program_id, enrollment_id, partner_id, type, event_id || n, customer_id, link_id, reward_id, reward,
      amount, gross_earnings, earnings, currency, status, payable_at, created_at, updated_at
    FROM commissions c, generate_series(1, 449) n WHERE partner_id = ${partner.id}`.execute(service.store.db);
  return { partnerId: partner.id, customerExternalId, own: `often${made}+shop@mail.test` };
}

/** How many commissions of a partner each transaction wrote, and how they stand. */
async function written(partnerId: string) {
  const { rows } = await sql<{ status: string; rows: number }>`
    SELECT status, count(*)::integer AS rows FROM commissions WHERE partner_id = ${partnerId} GROUP BY xmin::text, status ORDER BY rows DESC`.execute(
    service.store.db,
  );
  return rows;
}

describe("a customer who bought often and turns out to be the partner", () => {
  const tell = (customerExternalId: string, body: object) =>
    service.request("PATCH", `/customers/ext_${customerExternalId}`, { body });

  it("has commissions held 200 at a time, so that others get in between, and all are held with the answer (A18)", async () => {
    const { partnerId, customerExternalId, own } = await buyOften();
    expect((await tell(customerExternalId, { email: own })).status).toBe(200);
    expect(await written(partnerId)).toEqual([200, 200, 50].map((rows) => ({ status: "hold", rows })));
  });

  interface Told {
    partnerId: string;
    customerExternalId: string;
    /** The partner's own address, and another one that the customer has. */
    own: string;
    other: string;
  }
  const ways: [string, (told: Told) => [string, string, object]][] = [
    [
      "a sale",
      ({ customerExternalId, own }) => [
        "POST",
        "/track/sale",
        { customerExternalId, customerEmail: own, amount: 500, invoiceId: `late-${made}` },
      ],
    ],
    [
      "the account that PayPal pays",
      ({ partnerId, other }) => [
        "PUT",
        `/partners/${partnerId}/payout-method`,
        { method: "paypal", paypalEmail: other },
      ],
    ],
    ["the partner's new address", ({ partnerId, other }) => ["PATCH", `/partners/${partnerId}`, { email: other }]],
  ];

  it.each(ways)("is found by %s, with an Idempotency-Key as well (A18)", async (_, by) => {
    const { partnerId, customerExternalId, own } = await buyOften();
    const other = `other${made}@mail.test`;
    await tell(customerExternalId, { email: other });
    const [method, path, body] = by({ partnerId, customerExternalId, own, other });
    const answer = await service.request(method, path, { body, headers: { "idempotency-key": `once-${made}` } });
    expect(answer.status).toBeLessThan(300);
    const rows = await written(partnerId);
    expect(rows.every(({ status }) => status === "hold")).toBe(true);
    expect(rows.slice(0, 3).map((group) => group.rows)).toEqual([200, 200, 50]);
  });

  it("leaves the payout that waits for them, which is canceled once none is left (C3, P5)", async () => {
    const { partnerId, customerExternalId, own } = await buyOften();
    service.clock.advance(31 * dayMs);
    const { body: payout } = await service.request("POST", "/payouts", { body: { partnerId } });
    expect(payout).toMatchObject({ status: "pending", amount: 450 * 250 });
    await tell(customerExternalId, { email: own });
    expect((await written(partnerId)).every(({ status }) => status === "hold")).toBe(true);
    const { body: after } = await service.request("GET", `/payouts?partnerId=${partnerId}`);
    expect(after).toMatchObject([{ id: payout.id, status: "canceled" }]);
    const stats = service.store.db.selectFrom("enrollment_stats").where("partner_id", "=", partnerId);
    expect(await stats.select(["held_commissions", "processed_commissions"]).executeTakeFirst()).toEqual({
      held_commissions: 450 * 250,
      processed_commissions: 0,
    });
  });

  it("says once what commissions that change alike have in common: everybody waits while they are written", async () => {
    const { partnerId } = await buyOften();
    const asked = vi.spyOn(Client.prototype, "query");
    expect((await service.request("POST", "/partners/ban", { body: { partnerId, reason: "fraud" } })).status).toBe(200);
    const texts = asked.mock.calls.flatMap((given: unknown[]) => {
      const [text, values] = given as [string | { values?: unknown[] }, unknown[]?];
      return (typeof text === "string" ? values : text.values)?.filter((value) => typeof value === "string") ?? [];
    });
    asked.mockRestore();
    expect((await written(partnerId)).map(({ status }) => status)).toEqual(["canceled"]);
    expect(texts.join("").length).toBeLessThan(20_000);
  });

  it("keeps all commissions as they are when the change is refused", async () => {
    const taken = await buyOften();
    const { partnerId, customerExternalId, own } = await buyOften();
    expect((await tell(customerExternalId, { email: own, externalId: taken.customerExternalId })).status).toBe(409);
    expect((await written(partnerId)).map(({ status }) => status)).toEqual(["pending", "pending"]);
  });
});

describe("what goes ahead of a transaction", () => {
  /** Counts what ran: the transaction's work, and what goes ahead of it. */
  async function ranIn(run: typeof inTransaction): Promise<{ work: number; before: number }> {
    const ran = { work: 0, before: 0 };
    await run(service.ctx(), async (ctx) => {
      ran.work += 1;
      await inTransaction(ctx, async (ctx) => {
        for (const name of ["one", "other"]) ahead(ctx, name, async () => void (ran.before += 1));
      });
    });
    return ran;
  }

  it("is done once for each name, and the transaction begins again", async () => {
    expect(await ranIn(inTransaction)).toEqual({ work: 3, before: 2 });
  });

  it("is not done for a transaction that is taken back", async () => {
    expect(await ranIn(takenBack)).toEqual({ work: 1, before: 0 });
  });
});
