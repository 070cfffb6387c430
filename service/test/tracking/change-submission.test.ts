import { webhookTriggers, type Partner, type ReferralStatus } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeSubmission } from "../../src/domain/referrals/change-submission.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { subscribe } from "../webhooks/subscribe.ts";

let service: TestService;
let partner: Partner;
let id: string;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

beforeEach(async () => {
  partner = await service.createPartner();
  id = await submit({ email: `lead-${partner.id}@mail.test` });
});

async function submit(values: Record<string, string>): Promise<string> {
  const { db } = service.store;
  const enrollment = await db
    .selectFrom("enrollments")
    .select("id")
    .where("partner_id", "=", partner.id)
    .executeTakeFirstOrThrow();
  const submission = service.deps.ids.next("sub");
  const at = new Date(service.clock.now());
  await db
    .insertInto("referral_submissions")
    .values({
      id: submission,
      enrollment_id: enrollment.id,
      values: JSON.stringify(values),
      values_hash: submission,
      form_snapshot: JSON.stringify({ fields: [] }),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return submission;
}

const move = async (status: ReferralStatus, amount?: number) =>
  (await changeSubmission(service.ctx(), id, { status, won: amount === undefined ? undefined : { amount } })).value;

async function figures(): Promise<number[]> {
  const { body } = await service.request<Partner>("GET", `/partners/${partner.id}`);
  return [body.totalLeads, body.totalSales, body.totalSaleAmount];
}

describe("a referral submission", () => {
  it("from qualified on is one lead, and one sale when it is won with an amount (F8)", async () => {
    await move("qualified");
    await move("qualified");
    await move("negotiation");
    expect(await figures()).toEqual([1, 0, 0]);
    expect(await move("closedWon", 5000)).toMatchObject({ id, status: "closedWon" });
    expect(await figures()).toEqual([1, 1, 5000]);
  });

  it("does not go back, and its ends are final (F7)", async () => {
    await move("meeting");
    await expect(move("qualified")).rejects.toMatchObject({ code: "conflict" });
    await move("closedLost");
    await expect(move("closedWon", 1)).rejects.toMatchObject({ code: "conflict" });
    expect(await figures()).toEqual([1, 0, 0]);
  });

  it("takes the customer with the same email, and refuses one of another partner (F8)", async () => {
    const first = partner;
    const email = `Shared-${first.id}@mail.test`;
    id = await submit({ email });
    await move("qualified");
    id = await submit({ email: email.toLowerCase(), note: "again" });
    await move("qualified");
    expect(await figures()).toEqual([1, 0, 0]);
    partner = await service.createPartner();
    id = await submit({ email });
    await expect(move("qualified")).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("GET /referrals, PATCH /referrals/{id}", () => {
  const list = async (query: string) => (await service.request("GET", `/referrals${query}`)).body;
  const patch = (body: object, key?: string) => service.request("PATCH", `/referrals/${id}`, { body, key });

  it("lists what partners sent, and a won one with an amount is a sale (F7, F8)", async () => {
    const [sent, ...others] = await list(`?partnerId=${partner.id}`);
    expect(others).toEqual([]);
    expect(sent).toEqual({
      id,
      status: "pending",
      values: { email: `lead-${partner.id}@mail.test` },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      partnerId: partner.id,
      note: null,
    });
    const { status, body } = await patch({ status: "closedWon", amount: 8000 });
    expect([status, body]).toEqual([200, { ...sent, status: "closedWon", updatedAt: expect.any(String) }]);
    expect((await service.request("GET", `/partners/${partner.id}`)).body).toMatchObject({ totalSaleAmount: 8000 });
    expect(await list(`?partnerId=${partner.id}&status=pending`)).toEqual([]);
    expect((await list("?status=closedWon&pageSize=1"))[0]).toMatchObject({ status: "closedWon" });
  });

  it("answers 404 to another workspace, 409 for a step back, 422 for an unknown status", async () => {
    const { apiKey } = await service.createWorkspace();
    expect((await patch({ status: "qualified" }, apiKey)).status).toBe(404);
    expect((await service.request("GET", "/referrals", { key: apiKey })).body).toEqual([]);
    await patch({ status: "meeting" });
    expect((await patch({ status: "qualified" })).status).toBe(409);
    expect((await patch({ status: "won" })).status).toBe(422);
    expect((await patch({})).body).toMatchObject({
      error: { code: "unprocessable_entity", message: expect.stringContaining("send status, note or both") },
    });
    expect((await service.request("GET", `/referrals/${id}`, { key: apiKey })).status).toBe(404);
    expect((await patch({ status: "closedWon", amount: -1 })).status).toBe(422);
    expect((await service.request("GET", "/referrals?partnerId=pn_none")).status).toBe(404);
  });
});

describe("the note of a referral", () => {
  const read = () => service.request<any>("GET", `/referrals/${id}`);
  const write = (body: object, headers: Record<string, string> = {}) =>
    service.request<any>("PATCH", `/referrals/${id}`, { body, headers });
  const versionOf = async (): Promise<string> => (await read()).headers.get("etag")!;

  it("is kept as it was written until it is taken away, and moves nothing", async () => {
    const before = (await read()).body;
    const note = '  Call first.\n\n- "spring"\n<b>https://evil.test</b> ';
    service.clock.advance(1000);
    expect((await write({ note })).body).toEqual({ ...before, note });
    expect((await read()).body).toEqual({ ...before, note });
    expect((await write({ status: "qualified" })).body).toMatchObject({ status: "qualified", note });
    for (const none of [null, " \n "]) {
      await write({ note });
      expect((await write({ note: none })).body).toMatchObject({ status: "qualified", note: null });
    }
    expect((await write({ status: "meeting", note: "Met" })).body).toMatchObject({ status: "meeting", note: "Met" });
    expect(await figures()).toEqual([1, 0, 0]);
  });

  it("has at most 2,000 characters, of whatever script, and may be written of a referral that is over", async () => {
    await write({ status: "closedLost" });
    expect((await write({ note: "🦊".repeat(2000) })).status).toBe(200);
    expect((await write({ note: "n".repeat(2001) })).status).toBe(422);
    expect((await read()).body.note).toBe("🦊".repeat(2000));
  });

  it("is written, and the referral moved, over no change that the writer has not seen", async () => {
    const seen = { "if-match": await versionOf() };
    await write({ note: "By Bo" });
    for (const body of [{ note: "By Ada" }, { status: "qualified" }]) {
      const refused = await write(body, seen);
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        "The referral was changed since you read it. Read it again.",
      ]);
    }
    expect((await read()).body).toMatchObject({ status: "pending", note: "By Bo" });
    const saved = await write({ note: "By both" }, { "if-match": await versionOf() });
    expect([saved.status, saved.headers.get("etag")]).toEqual([200, await versionOf()]);
  });

  it("is written by one alone of two who have read the same", async () => {
    const seen = { "if-match": await versionOf() };
    const answers = await Promise.all(["one", "two"].map((note) => write({ note }, seen)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("stands in the audit with who changed it; the same again does not", async () => {
    for (const note of ["First", "First", "Second"]) {
      await write({ note });
      service.clock.advance(1000);
    }
    const { body } = await service.request<any>("GET", `/audit?entity=referral&entityId=${id}`);
    expect(body).toMatchObject([
      { operation: "referral.note", actorType: "api_key", changes: { note: { old: "First", new: "Second" } } },
      { operation: "referral.note", actorType: "api_key", changes: { note: { old: null, new: "First" } } },
    ]);
  });

  it("never reaches the partner: not by the embed, its file, or webhooks", async () => {
    await subscribe(service.ctx(), webhookTriggers);
    await write({ note: "zsecretz" });
    await write({ status: "closedWon", amount: 100 });
    const key = await service.embedToken(partner.id);
    const paths = ["", "/referrals", "/events", "/export?format=json", "/export?format=csv&section=referrals"];
    const told = await Promise.all(paths.map((path) => service.request("GET", `/embed/referrals${path}`, { key })));
    expect(told.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(told.filter((answer) => JSON.stringify(answer.body).includes("zsecretz"))).toEqual([]);
    const { rows } = await service.store.pool.query("SELECT 1 FROM outbox_events t WHERE t::text LIKE '%zsecretz%'");
    expect(rows).toEqual([]);
  });
});
