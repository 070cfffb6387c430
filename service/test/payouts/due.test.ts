import type { Partner, PayoutsDue } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
let key: string;
let buyers = 0;

beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const call = async (method: string, path: string, body?: object): Promise<any> =>
  (await service.request<any>(method, path, { key, ...(body && { body: body as never }) })).body;
const due = async (): Promise<[payouts: number, amount: number]> => {
  const { payouts, amount }: PayoutsDue = await call("GET", "/payouts/due");
  return [payouts, amount];
};

beforeEach(async () => {
  key = (await service.createWorkspace()).apiKey;
  await call("PATCH", "/program", { minPayoutAmount: 1000, holdingPeriodDays: 30 });
});

async function partnerOf(name: string, ...bonuses: number[]): Promise<Partner> {
  const partner: Partner = await call("POST", "/partners", { email: `${name}-${key.slice(-6)}@mail.test`, name });
  for (const amount of bonuses) await call("POST", "/commissions", { partnerId: partner.id, amount });
  return partner;
}

/** Collects all, and tells what was in no payout before. */
async function collected(): Promise<[payouts: number, amount: number]> {
  const sumOf = async (): Promise<number> => {
    const payouts: { amount: number }[] = await call("GET", "/payouts?status=pending");
    return payouts.reduce((sum, { amount }) => sum + amount, 0);
  };
  const before = await sumOf();
  const { payoutIds } = await call("POST", "/payouts/run", {});
  return [payoutIds.length, (await sumOf()) - before];
}

/** What is due, what a run then collects, and what is due after it. */
const around = async () => [await due(), await collected(), await due()];
const all = (payouts: number, amount: number) => [
  [payouts, amount],
  [payouts, amount],
  [0, 0],
];

describe("GET /payouts/due", () => {
  it("is nothing without a commission, in the program's currency", async () => {
    expect(await call("GET", "/payouts/due")).toEqual({
      amount: 0,
      payouts: 0,
      currency: "usd",
      asOf: new Date(service.clock.now()).toISOString(),
    });
  });

  it("is what a run collects: not what is below the minimum, negative, banned, deactivated or held", async () => {
    await partnerOf("paid", 2500);
    await partnerOf("enough", 400, 700, -100);
    await partnerOf("little", 999);
    await partnerOf("owing", -3000);
    const banned = await partnerOf("banned", 5000);
    await call("POST", "/partners/ban", { partnerId: banned.id, reason: "spam" });
    const gone = await partnerOf("deactivated", 6000);
    await call("POST", "/partners/deactivate", { partnerId: gone.id });
    const held = await partnerOf("held", 7000);
    const [commission] = await call("GET", `/commissions?partnerId=${held.id}`);
    await call("PATCH", `/commissions/${commission.id}`, { status: "hold" });
    const [payouts, amount] = await due();
    expect(await collected()).toEqual([payouts, amount]);
    // Whoever was deactivated is paid what they had earned.
    expect([payouts, amount]).toEqual([3, 9500]);
    expect(await due()).toEqual([0, 0]);
  });

  it("is of partners with an open payout what it would add", async () => {
    const partner = await partnerOf("open", 2500);
    expect(await around()).toEqual(all(1, 2500));
    await call("POST", "/commissions", { partnerId: partner.id, amount: 300 });
    expect(await around()).toEqual(all(1, 300));
    await call("POST", "/commissions", { partnerId: partner.id, amount: -200 });
    expect(await around()).toEqual(all(1, -200));
    // What would take the payout below the minimum waits.
    await call("POST", "/commissions", { partnerId: partner.id, amount: -2000 });
    expect(await around()).toEqual(all(0, 0));
  });

  it("has money from the moment its holding period is over", async () => {
    const partner = await partnerOf("seller");
    await call("POST", "/commissions", {
      type: "sale",
      partnerId: partner.id,
      customer: { externalId: `due-${(buyers += 1)}`, email: `due-${buyers}@buyer.test` },
      sale: { amount: 100_000, currency: "usd" },
    });
    const [{ earnings }] = await call("GET", `/commissions?partnerId=${partner.id}`);
    expect(earnings).toBeGreaterThan(1000);
    service.clock.advance(29 * dayMs);
    expect(await due()).toEqual([0, 0]);
    service.clock.advance(dayMs);
    expect(await around()).toEqual(all(1, earnings));
  });

  it("tells nothing of another workspace", async () => {
    await partnerOf("paid", 2500);
    const first = key;
    key = (await service.createWorkspace()).apiKey;
    expect(await due()).toEqual([0, 0]);
    key = first;
    expect(await due()).toEqual([1, 2500]);
  });

  it("is the same of more partners than one statement sums", async () => {
    const partner = await partnerOf("first", 2500);
    const copies = 1100;
    // Partners, enrollments and bonuses like the first, in one statement each.
    const copy = async (table: string, change: string, where: string): Promise<void> => {
      await service.store.pool.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, ${change})).* FROM ${table} t, generate_series(1, ${copies}) n
          WHERE ${where}`,
      );
    };
    const id = `'${partner.id}'`;
    const numbered = (column: string): string => `t.${column} || '-' || n`;
    await copy(
      "partners",
      `jsonb_build_object('id', ${numbered("id")}, 'email', n || t.email, 'email_key', n || t.email)`,
      `t.id = ${id}`,
    );
    const { rows } = await service.store.pool.query<{ id: string }>(
      "SELECT id FROM enrollments WHERE partner_id = $1",
      [partner.id],
    );
    await copy(
      "enrollments",
      `jsonb_build_object('id', ${numbered("id")}, 'partner_id', ${numbered("partner_id")})`,
      `t.partner_id = ${id}`,
    );
    await copy(
      "commissions",
      `jsonb_build_object('id', ${numbered("id")}, 'enrollment_id', ${numbered("enrollment_id")}, 'partner_id', ${numbered("partner_id")}, 'event_id', ${numbered("event_id")})`,
      `t.enrollment_id = '${rows[0]!.id}'`,
    );
    expect(await due()).toEqual([copies + 1, 2500 * (copies + 1)]);
  });
});
