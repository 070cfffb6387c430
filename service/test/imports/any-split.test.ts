import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { casesHere } from "../property-runs.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const sales = fc.array(
  fc.record({
    customer: fc.nat(2),
    day: fc.nat(200),
    amount: fc.integer({ min: 1, max: 100_000 }),
    /** In per cent of the amount. */
    rate: fc.nat(100),
    status: fc.constantFrom("pending", "paid"),
    payoutReference: fc.constantFrom(undefined, "p1", "p2"),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Imports items into a workspace of their own in these portions, and answers every figure that comes of them. */
async function figuresOf(portions: readonly (readonly object[])[], atOnce = false): Promise<unknown> {
  const { apiKey: key, workspaceId } = await service.createWorkspace();
  const post = async (path: string, body: unknown): Promise<any> =>
    (await service.request("POST", path, { body, key })).body;
  await post(
    "/partners/bulk",
    [0, 1, 2].map((who) => ({ email: `p${who}@mail.test`, createdAt: "2024-01-01" })),
  );
  for (const portion of portions) {
    const said = async (): Promise<string[]> =>
      (await post("/commissions/bulk", portion)).map(({ outcome }: { outcome: string }) => outcome);
    const both = await Promise.all(atOnce ? [said(), said()] : [said()]);
    expect(both.flat()).not.toContain("refused");
  }
  const of = (table: "sale_events" | "lead_events" | "commissions" | "payouts" | "customers") =>
    service.store.db.selectFrom(table).where("workspace_id", "=", workspaceId);
  const db = service.store.db;
  return {
    sales: await of("sale_events").select(["invoice_id", "at", "is_first", "amount"]).orderBy("invoice_id").execute(),
    leads: await db
      .selectFrom("lead_events as l")
      .innerJoin("customers as c", "c.id", "l.customer_id")
      .where("l.workspace_id", "=", workspaceId)
      .select(["c.external_id", "l.at"])
      .orderBy("c.external_id")
      .execute(),
    commissions: await of("commissions")
      .select(["invoice_id", "earnings", "status", "payable_at", "paid_at", "created_at"])
      .orderBy("invoice_id")
      .execute(),
    payouts: await db
      .selectFrom("payouts as o")
      .innerJoin("partners as p", "p.id", "o.partner_id")
      .where("o.workspace_id", "=", workspaceId)
      .select(["p.email", "o.reference", "o.amount", "o.status", "o.paid_at", "o.period_start", "o.period_end"])
      .orderBy("p.email")
      .orderBy("o.reference")
      .execute(),
    customers: await of("customers")
      .select(["external_id", "sales", "sale_amount", "first_sale_at", "created_at", "bound_at"])
      .orderBy("external_id")
      .execute(),
    hours: await db
      .selectFrom("program_hours")
      .where("workspace_id", "=", workspaceId)
      .where((eb) =>
        eb.or(["leads", "conversions", "sales", "sale_amount"].map((name) => eb(name as "leads", "<>", 0))),
      )
      .select(["hour", "leads", "conversions", "sales", "sale_amount"])
      .orderBy("hour")
      .execute(),
  };
}

/** Items in an order that the keys decide. */
function shuffled<T>(items: readonly T[], keys: readonly number[]): T[] {
  return items
    .map((item, index) => ({ item, key: keys[index % Math.max(1, keys.length)] ?? index }))
    .sort((a, b) => ((a.key * 7919) % 101) - ((b.key * 7919) % 101))
    .map(({ item }) => item);
}

function portionsOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

it("a file in any order of its rows, split over several runs and repeated, gives the same figures", async () => {
  const cases = fc.tuple(sales, fc.array(fc.nat()), fc.integer({ min: 1, max: 3 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(cases, async ([rows, keys, size, again]) => {
      const items = rows.map(({ customer, day, rate, ...row }, index) => ({
        ...row,
        earnings: Math.floor((row.amount * rate) / 100),
        invoiceId: `in-${index}`,
        customer: { externalId: `c${customer}` },
        partnerEmail: `p${customer}@mail.test`,
        // Two sales of a moment: which of them is the first is nobody's business.
        date: new Date(Date.UTC(2024, 1, 1 + day, index)).toISOString(),
        paidAt: row.status === "paid" ? new Date(Date.UTC(2024, 9, 1 + (day % 20))).toISOString() : undefined,
      }));
      const portions = portionsOf(shuffled(items, keys), size);
      const ordered = await figuresOf([items]);
      expect(await figuresOf(again ? [...portions, ...portions] : portions)).toEqual(ordered);
    }),
    { numRuns: casesHere(15) },
  );
  await expectSound(service);
});

it("two exports, of which the later one says what was paid since, end alike in any order, repeated and at once", async () => {
  const cases = fc.tuple(sales, fc.array(fc.nat()), fc.integer({ min: 1, max: 3 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(cases, async ([rows, keys, size, atOnce]) => {
      const later = rows.map(({ customer, day, rate, status, payoutReference, ...row }, index) => {
        const date = Date.UTC(2024, 1, 1 + day, index);
        const paid = { status, paidAt: new Date(date + 40 * 86_400_000).toISOString(), payoutReference };
        return {
          ...row,
          earnings: Math.floor((row.amount * rate) / 100),
          invoiceId: `in-${index}`,
          customer: { externalId: `c${customer}` },
          partnerEmail: `p${customer}@mail.test`,
          date: new Date(date).toISOString(),
          ...(status === "paid" && paid),
        };
      });
      const earlier = later.map((row) => ({
        ...row,
        status: undefined,
        paidAt: undefined,
        payoutReference: undefined,
      }));
      const ordered = await figuresOf([earlier, later]);
      expect(await figuresOf([later])).toEqual(ordered);
      const half = later.slice(0, Math.ceil(later.length / 2));
      const portions = portionsOf(shuffled([...earlier, ...later, ...half], keys), size);
      expect(await figuresOf(portions, atOnce)).toEqual(ordered);
    }),
    { numRuns: casesHere(15) },
  );
  await expectSound(service);
});
