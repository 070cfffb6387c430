import type { Partner, Payout, PayoutStatement } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportPayouts } from "../../src/domain/payouts/export-payouts.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { reissuePayout } from "../../src/domain/payouts/reissue-payout.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { sameMailbox } from "../../src/domain/rules/attribution.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { subscribe } from "../webhooks/subscribe.ts";

let service: TestService;
let partner: Partner;

beforeAll(async () => {
  service = await createTestService();
  await subscribe(service.ctx(), ["payout.created", "payout.updated"]);
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

beforeEach(async () => {
  await setMinimum(0);
  partner = await service.createPartner();
  await setPayee({ default_payout_method: "paypal", paypal_email: partner.email, payouts_enabled_at: new Date(0) });
});

async function setMinimum(min_payout_amount: number): Promise<void> {
  await service.store.db
    .updateTable("programs")
    .set({ min_payout_amount })
    .where("id", "=", service.programId)
    .execute();
}

async function setPayee(values: object): Promise<void> {
  await service.store.db.updateTable("partner_profiles").set(values).where("partner_id", "=", partner.id).execute();
}

async function earn(amount: number): Promise<void> {
  await service.request("POST", "/commissions", { body: { partnerId: partner.id, amount } });
}

const create = (partnerId = partner.id) => service.request<Payout>("POST", "/payouts", { body: { partnerId } });
const mark = (id: string, status: string, more: object = {}) =>
  service.request<Payout>("PATCH", `/payouts/${id}`, { body: { status, ...more } });

it("a run pays a partner with more commissions than a statement has parameters, and a ban takes them back (P7, C20)", async () => {
  await earn(1);
  await service.store.pool.query(
    `INSERT INTO commissions SELECT (jsonb_populate_record(c, jsonb_build_object('id', c.id || n))).*
      FROM commissions c, generate_series(1, 5999) n WHERE partner_id = $1`,
    [partner.id],
  );
  expect((await service.request("POST", "/payouts/run", { body: {} })).status).toBe(200);
  const payouts = async () => (await service.request<Payout[]>("GET", `/payouts?partnerId=${partner.id}`)).body;
  expect(await payouts()).toMatchObject([{ amount: 6_000, status: "pending" }]);
  for (const operation of ["ban", "unban"]) {
    const body = { partnerId: partner.id, ...(operation === "ban" && { reason: "fraud" }) };
    expect((await service.request("POST", `/partners/${operation}`, { body })).status).toBe(200);
  }
  expect(await payouts()).toMatchObject([{ amount: 6_000, status: "pending" }]);
});

it.each([
  ["a year ahead by a slip", 365 * 86_400_000],
  ["an hour ahead", 3_600_000],
])("a run with a cut-off %s pays nothing of what may be refunded still, and says why (P7)", async (_, ahead) => {
  await earn(700);
  const cutoff = new Date(service.clock.now() + ahead).toISOString();
  expect(await service.request("POST", "/payouts/run", { body: { cutoff } })).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringMatching(/cutoff: must not be in the future.*refunded/) } },
  });
  expect((await service.request<Payout[]>("GET", `/payouts?partnerId=${partner.id}`)).body).toEqual([]);
});

it("a run by a clock that is a little ahead is one by ours", async () => {
  await earn(700);
  const cutoff = new Date(service.clock.now() + 30_000).toISOString();
  expect((await service.request("POST", "/payouts/run", { body: { cutoff } })).status).toBe(200);
  const { body } = await service.request<Payout[]>("GET", `/payouts?partnerId=${partner.id}`);
  expect(body).toMatchObject([{ amount: 700, periodEnd: new Date(service.clock.now()).toISOString() }]);
});

describe("POST /payouts", () => {
  it("collects into one open payout; repeating it changes nothing (P8)", async () => {
    await earn(700);
    const first = await create();
    expect(first).toMatchObject({
      status: 201,
      body: { status: "pending", amount: 700, currency: "usd", method: null },
    });
    expect((await create()).body).toEqual(first.body);
    await earn(-200);
    expect((await create()).body).toMatchObject({ id: first.body.id, amount: 500 });
  });

  it("answers 404 for an unknown partner", async () => {
    expect((await create("pn_none")).status).toBe(404);
  });

  it("waits below the minimum, but pays a deactivated partner what is left (409, P7)", async () => {
    await setMinimum(1000);
    await earn(700);
    expect((await create()).status).toBe(409);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    expect((await create()).body).toMatchObject({ amount: 700 });
  });

  it("answers 422 for a body without a partner", async () => {
    expect((await service.request("POST", "/payouts", { body: {} })).status).toBe(422);
  });
});

describe("PATCH /payouts/{id}", () => {
  it("goes step by step to completed, and pays its rows with it (P2 to P4)", async () => {
    await earn(700);
    const { id } = (await create()).body;
    expect((await mark(id, "processing")).body).toMatchObject({ method: "paypal", initiatedAt: expect.any(String) });
    await mark(id, "processed");
    expect((await mark(id, "sent", { reference: "T1" })).body).toMatchObject({ traceId: "T1" });
    expect((await mark(id, "completed", { reference: "T1" })).body).toMatchObject({
      status: "completed",
      paidAt: expect.any(String),
    });
    expect((await mark(id, "completed", { reference: "T1" })).status).toBe(200);
    const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(body.totalCommissions).toBe(700);
    const events = await service.store.db
      .selectFrom("outbox_events")
      .select(["event", "data"])
      .where("event", "in", ["payout.created", "payout.updated"])
      .orderBy("id")
      .execute();
    const mine = events.filter(({ data }) => (data as Payout).id === id);
    expect(mine.map(({ event }) => event)).toEqual([
      "payout.created",
      ...Array.from({ length: 4 }, () => "payout.updated"),
    ]);
    expect(JSON.stringify(mine)).not.toContain("destination");
  });

  it.each(["failed", "canceled"])("%s gives the rows back (P5, P6)", async (status) => {
    await earn(700);
    const { id } = (await create()).body;
    await mark(id, "processing");
    await mark(id, status, { failureReason: "closed account" });
    const next = await create();
    expect(next.body).toMatchObject({ amount: 700, status: "pending" });
    expect(next.body.id).not.toBe(id);
  });

  it("answers 404 for an unknown payout", async () => {
    expect((await mark("po_none", "processing")).status).toBe(404);
  });

  it.each(["processed", "sent", "completed"])(
    "goes straight from pending to %s, confirmed on the way (P10)",
    async (status) => {
      await earn(700);
      const { id } = (await create()).body;
      await setPayee({ default_payout_method: null });
      expect((await mark(id, status)).status).toBe(409);
      await setPayee({ default_payout_method: "paypal" });
      expect((await mark(id, status, { reference: "T1" })).body).toMatchObject({
        status,
        method: "paypal",
        traceId: "T1",
        initiatedAt: expect.any(String),
        paidAt: status === "completed" ? expect.any(String) : null,
      });
      const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
      expect(body.totalCommissions).toBe(status === "completed" ? 700 : 0);
    },
  );

  it("answers 409 for a step that does not lie ahead, naming those that do, and another reference (P10)", async () => {
    await earn(700);
    const { id } = (await create()).body;
    const wrong = await mark(id, "failed");
    expect(wrong.status).toBe(409);
    expect(JSON.stringify(wrong.body)).toContain("it can become processing, processed, sent, completed, canceled");
    await mark(id, "processing");
    await mark(id, "processed");
    expect((await mark(id, "processed", { reference: "T1" })).status).toBe(409);
    await mark(id, "sent", { reference: "T1" });
    expect((await mark(id, "sent", { reference: "T1" })).status).toBe(200);
    expect((await mark(id, "sent", { reference: "T2" })).status).toBe(409);
    expect((await mark(id, "canceled")).status).toBe(409);
  });

  it.each([
    ["payoutsEnabledAt", { payouts_enabled_at: null }],
    ["defaultPayoutMethod", { default_payout_method: null }],
    ["paypalEmail", { paypal_email: null }],
    ["takes effect", { payout_effective_at: new Date("2100-01-01") }],
    ["another partner", { paypal_email: "shared@mail.test" }],
  ])("a confirmation names what is missing: %s (409, P9)", async (named, values) => {
    const other = await service.createPartner();
    await service.store.db
      .updateTable("partner_profiles")
      .set({ paypal_email: "Shared@mail.test" })
      .where("partner_id", "=", other.id)
      .execute();
    await earn(700);
    const { id } = (await create()).body;
    await setPayee(values);
    const answer = await mark(id, "processing");
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain(named);
  });

  it.each([
    ["a mailbox at Gmail in other writing", "shared.one@gmail.com", "SharedOne+x@googlemail.com", 409],
    ["a mailbox with a tag", "two@mail.test", "two+payouts@mail.test.", 409],
    ["a mailbox elsewhere with dots, which is another one", "th.ree@mail.test", "three@mail.test", 200],
    ["an address without a host that only begins alike", "four@gmail.com", "four@gmail.com.mail.test", 200],
  ])("one PayPal account behind two partners is seen: %s (P9)", async (_, theirs, own, status) => {
    const other = await service.createPartner();
    const setOther = { method: "paypal", paypalEmail: theirs };
    expect((await service.request("PUT", `/partners/${other.id}/payout-method`, { body: setOther })).status).toBe(200);
    await earn(700);
    const { id } = (await create()).body;
    await setPayee({ paypal_email: own });
    expect((await mark(id, "processing")).status).toBe(status);
    // What is compared is not what is shown.
    const { rows } = await service.store.pool.query(
      "SELECT paypal_email FROM partner_profiles WHERE partner_id = ANY($1)",
      [[other.id, partner.id]],
    );
    expect(rows.map(({ paypal_email: kept }) => kept).sort()).toEqual([theirs, own].sort());
  });

  it.each([
    ["with hyphens by one of them", "123-456-789", "123456789", 409],
    ["with hyphens at other places", "98-76-54", "987-654", 409],
    ["not where they are two", "555-1", "555-2", 200],
  ])("one bank account behind two partners is seen %s (P9)", async (_, theirs, own, status) => {
    const bank = { country: "US", holder: "Ada Okafor", routingNumber: "021000021" };
    const body = (accountNumber: string) => ({ method: "bank", bank: { ...bank, accountNumber } });
    const other = await service.createPartner();
    await service.request("PUT", `/partners/${other.id}/payout-method`, { body: body(theirs) });
    await service.request("PUT", `/partners/${partner.id}/payout-method`, { body: body(own) });
    await earn(700);
    const { id } = (await create()).body;
    const answer = await mark(id, "processing");
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  });

  it("compares mailboxes in the database as it does everywhere else (A12)", async () => {
    const names = ["ada", "a.da", "ADA", "ada+x", "a.d.a+x.y+z", "\uFF41da"];
    const hosts = ["gmail.com", "GoogleMail.com", "gmail.com.", "mail.test", "my-gmail.com", "gmail.com.test"];
    const addresses = names.flatMap((name) => hosts.map((host) => `${name}@${host}`));
    const { rows } = await service.store.pool.query(
      "SELECT x.a, y.a AS b, mailbox_key(x.a) = mailbox_key(y.a) AS same FROM unnest($1::text[]) x(a), unnest($1::text[]) y(a)",
      [addresses],
    );
    expect(rows.filter(({ a, b, same }) => same !== sameMailbox(a, b))).toEqual([]);
  });

  const hex = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
  const bech32 = "noble1qy352eufqy352eufqy352eufqy352eufhfm3rp";
  const base58 = "7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs";
  it.each([
    ["in lower case", hex, hex.toLowerCase(), 409],
    ["in upper case", hex, `0x${hex.slice(2).toUpperCase()}`, 409],
    ["of bech32 in upper case", bech32, bech32.toUpperCase(), 409],
    ["of base58", base58, base58, 409],
    ["of base58 in another case, which is another wallet", base58, `7e${base58.slice(2)}`, 200],
  ])("one wallet behind two partners is seen %s (P9)", async (_, wallet, same, status) => {
    const other = await service.createPartner();
    const { db } = service.store;
    // Those of other tests are the same wallets.
    await db.updateTable("partner_profiles").set({ wallet_address: null }).execute();
    await db
      .updateTable("partner_profiles")
      .set({ wallet_address: wallet })
      .where("partner_id", "=", other.id)
      .execute();
    await earn(700);
    const { id } = (await create()).body;
    await setPayee({ default_payout_method: "stablecoin", wallet_address: same });
    expect((await mark(id, "processing")).status).toBe(status);
  });

  it("answers 422 for an unknown status", async () => {
    expect((await mark("po_none", "pending")).status).toBe(422);
  });
});

describe("GET /payouts", () => {
  it("lists by partner, tenant and status, largest first", async () => {
    await earn(100);
    const small = (await create()).body;
    await mark(small.id, "processing");
    await earn(900);
    const large = (await create()).body;
    const list = async (query: string) => {
      const { body } = await service.request<Payout[]>("GET", `/payouts?${query}`);
      return body.map(({ id }) => id);
    };
    expect(await list(`partnerId=${partner.id}`)).toEqual([large.id, small.id]);
    expect(await list(`partnerId=${partner.id}&sortOrder=asc`)).toEqual([small.id, large.id]);
    expect(await list(`partnerId=${partner.id}&sortBy=initiatedAt`)).toEqual([small.id, large.id]);
    expect(await list(`partnerId=${partner.id}&status=processing`)).toEqual([small.id]);
  });

  it("answers 404 for an unknown tenant", async () => {
    expect((await service.request("GET", "/payouts?tenantId=nobody")).status).toBe(404);
  });

  it("answers 422 for an unknown sort", async () => {
    expect((await service.request("GET", "/payouts?sortBy=name")).status).toBe(422);
  });
});

describe("running and handing over", () => {
  it("a run collects everyone, an export hands over and repeats byte for byte (P7, P11)", async () => {
    const workspace = await service.createWorkspace();
    const ctx = service.ctx(workspace.workspaceId);
    const { body } = await service.request<Partner>("POST", "/partners", {
      body: { email: "formula@mail.test", name: "=SUM(A1)" },
      key: workspace.apiKey,
    });
    const values = {
      default_payout_method: "paypal" as const,
      paypal_email: "pay@mail.test",
      payouts_enabled_at: new Date(0),
    };
    await ctx.db.updateTable("partner_profiles").set(values).where("partner_id", "=", body.id).execute();
    await service.request("POST", "/commissions", {
      body: { partnerId: body.id, amount: 1234 },
      key: workspace.apiKey,
    });
    const [id] = await runPayouts(ctx);
    expect(await runPayouts(ctx)).toEqual([]);
    await service.request("PATCH", `/payouts/${id}`, { body: { status: "processing" }, key: workspace.apiKey });
    const { text: file } = await exportPayouts(ctx, "csv");
    expect(await exportPayouts(ctx, "csv")).toEqual({ text: file, count: 1, paid: 0, left: [] });
    expect(file.split("\r\n")[0]).toBe(
      "payoutId,partnerId,tenantId,name,email,method,destination,amount,amountDecimal,currency,periodStart,periodEnd",
    );
    expect(file).toContain(",'=SUM(A1),formula@mail.test,paypal,pay@mail.test,1234,12.34,usd,");
    expect(JSON.parse((await exportPayouts(ctx, "json")).text)).toMatchObject([
      { payoutId: id, amount: 1234, amountDecimal: "12.34" },
    ]);
  });

  it("pays 25 partners in four calls, whatever one of them lacks, and repeating them changes nothing (P13)", async () => {
    const { workspaceId, apiKey: key } = await service.createWorkspace();
    const post = (path: string, body: object = {}) => service.request("POST", path, { body, key });
    for (let index = 0; index < 26; index += 1) {
      const { body } = await post("/partners", { email: `many-${index}@mail.test` });
      await post("/commissions", { partnerId: body.id, amount: 1000 + index });
    }
    const profiles = service.store.db.updateTable("partner_profiles").where("workspace_id", "=", workspaceId);
    await profiles.set({ default_payout_method: "paypal", payouts_enabled_at: new Date(0) }).execute();
    const rows = await service.store.db
      .selectFrom("partner_profiles")
      .select("partner_id")
      .where("workspace_id", "=", workspaceId)
      .orderBy("partner_id")
      .execute();
    for (const [index, { partner_id }] of rows.entries()) {
      const paypal_email = index === 0 ? null : `pay-${index}@mail.test`;
      await profiles.set({ paypal_email }).where("partner_id", "=", partner_id).execute();
    }
    const ran = (await post("/payouts/run")).body;
    expect(ran.payoutIds).toHaveLength(26);
    const confirmed = (await post("/payouts/confirm")).body;
    expect(confirmed.payoutIds).toHaveLength(25);
    expect(confirmed.refused).toMatchObject([
      { reason: expect.stringContaining("the method paypal needs paypalEmail") },
    ]);
    const { content } = (await post("/payouts/export", { format: "paypal" })).body;
    const lines = content.trimEnd().split("\r\n");
    expect(lines).toHaveLength(25);
    expect(lines[0]).toMatch(/^pay-\d+@mail\.test,10\.\d\d,USD,po_\w{26},Acme partners$/);
    const paid = confirmed.payoutIds.map((id: string) => ({ id, reference: "Batch 7" }));
    const settled = (await post("/payouts/settle", { payouts: [...paid, { id: "po_none" }] })).body;
    expect(settled).toEqual({
      payoutIds: confirmed.payoutIds,
      refused: [{ id: "po_none", reason: "There is no payout po_none." }],
    });
    const list = async () => (await service.request("GET", "/payouts?status=completed", { key })).body;
    const before = await list();
    expect(before).toHaveLength(25);
    expect((await post("/payouts/run")).body).toMatchObject({
      payoutIds: [],
      partners: [{ needs: { reason: "no_destination" }, waiting: [] }],
    });
    expect((await post("/payouts/settle", { payouts: paid })).body.refused).toEqual([]);
    expect(await list()).toEqual(before);
  });

  it("a payout file is written again by ids after it was settled, and marks nothing (P11)", async () => {
    const { apiKey: key } = await service.createWorkspace();
    const post = async (path: string, body: object = {}) => service.request<any>("POST", path, { body, key });
    const ids: string[] = [];
    for (const name of ["again-1", "again-2"]) {
      const { id } = (await post("/partners", { email: `${name}@mail.test`, name })).body;
      await service.request("PUT", `/partners/${id}/payout-method`, { key, body: { method: "manual" } });
      await post("/commissions", { partnerId: id, amount: 1000 });
      ids.push((await post("/payouts", { partnerId: id })).body.id);
    }
    const [id = "", other = ""] = ids;
    const again = (payoutIds: string[]) => post("/payouts/export", { payoutIds });
    expect(await again([id])).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("is pending, and is in no file. Confirm it first.") } },
    });
    await post("/payouts/confirm");
    const lost = (await post("/payouts/export")).body.content;
    await post("/payouts/settle", { payouts: [{ id, reference: "T1" }, { id: other }] });
    const shown = async () => (await service.request("GET", "/payouts?sortBy=paidAt", { key })).body;
    const before = await shown();
    expect((await post("/payouts/export")).body.content.trimEnd().split("\r\n")).toHaveLength(1);
    expect((await again(ids)).body.content).toBe(lost);
    expect((await again([id])).body.content.trimEnd().split("\r\n")).toHaveLength(2);
    expect(await shown()).toEqual(before);
    expect((await again([id, "po_none"])).status).toBe(404);
    expect((await service.request("POST", "/payouts/export", { body: { payoutIds: [id] } })).status).toBe(404);
  });

  it("a payout of another amount than was seen is not confirmed", async () => {
    const { apiKey: key } = await service.createWorkspace();
    const post = async (path: string, body: object = {}) => service.request<any>("POST", path, { body, key });
    const { id: partnerId } = (await post("/partners", { email: "seen@mail.test", name: "Ada" })).body;
    await service.request("PUT", `/partners/${partnerId}/payout-method`, { key, body: { method: "manual" } });
    await post("/commissions", { partnerId, amount: 1000 });
    const { id } = (await post("/payouts", { partnerId })).body;
    await post("/commissions", { partnerId, amount: 500 });
    await post("/payouts", { partnerId });
    const confirm = (amounts: number[]) => post("/payouts/confirm", { payoutIds: [id], amounts });
    expect((await confirm([1000])).body).toEqual({
      payoutIds: [],
      refused: [{ id, reason: `The payout ${id} pays another amount by now. Read it again, then confirm it.` }],
    });
    expect((await confirm([1500, 1])).status).toBe(422);
    expect((await confirm([1500])).body).toEqual({ payoutIds: [id], refused: [] });
  });

  it("a payout that may stand in one file only is in one of two that are made at the same moment, and later in none", async () => {
    const { apiKey: key } = await service.createWorkspace();
    const post = async (path: string, body: object = {}) => service.request<any>("POST", path, { body, key });
    const ids: string[] = [];
    for (const name of ["once-1", "once-2", "once-3"]) {
      const { id } = (await post("/partners", { email: `${name}@mail.test`, name })).body;
      await service.request("PUT", `/partners/${id}/payout-method`, { key, body: { method: "manual" } });
      await post("/commissions", { partnerId: id, amount: 1000 });
      ids.push((await post("/payouts", { partnerId: id })).body.id);
    }
    const [first = "", second = "", third = ""] = ids;
    await post("/payouts/confirm");
    const once = (...payoutIds: string[]) => post("/payouts/export", { payoutIds, again: false });
    const both = await Promise.all([once(first, second), once(first, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error.message).toContain("stands in a file already");
    // Nothing of a refused file is marked.
    expect((await once(third, first)).status).toBe(409);
    const waiting = (await service.request<any>("GET", "/payouts?status=processing", { key })).body;
    expect(waiting.map(({ id }: { id: string }) => id)).toEqual([third]);
    expect((await post("/payouts/export", { again: false })).status).toBe(422);

    // After a lost answer the same call has the same file, of which nothing is stored with the key.
    const body = { payoutIds: [third], again: false };
    const keyed = (idempotencyKey: string) =>
      service.request<any>("POST", "/payouts/export", { body, key, headers: { "Idempotency-Key": idempotencyKey } });
    const file = await keyed("file-1");
    expect(file.body.content).toContain(third);
    const repeated = await keyed("file-1");
    expect(repeated.body).toEqual(file.body);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    const kept = await service.store.db
      .selectFrom("idempotency_keys")
      .where("key", "=", "file-1")
      .select("body")
      .execute();
    expect(kept).toEqual([{ body: '{"content":""}' }]);
    expect((await keyed("file-2")).status).toBe(409);

    expect((await post("/payouts/export", { payoutIds: ids })).body.content.trimEnd().split("\r\n")).toHaveLength(4);
    await post("/payouts/settle", { payouts: [{ id: first }, { id: third }] });
    expect((await once(first)).body.error.message).toContain("is completed by now");
    expect((await keyed("file-1")).body.error.message).toContain("is completed by now");
  });

  it("no file of ids has what another product paid, or what has no destination any more (P11, Y4)", async () => {
    const { apiKey: key, workspaceId } = await service.createWorkspace();
    const post = async (path: string, body: object = {}) => service.request<any>("POST", path, { body, key });
    const partnerId = (await post("/partners", { email: "file@mail.test", name: "Ada" })).body.id;
    const row = { partnerId, customer: { externalId: "old" }, invoiceId: "in_old", date: "2025-01-01", amount: 5000 };
    await post("/commissions/bulk", [{ ...row, earnings: 1000, status: "paid", payoutReference: "old-1" }] as never);
    const [imported] = (await service.request<any>("GET", `/payouts?partnerId=${partnerId}`, { key })).body;
    const refusal = async (id: string) => (await post("/payouts/export", { payoutIds: [id] })).body.error.message;
    expect(await refusal(imported.id)).toContain("was paid by the product you moved from, and is in no file.");
    const method = { method: "paypal", paypalEmail: "file@mail.test" };
    await service.request("PUT", `/partners/${partnerId}/payout-method`, { key, body: method });
    await post("/commissions", { partnerId, amount: 1000 });
    const { id } = (await post("/payouts", { partnerId })).body;
    await service.request("PATCH", `/payouts/${id}`, { key, body: { status: "completed" } });
    expect((await post("/payouts/export", { payoutIds: [id] })).status).toBe(200);
    await post("/partners/deactivate", { partnerId });
    await erasePartner(service.ctx(workspaceId), { partnerId });
    expect(await refusal(id)).toContain("has no destination any more");
  });

  it("a reissue pays the same amount again and moves no sums (P12)", async () => {
    await earn(700);
    const { id } = (await create()).body;
    for (const status of ["processing", "processed", "sent", "completed"]) await mark(id, status);
    const again = await reissuePayout(service.ctx(), id, "came back");
    expect(again).toMatchObject({ amount: 700, status: "processing", description: "came back" });
    const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(body.totalCommissions).toBe(700);
  });

  it("money that came back once is paid again once, however often it is asked (P12)", async () => {
    await earn(700);
    const { id } = (await create()).body;
    await mark(id, "completed");
    const ask = () => reissuePayout(service.ctx(), id, "came back");
    const first = await ask();
    const again = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(again.map((payout) => payout.id))).toEqual(new Set([first.id]));
    await mark(first.id, "failed");
    const second = await ask();
    expect(second.id).not.toBe(first.id);
    await mark(second.id, "completed");
    await expect(ask()).rejects.toThrow(`The payout ${id} was paid again by ${second.id}.`);
    expect((await reissuePayout(service.ctx(), second.id, "came back again")).amount).toBe(700);
  });
});

describe("PUT /partners/{partnerId}/payout-method", () => {
  const set = (body: object, id = partner.id) =>
    service.request<any>("PUT", `/partners/${id}/payout-method`, { body: body as never });
  const bank = { country: "de", holder: "Ada Okafor", iban: "DE89 3704 0044 0532 0130 00" };

  it("sets a bank account that counts at once, masked, audited and announced without it (P14)", async () => {
    const { status, body } = await set({ method: "bank", bank });
    expect([status, body]).toMatchObject([200, { method: "bank", destination: "DE89…3000" }]);
    expect((await service.request("GET", `/partners/${partner.id}/payout-method`)).body).toEqual(body);
    expect(body.effectiveAt <= new Date(service.clock.now()).toISOString()).toBe(true);
    const { body: record } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(record).toMatchObject({ defaultPayoutMethod: null, payoutsEnabledAt: expect.any(String) });
    const db = service.store.db;
    const audits = await db.selectFrom("audit_rows").selectAll().where("entity_id", "=", partner.id).execute();
    expect(audits.at(-1)).toMatchObject({
      operation: "set payout method",
      actor_type: "api_key",
      changes: { method: { old: "paypal", new: "bank" }, destination: { new: "DE89…3000" } },
    });
    const told = await db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", "partner.payout_method_updated" as never)
      .execute();
    expect(JSON.stringify([audits, told])).not.toContain("0532");
    await earn(700);
    const { id } = (await create()).body;
    expect((await mark(id, "processing")).body).toMatchObject({
      method: "bank",
      number: expect.stringMatching(/^\d{6}$/),
    });
  });

  it("takes an account with a routing number where there are no IBANs, and a way of your own (P14)", async () => {
    const account = { country: "US", holder: "Ada", accountNumber: "000123456789", routingNumber: "021000021" };
    expect((await set({ method: "bank", bank: account })).body).toMatchObject({ destination: "0001…6789" });
    expect((await set({ method: "manual" })).body).toMatchObject({ method: "manual", destination: null });
    await earn(700);
    const { id } = (await create()).body;
    expect((await mark(id, "completed", { reference: "cash" })).body).toMatchObject({
      method: "manual",
      status: "completed",
    });
  });

  it.each([
    [{ method: "bank" }, "bank: required"],
    [{ method: "bank", bank: { ...bank, iban: "DE89370400440532013001" } }, "bank.iban: must be an IBAN of DE"],
    [{ method: "bank", bank: { country: "FR", holder: "A", iban: bank.iban } }, "bank.iban: must be an IBAN of FR"],
    [{ method: "bank", bank: { country: "DE", holder: "A", accountNumber: "1" } }, "bank.iban: required for DE"],
    [{ method: "bank", bank: { country: "US", holder: "A", accountNumber: "1" } }, "bank.routingNumber: required"],
    [
      { method: "bank", bank: { country: "US", holder: "A", accountNumber: "1", routingNumber: "12" } },
      "bank.routingNumber: must be the 9 digits",
    ],
    [
      { method: "bank", bank: { country: "US", holder: "A", accountNumber: "1", routingNumber: "021000012" } },
      "bank.routingNumber: must be the 9 digits of the bank's ABA number, with a right checksum",
    ],
    // What is not checked must not take the place of what is.
    [
      {
        method: "bank",
        bank: { country: "US", holder: "A", iban: "X", accountNumber: "1", routingNumber: "021000021" },
      },
      "bank.iban: accounts of US have none",
    ],
    [
      { method: "bank", bank: { ...bank, accountNumber: "1" } },
      "bank.accountNumber: accounts of DE are named by an IBAN",
    ],
    [{ method: "paypal" }, "paypalEmail: required"],
    [{ method: "connect" }, "stripeConnectId: required"],
  ])("answers 422 for %j (P14)", async (body, message) => {
    const answer = await set(body);
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it("answers 404 for another workspace's partner (P14)", async () => {
    expect((await set({ method: "manual" }, "pn_none")).status).toBe(404);
  });

  it("lets no two partners be paid to one account without a release (P9)", async () => {
    const iban = "GB33BUKB20201555555555";
    for (const id of [partner.id, (await service.createPartner()).id])
      await set({ method: "bank", bank: { country: "GB", holder: "Ada", iban } }, id);
    await earn(700);
    const refused = await mark((await create()).body.id, "processing");
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining("same bank")]);
  });
});

describe("export for Wise", () => {
  it("has the accounts of bank transfers, with the statement's number as the reference (P11, P15)", async () => {
    const { workspaceId, apiKey } = await service.createWorkspace();
    const ask = async (method: string, path: string, body: object): Promise<any> =>
      (await service.request<any>(method, path, { key: apiKey, body: body as never })).body;
    const accounts = [
      { country: "DE", holder: "Ada Okafor", iban: "DE89370400440532013000" },
      { country: "US", holder: "Lin, Inc.", accountNumber: "000123456789", routingNumber: "021000021" },
    ];
    const emails: string[] = [];
    for (const bank of accounts) {
      const { id, email } = await ask("POST", "/partners", { email: `w${emails.length}@mail.test`, name: "W" });
      emails.push(email);
      await ask("PUT", `/partners/${id}/payout-method`, { method: "bank", bank });
      await ask("POST", "/commissions", { partnerId: id, amount: 1234 });
    }
    await ask("POST", "/payouts/run", {});
    await ask("POST", "/payouts/confirm", {});
    expect(await exportPayouts(service.ctx(workspaceId), "paypal")).toMatchObject({ text: "", count: 0 });
    const { content } = await ask("POST", "/payouts/export", { format: "wise" });
    expect(content.trim().split("\r\n")).toEqual([
      "name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,IBAN,accountNumber,abartn,bsbCode,ifscCode,bankCode",
      `Ada Okafor,${emails[0]},000001,PERSON,target,12.34,USD,USD,DE89370400440532013000,,,,,`,
      `"Lin, Inc.",${emails[1]},000002,PERSON,target,12.34,USD,USD,,000123456789,021000021,,,`,
    ]);
  });
});

describe("GET /payouts/{id}/statement", () => {
  it("has number, period, lines and totals that come to the amount (P16)", async () => {
    await earn(700);
    await earn(-200);
    const { id } = (await create()).body;
    const draft = await service.request<PayoutStatement>("GET", `/payouts/${id}/statement`);
    expect(draft.body).toMatchObject({ number: null, status: "pending", amount: 500 });
    await mark(id, "processing");
    const { body } = await service.request<PayoutStatement>("GET", `/payouts/${id}/statement`);
    expect(body).toMatchObject({
      number: expect.stringMatching(/^\d{6}$/),
      payoutId: id,
      program: { supportEmail: null },
      partner: { id: partner.id, email: partner.email },
      method: "paypal",
      amount: 500,
      lines: [{ type: "custom", earnings: 700 }, { earnings: -200 }],
      totals: [{ type: "custom", count: 2, earnings: 500 }],
    });
    const token = await service.embedToken(partner.id);
    const own = (key: string) => service.request("GET", `/embed/referrals/statement?payoutId=${id}`, { key });
    expect(await own(token)).toMatchObject({ status: 200, body });
    const other = await service.embedToken((await service.createPartner()).id);
    expect((await own(other)).status).toBe(404);
    await service.request("PATCH", "/program", { body: { embed: { sections: { earnings: false } } } });
    expect((await own(token)).status).toBe(403);
    await service.request("PATCH", "/program", { body: { embed: { sections: { earnings: true } } } });
    await mark(id, "canceled");
    expect((await service.request<any>("GET", `/payouts/${id}/statement`)).body).toMatchObject({
      number: body.number,
      lines: [],
    });
  });
});
