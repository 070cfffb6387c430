import type { Commission, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commissions } from "../../src/commands/corrections.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { subscribe } from "../webhooks/subscribe.ts";

let service: TestService;
let partner: Partner;
let count = 0;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});
beforeEach(async () => {
  partner = await service.createPartner({ tenantId: `held-${(count += 1)}` });
});

/** A sale of 1000, which earns 250. */
async function sell(invoiceId: string, more: object = {}): Promise<Commission> {
  const clickId = await storeClick(service, partner.links![0]!.id);
  const body = { customerExternalId: `cus-${invoiceId}`, clickId, amount: 1000, invoiceId, ...more };
  await service.request("POST", "/track/sale", { body });
  return (await ofInvoice(invoiceId))[0]!;
}

const ofInvoice = async (invoiceId: string) =>
  (await service.request<Commission[]>("GET", `/commissions?invoiceId=${invoiceId}`)).body;
const patch = <T = Commission>(id: string, body: object) => service.request<T>("PATCH", `/commissions/${id}`, { body });
const refusal = async (id: string, body: object) => {
  const { status, body: answer } = await patch<{ error: { message: string } }>(id, body);
  return { status, message: answer.error.message };
};
const auditOf = (id: string) =>
  service.store.db.selectFrom("audit_rows").selectAll().where("entity_id", "=", id).orderBy("position").execute();

describe("holding a commission", () => {
  it("keeps it back for a review with the person's note, in the record, the audit and the webhook (C3, C26)", async () => {
    const { id } = await sell(`note-${count}`);
    await subscribe(service.ctx(), ["commission.updated"]);
    const note = "Five orders from one office.";
    const held = await patch(id, { status: "hold", note });
    expect(held).toMatchObject({
      status: 200,
      body: { status: "hold", holdReason: "review", reviewReason: "review", note },
    });
    const [audited] = (await auditOf(id)).filter(({ operation }) => operation === "commission.update");
    expect(audited).toMatchObject({ from: "pending", to: "hold", reason: note });
    expect(audited!.changes).not.toHaveProperty("note");
    const [told] = await service.store.db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", "commission.updated")
      .execute();
    expect(told!.data).toMatchObject({ id, holdReason: "review", note, previous: { status: "pending" } });
    const released = await patch(id, { status: "pending", note: "One company, many people." });
    expect(released.body).toMatchObject({ status: "pending", holdReason: null, note: "One company, many people." });
    expect((await patch(id, { status: "canceled" })).body).toMatchObject({ status: "canceled", note: null });
  });

  it("tells the partner that it is on hold for a review, without the note (C26)", async () => {
    const { id } = await sell(`told-${count}`);
    await patch(id, { status: "hold", note: "secret suspicion" });
    const key = await service.embedToken(partner.id);
    const { body } = await service.request("GET", "/embed/referrals/earnings", { key });
    expect(body.data).toMatchObject([{ id, status: "hold", statusReason: "review" }]);
    const { body: bootstrap } = await service.request("GET", "/embed/referrals", { key });
    expect(bootstrap.earnings.onHold).toEqual([{ reason: "review", amount: 250 }]);
    expect(JSON.stringify([body, bootstrap])).not.toContain("secret");
  });

  it("takes it out of a payout that is not confirmed, and no run pays it until it is released (C1, C3)", async () => {
    const first = await sell(`run-${count}`);
    const second = await sell(`stay-${count}`);
    service.clock.advance(31 * dayMs);
    const collect = async () => (await service.request("POST", "/payouts", { body: { partnerId: partner.id } })).body;
    const payout = await collect();
    expect(payout.amount).toBe(500);
    await patch(first.id, { status: "hold" });
    expect((await service.request("GET", `/payouts?partnerId=${partner.id}`)).body).toMatchObject([{ amount: 250 }]);
    expect((await collect()).amount).toBe(250);
    await patch(first.id, { status: "pending" });
    expect((await collect()).amount).toBe(500);
    await service.request("PUT", `/partners/${partner.id}/payout-method`, { body: { method: "manual" } });
    await service.request("PATCH", `/payouts/${payout.id}`, { body: { status: "completed" } });
    const { status, message } = await refusal(second.id, { status: "hold" });
    expect([status, message]).toEqual([409, expect.stringContaining("is paid and can only be corrected")]);
    // A note moves no money.
    expect((await patch(second.id, { note: "Asked about it." })).body).toMatchObject({
      status: "paid",
      note: "Asked about it.",
    });
  });

  it("refuses what is void, by decision or by a ban, and says which (C1)", async () => {
    const { id } = await sell(`void-${count}`);
    await patch(id, { status: "fraud" });
    expect(await refusal(id, { status: "hold" })).toEqual({
      status: 409,
      message: `The commission ${id} is fraud and can only become pending.`,
    });
    await patch(id, { status: "pending" });
    await service.request("POST", "/partners/ban", { body: { partnerId: partner.id, reason: "spam" } });
    expect((await refusal(id, { status: "hold" })).message).toContain("was canceled by a ban and comes back with it");
  });

  it("stays for a person when a dispute ends, and releasing it during one names the dispute and changes nothing (C3)", async () => {
    const { id, invoiceId } = await sell(`both-${count}`);
    await patch(id, { status: "hold", note: "odd" });
    const dispute = { invoiceId: invoiceId!, disputeId: `dp-${count}` };
    await trackDispute(service.ctx(), { ...dispute, status: "opened" });
    const { status, message } = await refusal(id, { status: "pending" });
    expect(status).toBe(409);
    expect(message).toContain(
      "is held for dispute, which ends by itself: with the dispute. Release it from review then",
    );
    await trackDispute(service.ctx(), { ...dispute, status: "won" });
    expect((await ofInvoice(invoiceId!))[0]).toMatchObject({ status: "hold", holdReason: "review", note: "odd" });
    expect((await patch(id, { status: "pending" })).body.status).toBe("pending");
  });

  it("adds to what holds it already, once (C3)", async () => {
    const { id } = await sell(`self-${count}`, { customerEmail: partner.email });
    expect((await patch(id, { status: "hold", note: "a" })).body).toMatchObject({ status: "hold", note: "a" });
    expect((await patch(id, { status: "hold", note: "b" })).body).toMatchObject({ note: "b" });
    expect((await patch(id, { status: "hold" })).body).toMatchObject({ note: "b" });
    const [row] = await service.store.db.selectFrom("commissions").selectAll().where("id", "=", id).execute();
    expect(row!.hold_reasons).toEqual(["review", "self_referral"]);
    expect((await patch(id, { status: "pending" })).body).toMatchObject({ status: "pending", note: null });
  });

  it("holds and releases in bulk, all or none (C1)", async () => {
    const ids = [(await sell(`x-${count}`)).id, (await sell(`y-${count}`)).id];
    const bulk = (body: object) => service.request("PATCH", "/commissions/bulk", { body });
    expect((await bulk({ commissionIds: ids, status: "hold", note: "all" })).body).toEqual(
      ids.map((id) => ({ id, status: "hold", holdReason: "review" })),
    );
    await patch(ids[0]!, { status: "canceled" });
    expect((await bulk({ commissionIds: ids.toReversed(), status: "hold" })).status).toBe(409);
    expect((await ofInvoice(`y-${count}`))[0]).toMatchObject({ status: "hold", note: "all" });
  });
});

describe("a report that only a page made and a person holds", () => {
  const page = (path: string, body: object) =>
    service.request("POST", `/track/${path}/client`, { key: service.publishableKey, body });

  it("is still held once the server sends its sale, and released by confirming it (C3, V16)", async () => {
    const clickId = await storeClick(service, partner.links![0]!.id);
    for (const invoiceId of [`server-${count}`, `confirm-${count}`]) {
      await page("sale", { customerExternalId: invoiceId, clickId, amount: 1000, invoiceId });
      const [{ id }] = (await ofInvoice(invoiceId)) as [Commission];
      expect((await patch(id, { status: "hold", note: "who?" })).body).toMatchObject({ holdReason: "review" });
    }
    const sale = { customerExternalId: `server-${count}`, clickId, amount: 1000, invoiceId: `server-${count}` };
    const { body } = await service.request("POST", "/track/sale", { body: sale });
    expect(body.sale.holdReason).toBe("review");
    expect(await ofInvoice(sale.invoiceId)).toMatchObject([{ status: "hold", earnings: 250, note: "who?" }]);
    const [{ id }] = (await ofInvoice(`confirm-${count}`)) as [Commission];
    expect((await patch(id, { status: "pending" })).body).toMatchObject({ status: "pending", earnings: 250 });
  });

  it("keeps the hold of a lead that the server sends again (C3, A16)", async () => {
    const reward = { event: "lead", type: "flat", amount: 100 };
    const { body: made } = await service.request("POST", "/rewards", { body: reward });
    await service.store.db
      .updateTable("enrollments")
      .set({ lead_reward_id: made.id })
      .where("partner_id", "=", partner.id)
      .execute();
    const clickId = await storeClick(service, partner.links![0]!.id);
    const lead = { customerExternalId: `lead-${count}`, clickId, eventName: "Sign up" };
    await page("lead", lead);
    const listed = async () =>
      (await service.request<Commission[]>("GET", `/commissions?type=lead&partnerId=${partner.id}`)).body;
    const [{ id }] = (await listed()) as [Commission];
    await patch(id, { status: "hold", note: "who?" });
    await service.request("POST", "/track/lead", { body: lead });
    expect(await listed()).toMatchObject([{ status: "hold", holdReason: "review", earnings: 100, note: "who?" }]);
  });
});

/** A sale of the partner and the share of it that another partner earns, who brought this one in. */
async function sellThrough(
  invoiceId: string,
  terms: object = {},
): Promise<{ recruiter: Partner; source: Commission; share: Commission }> {
  const recruiter = await service.createPartner();
  const reward = { event: "referral", type: "percentage", amount: 10, ...terms };
  const { body: made } = await service.request("POST", "/rewards", { body: reward });
  const enrollments = service.store.db.updateTable("enrollments");
  const of = await service.store.db
    .selectFrom("enrollments")
    .select("id")
    .where("partner_id", "=", recruiter.id)
    .executeTakeFirstOrThrow();
  await enrollments.set({ referral_reward_id: made.id }).where("id", "=", of.id).execute();
  await enrollments.set({ referred_by_id: of.id }).where("partner_id", "=", partner.id).execute();
  await sell(invoiceId);
  const rows = await ofInvoice(invoiceId);
  const [source, share] = ["sale", "referral"].map((name) => rows.find(({ type }) => type === name)!);
  return { recruiter, source: source!, share: share! };
}

const statusesOf = async (invoiceId: string) =>
  (await ofInvoice(invoiceId)).map(({ type, status }) => `${type} ${status}`).sort();

describe("what another partner earns through it", () => {
  it("is held and released with its source, unless a person holds it by itself (C15)", async () => {
    const invoiceId = `through-${count}`;
    const { recruiter, source, share } = await sellThrough(invoiceId);
    const statuses = () => statusesOf(invoiceId);
    await patch(source.id, { status: "hold" });
    expect(await statuses()).toEqual(["referral hold", "sale hold"]);
    await patch(source.id, { status: "pending" });
    expect(await statuses()).toEqual(["referral pending", "sale pending"]);
    await patch(share.id, { status: "hold" });
    await patch(source.id, { status: "hold" });
    await patch(source.id, { status: "pending" });
    expect(await statuses()).toEqual(["referral hold", "sale pending"]);
    // A ban of the one who brought the partner in keeps the hold for the unban.
    await patch(share.id, { status: "pending" });
    await service.request("POST", "/partners/ban", { body: { partnerId: recruiter.id, reason: "spam" } });
    await patch(source.id, { status: "hold" });
    await service.request("POST", "/partners/unban", { body: { partnerId: recruiter.id } });
    expect(await statuses()).toEqual(["referral hold", "sale hold"]);
  });

  it.each([
    ["is banned", "referral canceled", "sale canceled"],
    ["is found to be fraud", "referral fraud", "sale fraud"],
    ["is held for a review", "referral hold", "sale hold"],
  ])("goes where its source went once its payout fails: whoever sold %s (C15, C22)", async (what, ...expected) => {
    const invoiceId = `failed-${count}`;
    const { recruiter, source } = await sellThrough(invoiceId);
    service.clock.advance(31 * dayMs);
    const { body: payout } = await service.request<any>("POST", "/payouts", {
      body: { partnerId: recruiter.id },
    });
    await service.store.db.updateTable("payouts").set({ status: "processed" }).where("id", "=", payout.id).execute();
    const ban = (operation: string) =>
      service.request("POST", `/partners/${operation}`, {
        body: { partnerId: partner.id, ...(operation === "ban" && { reason: "fraud" }) },
      });
    if (what === "is banned") await ban("ban");
    else await patch(source.id, { status: what.includes("fraud") ? "fraud" : "hold" });
    expect((await statusesOf(invoiceId))[0]).toBe("referral processed");
    await service.request("PATCH", `/payouts/${payout.id}`, { body: { status: "failed" } });
    expect(await statusesOf(invoiceId)).toEqual(expected);
    if (what === "is banned") await ban("unban");
    else await patch(source.id, { status: "pending" });
    expect(await statusesOf(invoiceId)).toEqual(["referral pending", "sale pending"]);
  });

  describe.each([
    ["the recruiter", "the seller"],
    ["the seller", "the recruiter"],
  ])("is banned with %s first", (first, second) => {
    it.each([
      ["the recruiter", "the seller"],
      ["the seller", "the recruiter"],
    ])("and comes back once both bans are over, that of %s first (C21)", async (freed, last) => {
      const invoiceId = `bans-${count}`;
      const { recruiter } = await sellThrough(invoiceId);
      service.clock.advance(31 * dayMs);
      // In a payout that the ban of the recruiter takes along.
      const { body: payout } = await service.request("POST", "/payouts", { body: { partnerId: recruiter.id } });
      const act = (who: string, operation: string) =>
        service.request("POST", `/partners/${operation}`, {
          body: {
            partnerId: who === "the seller" ? partner.id : recruiter.id,
            ...(operation === "ban" && { reason: "fraud" }),
          },
        });
      await act(first, "ban");
      await act(second, "ban");
      await act(freed, "unban");
      expect((await statusesOf(invoiceId))[0]).toBe("referral canceled");
      const { body: payouts } = await service.request("GET", `/payouts?partnerId=${recruiter.id}`);
      expect(payouts).toMatchObject([{ id: payout.id, status: "canceled" }]);
      await expectSound(service);
      await act(last, "unban");
      expect((await statusesOf(invoiceId))[0]).toMatch(/^referral (pending|processed)$/);
      expect((await statusesOf(invoiceId))[1]).toBe("sale pending");
      await expectSound(service);
    });
  });

  it("takes its cap while it waits for the end of a ban: a source does not come back with more than that (C11, C15)", async () => {
    const invoiceId = `capped-${count}`;
    const { recruiter, source, share } = await sellThrough(invoiceId, { maxAmount: 700 });
    await service.request("POST", "/partners/ban", { body: { partnerId: recruiter.id, reason: "spam" } });
    expect((await patch(share.id, { earnings: 701 })).status).toBe(200);
    await patch(source.id, { status: "duplicate" });
    expect(await refusal(source.id, { status: "pending" })).toEqual({
      status: 409,
      message: `The commission ${share.id} would exceed the cap of its reward.`,
    });
    expect(await statusesOf(invoiceId)).toEqual(["referral duplicate", "sale duplicate"]);
  });
});

describe("notes and persons", () => {
  it("goes with the partner or customer who is erased, from the audit too (Y4, Y6)", async () => {
    const first = await sell(`erase-${count}`);
    const second = await sell(`gone-${count}`);
    await subscribe(service.ctx(), ["commission.updated"]);
    for (const { id } of [first, second]) await patch(id, { status: "hold", note: `secretnote ${count}` });
    await service.request("DELETE", `/customers/${second.customer!.id}`);
    expect(JSON.stringify(await auditOf(second.id))).not.toContain("secretnote");
    expect((await auditOf(first.id)).some(({ reason }) => reason?.includes("secretnote"))).toBe(true);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    await erasePartner(service.ctx(), { partnerId: partner.id }, { forfeit: true });
    for (const table of ["commissions", "audit_rows", "outbox_events", "idempotency_keys"]) {
      const { rows } = await service.store.pool.query(`select 1 from ${table} t where t::text like $1`, [
        `%secretnote ${count}%`,
      ]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

describe("the command commissions", () => {
  it("holds and releases with a note, and say what still holds a commission (C3)", async () => {
    const { id, invoiceId } = await sell(`command-${count}`);
    const { store, deps } = service;
    const run = (...words: string[]) => runCommand({ store, config: deps.config }, commissions, ...words);
    expect((await run("hold", id, "--note", "look")).text).toBe(`${id}  hold  review`);
    expect((await ofInvoice(invoiceId!))[0]!.note).toBe("look");
    expect((await run("release", id)).text).toBe(`${id}  pending`);
    await trackDispute(service.ctx(), { invoiceId: invoiceId!, disputeId: `dpc-${count}`, status: "opened" });
    await expect(run("release", id)).rejects.toThrow("is held for dispute");
    await expect(run("hold", ...Array.from({ length: 101 }, () => id))).rejects.toThrow("at most 100");
    await expect(run("pay", id)).rejects.toThrow("held or released");
  });
});
