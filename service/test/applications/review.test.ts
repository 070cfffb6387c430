import type { Application, ReviewRule } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reapply } from "../../src/domain/embed/enrollment-actions.ts";
import type { EmbedSession } from "../../src/domain/embed/session.ts";
import { createIds } from "../../src/domain/ids.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
  await service.request("PATCH", "/program", { body: { autoApprove: false } });
});
afterAll(() => service.close());

const post = (action: string, body: unknown, key?: string | null) =>
  service.request("POST", `/partners/applications/${action}`, { body, key });
const partnerOf = async (id: string) => (await service.request("GET", `/partners/${id}`)).body;
const list = async (query = "") => service.request<Application[]>("GET", `/partners/applications${query}`);

describe("answers 200", () => {
  it("lists pending applications newest first, with filters", async () => {
    const first = await service.createPartner({ country: "DE", name: "First" });
    service.clock.advance(1000);
    const second = await service.createPartner({ country: "FR", name: "Second" });
    const { body } = await list();
    expect(body.map(({ partner }) => partner.id)).toEqual([second.id, first.id]);
    expect(body[1]).toMatchObject({
      id: first.applicationId,
      applicationFormData: null,
      partner: { status: "pending", name: "First" },
    });
    expect((await list("?country=de")).body).toHaveLength(1);
    expect((await list("?groupId=grp_x")).body).toEqual([]);
    expect((await list(`?partnerId=${first.id}`)).body).toMatchObject([{ partner: { id: first.id } }]);
    expect((await list("?pageSize=1&page=2")).body).toMatchObject([{ partner: { id: first.id } }]);
    for (const { id } of [first, second]) await post("approve", { partnerId: id });
    expect((await list()).body).toEqual([]);
  });

  it("approve makes links, sets reviewedAt, and may choose the group (E4, F4)", async () => {
    const { id } = await service.createPartner();
    const { body: group } = await service.request("POST", "/groups", { body: { name: "Chosen" } });
    expect((await post("approve", { partnerId: id, groupId: group.id })).body).toEqual({ partnerId: id });
    const partner = await partnerOf(id);
    expect(partner).toMatchObject({ status: "approved", groupId: group.id, links: [{}] });
    expect(partner.application).toEqual({
      rejectionReason: null,
      rejectionNote: null,
      reviewedAt: new Date(service.clock.now()).toISOString(),
    });
    expect((await post("approve", { partnerId: id })).status).toBe(200);
  });

  it("approve and reject take the application's own id (F9)", async () => {
    const first = await service.createPartner();
    const second = await service.createPartner();
    expect((await post("approve", { applicationId: first.applicationId })).body).toEqual({ partnerId: first.id });
    const other = await post("reject", { applicationId: second.applicationId, partnerId: first.id });
    expect(other.body).toEqual({ partnerId: second.id });
    expect(await partnerOf(first.id)).toMatchObject({ status: "approved" });
    expect(await partnerOf(second.id)).toMatchObject({ status: "rejected" });
    const { apiKey } = await service.createWorkspace();
    const { status, body } = await post("approve", { applicationId: first.applicationId }, apiKey);
    expect([status, body.error.message]).toEqual([404, expect.stringContaining(first.applicationId ?? "")]);
    expect((await post("approve", {})).status).toBe(422);
  });

  it("reject keeps reason and note and the date from which to apply again; approve clears them (E5, F5, E8)", async () => {
    const { id } = await service.createPartner();
    await post("reject", {
      partnerId: id,
      rejectionReason: "notTheRightFit",
      rejectionNote: "Sorry",
      flagForFraud: true,
    });
    expect(await partnerOf(id)).toMatchObject({
      status: "rejected",
      application: { rejectionReason: "notTheRightFit", rejectionNote: "Sorry" },
    });
    const row = await service.store.db
      .selectFrom("applications")
      .selectAll()
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(row.reapply_after!.getTime() - service.clock.now()).toBe(30 * dayMs);
    expect(row).toMatchObject({ flagged_for_fraud: true, reviewer_type: "api_key", reapply_timeframe: "standard" });
    await post("approve", { partnerId: id });
    expect(await partnerOf(id)).toMatchObject({
      status: "approved",
      application: { rejectionReason: null, rejectionNote: null },
    });
  });
});

describe("partner.application_submitted", () => {
  const submitted = async (partnerId: string) => {
    const rows = await service.store.db
      .selectFrom("outbox_events")
      .select("data")
      .where("event", "=", "partner.application_submitted")
      .execute();
    return rows.map(({ data }) => data as Application).filter(({ partner }) => partner.id === partnerId);
  };

  it("announces once a partner created as pending, with its application as the list shows it (E1)", async () => {
    const { id, applicationId } = await service.createPartner({ tenantId: "told", country: "DE" });
    const [told, ...others] = await submitted(id);
    expect(others).toEqual([]);
    expect(told).toEqual((await list()).body.find((listed) => listed.id === applicationId));
    await service.createPartner({ tenantId: "told" });
    expect(await submitted(id)).toHaveLength(1);
  });

  it("announces a partner whom a token call enrolled as pending, and none that is approved at once (E1)", async () => {
    const mint = (tenantId: string) =>
      service.request("POST", "/tokens/embed/referrals", {
        body: { tenantId, partner: { email: `${tenantId}@mail.test` } },
      });
    const partnerOfTenant = async (tenantId: string) =>
      (await service.request("GET", `/partners?tenantId=${tenantId}`)).body[0].id;
    await mint("by-token");
    expect(await submitted(await partnerOfTenant("by-token"))).toHaveLength(1);
    await service.request("PATCH", "/program", { body: { autoApprove: true } });
    await mint("at-once");
    await service.request("PATCH", "/program", { body: { autoApprove: false } });
    expect(await submitted(await partnerOfTenant("at-once"))).toEqual([]);
  });
});

describe("automatic review (F6)", () => {
  const useRules = (rules: ReviewRule[]) =>
    service.store.db
      .updateTable("programs")
      .set({ review_rules: JSON.stringify(rules) })
      .where("id", "=", service.programId)
      .execute();
  const statusOf = async (id: string) => (await partnerOf(id)).status;

  it("judges by the first rule that matches, as actor rule; without a match it waits for a person", async () => {
    await useRules([
      { when: { emailDomain: ["spam.test"] }, verdict: "reject", reason: "other", note: "No", reapply: "never" },
      { when: { country: ["DE", "FR"] }, verdict: "approve" },
    ]);
    const german = await service.createPartner({ country: "de" });
    const spam = await service.createPartner({ email: "x@SPAM.test", country: "DE" });
    const other = await service.createPartner({ country: "US" });
    const unknown = await service.createPartner();
    await useRules([]);
    expect(german).toMatchObject({ status: "approved", links: [{}], application: { rejectionReason: null } });
    expect(spam).toMatchObject({ status: "rejected", application: { rejectionReason: "other", rejectionNote: "No" } });
    expect(await Promise.all([other, unknown].map(({ id }) => statusOf(id)))).toEqual(["pending", "pending"]);
    const rows = await service.store.db
      .selectFrom("audit_rows as a")
      .innerJoin("enrollments as e", "e.id", "a.entity_id")
      .select(["a.operation", "a.actor_type", "a.actor_id"])
      .where("e.partner_id", "in", [german.id, spam.id])
      .where("a.operation", "in", ["approve", "reject"])
      .orderBy("a.id")
      .execute();
    expect(rows).toEqual([
      { operation: "approve", actor_type: "rule", actor_id: "1" },
      { operation: "reject", actor_type: "rule", actor_id: "0" },
    ]);
  });

  it("judges an answer when a partner applies again", async () => {
    const form = { fields: [field("audience", "select"), field("site", "text")] };
    await service.store.db
      .updateTable("programs")
      .set({ application_form: JSON.stringify(form) })
      .where("id", "=", service.programId)
      .execute();
    const { id } = await service.createPartner();
    await post("reject", { partnerId: id, reapplicationTimeframe: "instant" });
    await useRules([{ when: { field: "audience", values: ["large"] }, verdict: "approve" }]);
    const { body } = await service.request("POST", "/embed/referrals/enrollment/reapply", {
      key: await service.embedToken(id),
      body: { values: { audience: "large" } },
    });
    await useRules([]);
    expect(body).toMatchObject({ status: "approved", access: "full" });
    expect(await statusOf(id)).toBe("approved");
  });
});

describe("the last answer counts", () => {
  it("to a partner who applied again on a process whose clock was set back (E7)", async () => {
    const { id } = await service.createPartner();
    await post("reject", { partnerId: id, reapplicationTimeframe: "instant" });
    const enrollment = await service.store.db
      .selectFrom("enrollments")
      .select("id")
      .where("partner_id", "=", id)
      .executeTakeFirstOrThrow();
    const session = { enrollmentId: enrollment.id, programId: service.programId } as EmbedSession;
    const back = { now: () => service.clock.now() - dayMs };
    await reapply({ ...service.ctx(), ids: createIds(back) }, session);
    await post("reject", { partnerId: id, reapplicationTimeframe: "never", rejectionNote: "Last word" });
    const key = await service.embedToken(id);
    const shown = await service.request("GET", "/embed/referrals", { key });
    expect(shown.body).toMatchObject({ notice: { note: "Last word" } });
    expect((await service.request("POST", "/embed/referrals/enrollment/reapply", { key, body: {} })).status).toBe(409);
  });
});

const field = (key: string, type: "select" | "text") => ({
  key,
  label: key,
  required: false,
  locked: false,
  position: type === "select" ? 0 : 1,
  type,
  ...(type === "select" && { options: ["large", "small"].map((value) => ({ label: value, value })) }),
});

describe("answers 409", () => {
  it("rejecting an approved partner, approving an archived one (E22)", async () => {
    const { id } = await service.createPartner();
    await post("approve", { partnerId: id });
    expect((await post("reject", { partnerId: id })).status).toBe(409);
    await service.request("POST", "/partners/archive", { body: { partnerId: id } });
    expect((await post("approve", { partnerId: id })).status).toBe(409);
  });
});

describe("answers 400, 404 or 422", () => {
  it.each(["approve", "reject"])("%s", async (action) => {
    expect((await post(action, "x")).status).toBe(400);
    expect((await post(action, { partnerId: "pn_x" })).status).toBe(404);
    expect((await post(action, {})).body.error.message).toBe("custom: body: send applicationId or partnerId");
  });

  it("the list, and an unknown group or a long note", async () => {
    expect((await list("?page=0")).status).toBe(422);
    const { id } = await service.createPartner();
    expect((await post("approve", { partnerId: id, groupId: "grp_x" })).body.error.message).toMatch(
      /^invalid_value: groupId: /,
    );
    expect((await post("reject", { partnerId: id, rejectionNote: "n".repeat(501) })).status).toBe(422);
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect((await service.request("GET", "/partners/applications", { key: bare.apiKey })).status).toBe(404);
  });
});
