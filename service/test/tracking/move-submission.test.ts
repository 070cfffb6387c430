import type { Partner, ReferralStatus } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveSubmission } from "../../src/domain/referrals/move-submission.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

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

const move = (status: ReferralStatus, amount?: number) =>
  moveSubmission(service.ctx(), id, { status, won: amount === undefined ? undefined : { amount } });

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
    expect((await patch({ status: "closedWon", amount: -1 })).status).toBe(422);
    expect((await service.request("GET", "/referrals?partnerId=pn_none")).status).toBe(404);
  });
});
