import type { ImportOutcome, Partner } from "referrals-embed/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { reissuePayout } from "../../src/domain/payouts/reissue-payout.ts";
import { findSuspects, verifyData } from "../../src/domain/verify/verify-data.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
  service.clock.set("2026-01-20T12:00:00Z");
});

afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const past = "2025-03-10T08:30:00.000Z";
let count = 0;
const unique = (name: string): string => `${name}-${(count += 1)}`;

async function bulk(path: string, items: unknown[], key?: string): Promise<ImportOutcome[]> {
  const { status, body } = await service.request("POST", path, { body: items, ...(key !== undefined && { key }) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as ImportOutcome[];
}

const created = { outcome: "created", id: expect.any(String), error: null };
const unchanged = { outcome: "unchanged", id: null, error: null };

function conflict(message: string): object {
  return { outcome: "conflict", id: null, error: { code: "conflict", message: expect.stringContaining(message) } };
}

function refused(code: string, message: string): object {
  return { outcome: "refused", id: null, error: { code, message: expect.stringContaining(message) } };
}

async function partnerWith(item: object = {}): Promise<{ id: string; email: string }> {
  const email = `${unique("ada")}@mail.test`;
  const [answer] = await bulk("/partners/bulk", [{ email, ...item }]);
  expect(answer).toEqual(created);
  return { id: answer?.id ?? "", email };
}

function sale(item: object = {}): Record<string, unknown> {
  const customer = { externalId: unique("user") };
  return { invoiceId: unique("in"), customer, amount: 10_000, earnings: 2000, date: past, ...item };
}

const read = async (path: string): Promise<any> => (await service.request("GET", path)).body;

test("of calls for the same row at the same moment one says created and the others unchanged", async () => {
  const { email } = await partnerWith();
  const rows = [
    ["partners", { email: `${unique("same")}@mail.test`, links: [{ key: unique("same-link") }] }],
    ["partners", { email: `${unique("same")}@mail.test`, tenantId: unique("tenant") }],
    ["customers", { externalId: unique("user"), partnerEmail: email, createdAt: past }],
    ["customers", { externalId: unique("user"), createdAt: past }],
    ["commissions", sale({ partnerEmail: email })],
  ] as const;
  for (const [kind, item] of rows) {
    const calls = Array.from({ length: 8 }, () => service.request("POST", `/${kind}/bulk`, { body: [item] }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    const outcomes = answers.map(({ body }) => (body as ImportOutcome[])[0]);
    const said = outcomes.map((outcome) => outcome?.outcome).sort();
    expect(said, kind).toEqual(["created", ...Array.from({ length: 7 }, () => "unchanged")]);
    expect(new Set(outcomes.flatMap((outcome) => outcome?.id ?? [])).size, kind).toBe(1);
  }
});

test("rows of one customer in one call are imported one after the other", async () => {
  const { id } = await partnerWith();
  const customer = { externalId: unique("user"), name: "Grace" };
  const day = (date: string): object => sale({ partnerId: id, customer, date });
  const rows = [day("2025-03-03"), day("2025-01-01"), day("2025-02-02")];
  expect(await bulk("/commissions/bulk", [...rows, rows[0]])).toEqual([created, created, created, unchanged]);
  expect(await read(`/customers/ext_${customer.externalId}`)).toMatchObject({
    sales: 3,
    saleAmount: 30_000,
    firstSaleAt: "2025-01-01T00:00:00.000Z",
  });
  const figures = await read(`/analytics?event=composite&partnerId=${id}&start=2025-01-01&end=2025-03-04`);
  expect(figures).toMatchObject({ leads: 1, sales: 3 });
});

test("a row that only writing refuses leaves the rows beside it", async () => {
  const own = await createTestService();
  try {
    own.clock.set("2026-01-20T12:00:00Z");
    const post = (path: string, body: unknown) => own.request("POST", path, { body });
    const [partner] = (await post("/partners/bulk", [{ email: "large@mail.test" }])).body as ImportOutcome[];
    await sql`UPDATE enrollment_stats SET total_sale_amount = ${Number.MAX_SAFE_INTEGER - 100_000}`.execute(
      own.store.db,
    );
    const rows = [1000, 2000, 900_000, 3000, 4000].map((amount) =>
      sale({ partnerId: partner?.id, amount, earnings: 0 }),
    );
    const { body } = await post("/commissions/bulk", rows);
    const nothing = { ...created, id: null };
    expect(body).toEqual([nothing, nothing, refused("unprocessable_entity", "2^53 - 1"), nothing, nothing]);
  } finally {
    await own.close();
  }
});

describe("partners", () => {
  test("are approved, with the date they joined, the links they have handed out and how they are paid", async () => {
    const { id } = await partnerWith({
      name: "Ada Okafor",
      country: "ng",
      createdAt: "2023-05-04",
      payoutMethod: { method: "paypal", paypalEmail: "money@ada.test" },
      links: [{ key: "ada-old" }, { key: "ada-site", url: "https://acme.test/pricing" }],
    });
    const partner: Partner = await read(`/partners/${id}`);
    expect(partner).toMatchObject({ status: "approved", country: "NG", createdAt: "2023-05-04T00:00:00.000Z" });
    expect(partner.links?.map(({ key, url }) => [key, url])).toEqual([
      ["ada-old", "https://acme.test"],
      ["ada-site", "https://acme.test/pricing"],
    ]);
    expect(await read(`/partners/${id}/payout-method`)).toMatchObject({
      method: "paypal",
      effectiveAt: expect.any(String),
    });
    const audits = await service.store.db.selectFrom("audit_rows").selectAll().where("entity_id", "=", id).execute();
    expect(audits.map(({ operation }) => operation)).toContain("set payout method");
  });

  test("keep what is newer than the file: a second import changes nothing", async () => {
    const row = {
      email: "twice@mail.test",
      name: "Lin",
      links: [{ key: "lin-old" }],
      payoutMethod: { method: "manual" },
    };
    expect(await bulk("/partners/bulk", [row, row])).toEqual([created, { ...created, outcome: "unchanged" }]);
    const { body } = await service.request("GET", "/partners?email=twice@mail.test");
    const [{ id }] = body;
    const chosen = { method: "paypal", paypalEmail: "new@lin.test" };
    await service.request("PUT", `/partners/${id}/payout-method`, { body: chosen });
    expect(await bulk("/partners/bulk", [{ ...row, createdAt: "2020-01-01" }])).toEqual([
      { ...created, outcome: "unchanged" },
    ]);
    expect((await read(`/partners/${id}/payout-method`)).method).toBe("paypal");
  });

  test("that are known are completed", async () => {
    const { email, id } = await partnerWith();
    const more = { email, tenantId: unique("tenant"), links: [{ key: unique("more") }] };
    expect(await bulk("/partners/bulk", [more])).toEqual([{ outcome: "updated", id, error: null }]);
    expect((await read(`/partners/${id}`)).tenantId).toBe(more.tenantId);
  });

  test("are refused one by one, each with its reason", async () => {
    await partnerWith({ links: [{ key: "taken" }] });
    const rows = [
      { email: "none" },
      { email: `${unique("x")}@mail.test`, links: [{ key: "taken" }] },
      { email: `${unique("x")}@mail.test`, links: [{ domain: "elsewhere.test", key: "k" }] },
      { email: `${unique("x")}@mail.test`, createdAt: "2031-01-01" },
      { email: `${unique("x")}@mail.test`, createdAt: "0024-01-01" },
      { email: `${unique("x")}@mail.test` },
    ];
    expect(await bulk("/partners/bulk", rows)).toEqual([
      refused("unprocessable_entity", "email"),
      refused("conflict", "https://ref.test/taken belongs to somebody else"),
      refused("forbidden", "elsewhere.test is not one of this workspace's"),
      refused("unprocessable_entity", "createdAt: must not be in the future"),
      refused("unprocessable_entity", "createdAt: must not be before 1970"),
      created,
    ]);
  });

  test("do not take by their names the keys of other partners' old links", async () => {
    const rows = [
      { email: `${unique("x")}@mail.test`, name: "Robin" },
      { email: `${unique("x")}@mail.test`, name: "Robin Hood", links: [{ key: "robin" }] },
    ];
    expect(await bulk("/partners/bulk", rows)).toEqual([created, created]);
  });
});

describe("customers", () => {
  test("are bound to their partner by a lead of the past that earns nothing", async () => {
    const { id, email } = await partnerWith();
    const externalId = unique("user");
    const row = { externalId, name: "Grace", partnerEmail: email, createdAt: past, stripeCustomerId: unique("cus") };
    const [first, again] = [await bulk("/customers/bulk", [row]), await bulk("/customers/bulk", [row])];
    expect(first).toEqual([created]);
    expect(again).toEqual([{ ...first[0], outcome: "unchanged" }]);
    const customer = await read(`/customers/ext_${externalId}?includeExpandedFields=true`);
    expect(customer).toMatchObject({
      name: "Grace",
      createdAt: past,
      partner: { id },
      stripeCustomerId: row.stripeCustomerId,
    });
    const { leads } = await read(`/analytics?event=composite&partnerId=${id}&start=2025-03-10&end=2025-03-11`);
    expect(leads).toBe(1);
    expect(await read(`/commissions?partnerId=${id}`)).toEqual([]);
  });

  test("of one partner are not given to another", async () => {
    const [one, other] = [await partnerWith(), await partnerWith()];
    const row = { externalId: unique("user"), partnerId: one.id };
    await bulk("/customers/bulk", [row]);
    const answer = await bulk("/customers/bulk", [
      { ...row, partnerId: other.id },
      { ...row, partnerEmail: "who@mail.test" },
    ]);
    expect(answer[0]).toEqual(refused("conflict", "belongs to another partner"));
  });

  test("without a partner are customers nobody brought", async () => {
    const externalId = unique("user");
    expect(await bulk("/customers/bulk", [{ externalId, createdAt: past }])).toEqual([created]);
    expect(await read(`/customers/ext_${externalId}`)).toMatchObject({ createdAt: past, sales: 0 });
  });
});

describe("sales", () => {
  test("count on their dates and earn what they earned, held as long as the program holds", async () => {
    await service.request("PATCH", "/program", { body: { holdingPeriodDays: 30 } });
    const { id, email } = await partnerWith();
    const old = sale({ partnerEmail: email });
    const recent = sale({ partnerEmail: email, date: "2026-01-15T00:00:00.000Z" });
    expect(await bulk("/commissions/bulk", [old, recent])).toEqual([created, created]);
    const found = await read(`/commissions?partnerId=${id}&sortOrder=asc`);
    expect(found).toMatchObject([
      { createdAt: past, earnings: 2000, amount: 10_000, status: "pending", payableAt: "2025-04-09T08:30:00.000Z" },
      { createdAt: recent["date"], earnings: 2000, payableAt: "2026-02-14T00:00:00.000Z" },
    ]);
    const day = await read(`/analytics?event=composite&partnerId=${id}&start=2025-03-10&end=2025-03-11`);
    expect(day).toMatchObject({ leads: 1, sales: 1, saleAmount: 10_000 });
    await service.request("POST", "/payouts/run", { body: {} });
    const [payout] = await read(`/payouts?partnerId=${id}`);
    expect(payout).toMatchObject({ amount: 2000, periodStart: past });
    await service.request("PATCH", "/program", { body: { holdingPeriodDays: 0 } });
  });

  test("that were paid are in completed payouts of their own, and are never paid again", async () => {
    const { id } = await partnerWith();
    const paid = { partnerId: id, status: "paid", payoutReference: "march-2025", paidAt: "2025-04-01T00:00:00.000Z" };
    const monthly = { partnerId: id, status: "paid" };
    await bulk("/commissions/bulk", [sale(paid), sale({ ...paid, date: "2025-03-20" }), sale(monthly)]);
    const payouts = await read(`/payouts?partnerId=${id}&sortBy=amount&sortOrder=desc`);
    expect(payouts).toMatchObject([
      {
        status: "completed",
        amount: 4000,
        method: "manual",
        traceId: "march-2025",
        paidAt: paid.paidAt,
        periodStart: past,
      },
      { status: "completed", amount: 2000, traceId: "imported 2025-03", paidAt: past },
    ]);
    const { body: run } = await service.request("POST", "/payouts/run", { body: {} });
    expect(
      run.payoutIds.filter((payout: string) => payouts.some((known: { id: string }) => known.id === payout)),
    ).toEqual([]);
    expect(await read(`/payouts?partnerId=${id}&status=pending`)).toEqual([]);
    const statement = await read(`/payouts/${payouts[0].id}/statement`);
    expect(statement.lines).toHaveLength(2);
  });

  test("repeated change nothing, and each other word is told as a conflict", async () => {
    const { id } = await partnerWith();
    const { id: other } = await partnerWith();
    const row = sale({ partnerId: id, metadata: { plan: { seats: 2, name: "pro" } } });
    await bulk("/commissions/bulk", [row]);
    const before = await read(`/commissions?partnerId=${id}`);
    const others: [words: object, said: string][] = [
      [{ amount: 9999 }, "another amount"],
      [{ earnings: 9000 }, "another earnings"],
      [{ earnings: 0 }, "another earnings"],
      [{ currency: "eur" }, "another currency"],
      [{ date: "2025-03-11T08:30:00.000Z" }, "another date"],
      [{ customer: { externalId: "somebody-else" } }, "another customer"],
      [{ partnerId: other }, "another partner"],
      [{ eventName: "Upgrade" }, "another eventName"],
      [{ metadata: { plan: "pro" } }, "another metadata"],
      [{ amount: 9999, earnings: 1 }, "another amount, and another earnings"],
    ];
    for (const [words, said] of others) {
      expect(await bulk("/commissions/bulk", [{ ...row, ...words }]), said).toEqual([conflict(said)]);
    }
    const reordered = { ...row, metadata: { plan: { name: "pro", seats: 2 } } };
    expect(await bulk("/commissions/bulk", [row, reordered])).toEqual([unchanged, unchanged]);
    expect(await read(`/commissions?partnerId=${id}`)).toEqual(before);
  });

  test("that a person corrected here are the same row still", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id });
    const [answer] = await bulk("/commissions/bulk", [row]);
    await service.request("PATCH", `/commissions/${answer?.id}`, { body: { earnings: 1500 } });
    expect(await bulk("/commissions/bulk", [row, { ...row, status: "paid" }])).toEqual([
      unchanged,
      conflict("was corrected here to 1500"),
    ]);
    expect(await read(`/commissions?partnerId=${id}`)).toMatchObject([{ earnings: 1500, status: "pending" }]);
  });

  test("that a person corrected here are in order still once the partner is erased", async () => {
    const { id } = await partnerWith();
    const [answer] = await bulk("/commissions/bulk", [sale({ partnerId: id })]);
    await service.request("PATCH", `/commissions/${answer?.id}`, { body: { earnings: 1500, note: "agreed by phone" } });
    await service.request("POST", "/partners/deactivate", { body: { partnerId: id } });
    await erasePartner(service.ctx(), { partnerId: id }, { forfeit: true });
    await expectSound(service);
    const audited = await service.store.db
      .selectFrom("audit_rows")
      .select(["changes", "reason"])
      .where("entity_id", "=", answer!.id!)
      .where("operation", "=", "commission.correct")
      .execute();
    const figures = { old: 2000, new: 1500 };
    expect(audited).toEqual([{ changes: { earnings: figures, grossEarnings: figures }, reason: null }]);
  });

  const paidThere = { status: "paid", paidAt: "2025-04-01T00:00:00.000Z", payoutReference: "april" };

  test("that the other product has paid meanwhile are changed to that, once, and no run pays them", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id });
    const [answer] = await bulk("/commissions/bulk", [row]);
    const changed = { outcome: "changed", id: answer?.id, error: null };
    const paid = { ...row, ...paidThere };
    const calls = await Promise.all([1, 2, 3].map(() => bulk("/commissions/bulk", [paid])));
    expect(calls.flat().sort((a, b) => a.outcome.localeCompare(b.outcome))).toEqual([changed, unchanged, unchanged]);
    await service.request("POST", "/payouts/run", { body: {} });
    expect(await read(`/payouts?partnerId=${id}`)).toMatchObject([
      { status: "completed", amount: 2000, traceId: "april", paidAt: paidThere.paidAt },
    ]);
    expect(await read(`/commissions?partnerId=${id}`)).toMatchObject([{ status: "paid", earnings: 2000 }]);
    const otherwise = [row, { ...paid, payoutReference: "may" }, { ...paid, paidAt: "2025-05-01T00:00:00.000Z" }];
    expect(await bulk("/commissions/bulk", otherwise)).toEqual([
      conflict("imported as paid with april"),
      conflict("not on 2025-04-01 with may"),
      conflict("not on 2025-05-01 with april"),
    ]);
  });

  test("that are in a payout of ours leave it while it is pending, and are a conflict once it is on its way or paid", async () => {
    const { id } = await partnerWith({ payoutMethod: { method: "manual" } });
    const rows = [sale({ partnerId: id }), sale({ partnerId: id, earnings: 1500 })];
    await bulk("/commissions/bulk", rows);
    await service.request("POST", "/payouts/run", { body: {} });
    expect(await bulk("/commissions/bulk", [{ ...rows[0], ...paidThere }])).toMatchObject([{ outcome: "changed" }]);
    const [open] = await read(`/payouts?partnerId=${id}&status=pending`);
    expect(open).toMatchObject({ amount: 1500 });
    for (const [status, said] of [
      ["processed", "is on its way here"],
      ["completed", "was paid here"],
    ]) {
      expect((await service.request("PATCH", `/payouts/${open.id}`, { body: { status } })).status).toBe(200);
      const before = await read(`/payouts?partnerId=${id}`);
      expect(await bulk("/commissions/bulk", [{ ...rows[1], ...paidThere }])).toEqual([conflict(said!)]);
      expect(await bulk("/commissions/bulk", [rows[1]])).toEqual([unchanged]);
      expect(await read(`/payouts?partnerId=${id}`)).toEqual(before);
    }
  });

  test("that were refunded in part here and paid in full elsewhere are taken back in part", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id });
    await bulk("/commissions/bulk", [row]);
    await service.request("POST", "/track/refund", { body: { invoiceId: row["invoiceId"], amount: 5000 } });
    expect(await bulk("/commissions/bulk", [{ ...row, ...paidThere }])).toMatchObject([{ outcome: "changed" }]);
    expect(await read(`/commissions?partnerId=${id}&sortBy=createdAt&sortOrder=asc`)).toMatchObject([
      { status: "paid", earnings: 2000 },
      { status: "pending", earnings: -1000 },
    ]);
  });

  test("that were refunded in full here and paid elsewhere are taken back in full, whatever held them", async () => {
    const { id } = await partnerWith();
    const rows = [sale({ partnerId: id }), sale({ partnerId: id })];
    const [, held] = await bulk("/commissions/bulk", rows);
    const toHold = { status: "hold", note: "Looks odd" };
    expect((await service.request("PATCH", `/commissions/${held?.id}`, { body: toHold })).status).toBe(200);
    for (const { invoiceId } of rows) await service.request("POST", "/track/refund", { body: { invoiceId } });
    const paid = rows.map((row) => ({ ...row, ...paidThere }));
    const changed = { outcome: "changed", id: expect.any(String), error: null };
    expect(await bulk("/commissions/bulk", paid)).toEqual([changed, changed]);
    expect(await bulk("/commissions/bulk", paid)).toEqual([unchanged, unchanged]);
    const commissions: any[] = await read(`/commissions?partnerId=${id}`);
    expect(commissions.map(({ status, earnings }) => `${status} ${earnings}`).sort()).toEqual([
      "paid 2000",
      "paid 2000",
      "pending -2000",
      "pending -2000",
    ]);
    await expectSound(service);
  });

  test("that a person marked as refunded here are a conflict, as other decisions are", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id });
    const [answer] = await bulk("/commissions/bulk", [row]);
    await service.request("PATCH", `/commissions/${answer?.id}`, { body: { status: "refunded" } });
    expect(await bulk("/commissions/bulk", [{ ...row, ...paidThere }])).toEqual([conflict("is refunded here")]);
  });

  test("that are void or held here are a conflict that says so", async () => {
    const { id } = await partnerWith();
    const rows = [sale({ partnerId: id }), sale({ partnerId: id })];
    const [void_] = await bulk("/commissions/bulk", rows);
    await service.request("PATCH", `/commissions/${void_?.id}`, { body: { status: "fraud" } });
    const { trackDispute } = await import("../../src/domain/tracking/track-dispute.ts");
    const invoiceId = rows[1]!["invoiceId"] as string;
    await trackDispute(service.ctx(), { disputeId: unique("dp"), invoiceId, status: "opened" });
    expect(
      await bulk(
        "/commissions/bulk",
        rows.map((row) => ({ ...row, ...paidThere })),
      ),
    ).toEqual([conflict("is fraud here"), conflict("is on hold for dispute here")]);
  });

  test("that were tracked here are paid elsewhere too, where both earned the same", async () => {
    const { id, email } = await partnerWith();
    const customer = { externalId: unique("user") };
    await bulk("/customers/bulk", [{ ...customer, partnerId: id, createdAt: "2025-01-01" }]);
    const tracked = { customerExternalId: customer.externalId, amount: 10_000, invoiceId: unique("in") };
    expect((await service.request("POST", "/track/sale", { body: tracked })).status).toBe(200);
    const [{ earnings }] = await read(`/commissions?partnerId=${id}`);
    const row = sale({ customer, invoiceId: tracked.invoiceId, partnerEmail: email, earnings });
    expect(await bulk("/commissions/bulk", [row, { ...row, earnings: 1 }, { ...row, ...paidThere }])).toMatchObject([
      unchanged,
      conflict("another earnings"),
      { outcome: "changed" },
    ]);
  });

  test("that can only be a mistake are refused: more earned than was paid, or paid before the sale", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id });
    const rows = [
      { ...row, amount: 2000, earnings: 10_000 },
      { ...row, ...paidThere, paidAt: "2025-03-09" },
    ];
    expect(await bulk("/commissions/bulk", rows)).toEqual([
      refused("unprocessable_entity", "earnings: must be at most the sale's amount, 2000"),
      refused("unprocessable_entity", "paidAt: must not be before date, 2025-03-10"),
    ]);
    expect(await bulk("/commissions/bulk", [{ ...row, ...paidThere, paidAt: "2025-03-10" }])).toEqual([created]);
  });

  test("of a known customer need no partner in the row; those of nobody's customer are refused", async () => {
    const { id } = await partnerWith();
    const customer = { externalId: unique("user") };
    await bulk("/customers/bulk", [{ ...customer, partnerId: id, createdAt: "2025-01-01" }]);
    expect(await bulk("/commissions/bulk", [sale({ customer }), sale()])).toEqual([
      created,
      refused("not_found", "names no partner"),
    ]);
  });

  test("in other currencies are valued at the rate of their day, or refused", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id, currency: "EUR" });
    expect(await bulk("/commissions/bulk", [row])).toEqual([refused("conflict", "no rate for eur at 2025-03-10")]);
    const { addRate } = await import("../../src/domain/tracking/add-rate.ts");
    await addRate(service.ctx(), { currency: "eur", rate: "1.1", validFrom: new Date("2025-01-01") });
    expect(await bulk("/commissions/bulk", [row])).toEqual([created]);
    expect(await read(`/commissions?partnerId=${id}`)).toMatchObject([{ amount: 11_000, earnings: 2200 }]);
  });

  test("are refunded as other sales are, and corrected by their earnings only", async () => {
    const { id } = await partnerWith();
    const row = sale({ partnerId: id });
    const [answer] = await bulk("/commissions/bulk", [row]);
    await service.request("POST", "/track/refund", { body: { invoiceId: row["invoiceId"], amount: 5000 } });
    expect(await read(`/commissions?partnerId=${id}`)).toMatchObject([{ earnings: 1000 }]);
    const corrected = await service.request("PATCH", `/commissions/${answer?.id}`, { body: { saleAmount: 20_000 } });
    expect(corrected.body.error).toMatchObject({ code: "conflict", message: expect.stringContaining("Send earnings") });
    expect((await service.request("PATCH", `/commissions/${answer?.id}`, { body: { earnings: 3000 } })).status).toBe(
      200,
    );
  });

  test("before the customer's first one move the conversion there", async () => {
    const { id } = await partnerWith();
    const customer = { externalId: unique("user") };
    const of = (date: string): object => sale({ partnerId: id, customer, date });
    await bulk("/commissions/bulk", [of("2025-06-01"), of("2025-05-01"), of("2025-07-01")]);
    const month = (from: string, to: string): Promise<any> =>
      read(`/analytics?event=composite&partnerId=${id}&start=${from}&end=${to}`);
    expect(await month("2025-05-01", "2025-05-31")).toMatchObject({ leads: 1, sales: 1 });
    expect(await month("2025-06-01", "2025-06-30")).toMatchObject({ leads: 0, sales: 1 });
    expect(await read(`/customers/ext_${customer.externalId}`)).toMatchObject({
      firstSaleAt: "2025-05-01T00:00:00.000Z",
      createdAt: "2025-05-01T00:00:00.000Z",
      sales: 3,
    });
  });

  test("are not owed to a banned partner", async () => {
    const { id } = await partnerWith();
    const customer = { externalId: unique("user") };
    await bulk("/customers/bulk", [{ ...customer, partnerId: id, createdAt: "2025-01-01" }]);
    await service.request("POST", "/partners/ban", { body: { partnerId: id, reason: "spam" } });
    const rows = [sale({ customer }), sale({ customer, status: "paid" }), sale({ customer, earnings: 0 })];
    expect(await bulk("/commissions/bulk", rows)).toEqual([
      refused("conflict", "banned and is owed nothing"),
      created,
      { ...created, id: null },
    ]);
  });

  test("tell no webhook, and let later sales earn by the rewards of this program from the true first sale on", async () => {
    const hook = {
      url: "https://hooks.acme.test/in",
      name: "All",
      triggers: ["sale.created", "lead.created", "commission.created"],
    };
    await service.request("POST", "/webhooks", { body: hook });
    const told = async (): Promise<number> =>
      (
        await service.store.db
          .selectFrom("outbox_events")
          .select("id")
          .where("event", "in", ["sale.created", "lead.created", "commission.created"])
          .execute()
      ).length;
    const { id } = await partnerWith();
    const row = sale({ partnerId: id, earnings: 0 });
    const before = await told();
    await bulk("/commissions/bulk", [row]);
    expect(await told()).toBe(before);
    const { externalId: customerExternalId } = row["customer"] as { externalId: string };
    const next = { customerExternalId, amount: 1000, invoiceId: unique("in"), paymentProcessor: "stripe" };
    expect((await service.request("POST", "/track/sale", { body: next })).status).toBe(200);
    expect(await read(`/commissions?partnerId=${id}`)).toMatchObject([{ earnings: 250, status: "pending" }]);
  });
});

describe("a dry run", () => {
  test("answers what would happen and writes nothing", async () => {
    const tables = [
      "partners",
      "enrollments",
      "customers",
      "sale_events",
      "commissions",
      "payouts",
      "audit_rows",
      "outbox_events",
    ] as const;
    const rows = async (): Promise<number[]> =>
      Promise.all(tables.map(async (table) => (await service.store.db.selectFrom(table).selectAll().execute()).length));
    const { id } = await partnerWith();
    const before = await rows();
    const tried = { outcome: "created", id: null, error: null };
    const email = `${unique("x")}@mail.test`;
    expect(await bulk("/partners/bulk?dryRun=true", [{ email }, { email }, {}])).toEqual([
      tried,
      { outcome: "unchanged", id: expect.any(String), error: null },
      refused("unprocessable_entity", "email"),
    ]);
    expect(await bulk("/customers/bulk?dryRun=true", [{ externalId: unique("user"), partnerId: id }])).toEqual([tried]);
    expect(await bulk("/commissions/bulk?dryRun=true", [sale({ partnerId: id, status: "paid" })])).toEqual([tried]);
    expect(await rows()).toEqual(before);
  });
});

describe("scopes", () => {
  async function keyWith(...scopes: string[]): Promise<string> {
    return (await service.request("POST", "/api-keys", { body: { name: "import", scopes } })).body.key;
  }

  test("a date on a commission takes commissions.backdate", async () => {
    const { id: partnerId } = await partnerWith();
    const body = { partnerId, amount: 500, date: past };
    const key = await keyWith("commissions.write");
    const answer = await service.request("POST", "/commissions", { body, key });
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toContain("date needs the scope commissions.backdate");
    const with_ = await keyWith("commissions.write", "commissions.backdate");
    expect((await service.request("POST", "/commissions", { body, key: with_ })).status).toBe(202);
    expect(await read(`/commissions?partnerId=${partnerId}`)).toMatchObject([{ createdAt: past, earnings: 500 }]);
  });

  test("a date on a lead or sale says where sales of the past go", async () => {
    const { id: partnerId } = await partnerWith();
    const body = { type: "sale", partnerId, customer: { externalId: "c" }, sale: { amount: 1 }, date: past };
    const answer = await service.request("POST", "/commissions", { body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toContain("POST /commissions/bulk");
  });

  test("a payout method takes payouts.write, a customer's partner commissions.backdate", async () => {
    const row = { email: `${unique("x")}@mail.test`, payoutMethod: { method: "manual" } };
    expect(await bulk("/partners/bulk", [row], await keyWith("partners.write"))).toEqual([
      refused("forbidden", "payoutMethod needs the scope payouts.write"),
    ]);
    const { id: partnerId } = await partnerWith();
    expect(
      await bulk("/customers/bulk", [{ externalId: unique("user"), partnerId }], await keyWith("customers.write")),
    ).toEqual([refused("forbidden", "a partner needs the scope commissions.backdate")]);
  });
});

test("what was earned in a period of the past is on no leaderboard of this one", async () => {
  const { id } = await partnerWith();
  const token = await service.embedToken(id);
  await bulk("/commissions/bulk", [sale({ partnerId: id, amount: 9_000_000, earnings: 9_000_000 })]);
  const board = async (period: string): Promise<any> => {
    await service.request("PATCH", "/program", { body: { embed: { leaderboard: { amounts: "exact", period } } } });
    return (await service.request("GET", "/embed/referrals/leaderboard", { key: token })).body;
  };
  expect(JSON.stringify(await board("all"))).toContain("9000000");
  expect(JSON.stringify(await board("month"))).not.toContain("9000000");
});

describe("verify", () => {
  const rowsOf = async () => {
    const { id } = await partnerWith();
    const paid = sale({ partnerId: id, status: "paid", paidAt: "2025-04-01", payoutReference: unique("old") });
    const owed = sale({ partnerId: id });
    const [one, other] = await bulk("/commissions/bulk", [paid, owed]);
    return { paid: one?.id ?? "", owed: other?.id ?? "" };
  };
  /** Whether a damaged copy, which is thrown away, is told of these rows by I38. */
  const finds = async (damage: string, wanted: string): Promise<boolean> => {
    const undo = new Error("undo");
    let ids: string[] = [];
    const change = service.store.db.transaction().execute(async (db) => {
      await sql.raw(damage).execute(db);
      const all = await verifyData({ ...service.ctx(""), db });
      ids = all.filter(({ id }) => id === "I38").flatMap((check) => check.ids);
      throw undo;
    });
    await expect(change).rejects.toBe(undo);
    return ids.includes(wanted);
  };

  test("lists imported commissions that differ from what the import said, are owed though it said paid, or are paid again (I38)", async () => {
    const { paid, owed } = await rowsOf();
    const payout = `(SELECT payout_id FROM commissions WHERE id = '${paid}')`;
    const damages = [
      [`UPDATE commissions SET gross_earnings = 9000 WHERE id = '${owed}'`, owed],
      [`UPDATE commissions SET status = 'pending', payout_id = NULL WHERE id = '${paid}'`, paid],
      [`UPDATE commissions SET status = 'paid', payout_id = ${payout} WHERE id = '${owed}'`, owed],
      [
        `INSERT INTO payouts (id, workspace_id, program_id, enrollment_id, partner_id, status, kind, amount, currency, reissue_of, created_at, updated_at)
        SELECT 'po_again', workspace_id, program_id, enrollment_id, partner_id, 'processing', 'reissue', amount, currency, id, now(), now()
        FROM payouts WHERE id = ${payout}`,
        "po_again",
      ],
    ] as const;
    for (const [damage, wanted] of damages) {
      expect(await finds("SELECT 1", wanted)).toBe(false);
      expect(await finds(damage, wanted), damage).toBe(true);
    }
  });

  test("notes what is owed of days that a payout of the other product covers (I38)", async () => {
    const { owed } = await rowsOf();
    const suspects = await findSuspects(service.ctx(""));
    expect(suspects.flatMap(({ violations, ids }) => (violations > 10 ? [owed] : ids))).toContain(owed);
  });

  test("a payout of the other product is not reissued (P12)", async () => {
    const { id } = await partnerWith();
    await bulk("/commissions/bulk", [sale({ partnerId: id, status: "paid", paidAt: "2025-04-01" })]);
    const [payout] = await read(`/payouts?partnerId=${id}`);
    await expect(reissuePayout(service.ctx(), payout.id, "again")).rejects.toThrow("by the product you moved from");
  });
});
