import type { Application } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("200", () => {
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
    expect((await list("?pageSize=1&page=2")).body).toMatchObject([{ partner: { id: first.id } }]);
    for (const { id } of [first, second]) await post("approve", { partnerId: id });
    expect((await list()).body).toEqual([]);
  });

  it("E4, F4: approve makes links, sets reviewedAt, and may choose the group", async () => {
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

  it("E5, F5: reject keeps reason and note and the date from which to apply again; E8: approve clears them", async () => {
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

describe("409", () => {
  it("E22: rejecting an approved partner, approving an archived one", async () => {
    const { id } = await service.createPartner();
    await post("approve", { partnerId: id });
    expect((await post("reject", { partnerId: id })).status).toBe(409);
    await service.request("POST", "/partners/archive", { body: { partnerId: id } });
    expect((await post("approve", { partnerId: id })).status).toBe(409);
  });
});

describe("400, 401, 403, 404, 422", () => {
  it.each(["approve", "reject"])("%s", async (action) => {
    expect((await post(action, "x")).status).toBe(400);
    expect((await post(action, {}, null)).status).toBe(401);
    expect((await post(action, {}, service.publishableKey)).status).toBe(403);
    expect((await post(action, { partnerId: "pn_x" })).status).toBe(404);
    expect((await post(action, {})).body.error.message).toBe("invalid_type: partnerId: required");
  });

  it("the list, and an unknown group or a long note", async () => {
    expect((await service.request("GET", "/partners/applications", { key: null })).status).toBe(401);
    expect((await service.request("GET", "/partners/applications", { key: service.publishableKey })).status).toBe(403);
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
