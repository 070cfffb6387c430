import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const post = (action: string, body: unknown, key?: string | null) =>
  service.request("POST", `/partners/${action}`, { body, key });
const statusOf = async (id: string): Promise<string> => (await service.request("GET", `/partners/${id}`)).body.status;

describe("answers 200", () => {
  it("ban and deactivate answer {partnerId}, the others {partnerId, status}", async () => {
    const { id } = await service.createPartner({ tenantId: "s1" });
    expect((await post("archive", { tenantId: "s1" })).body).toEqual({ partnerId: id, status: "archived" });
    expect((await post("unarchive", { partnerId: id })).body).toEqual({ partnerId: id, status: "approved" });
    expect((await post("deactivate", { partnerId: id })).body).toEqual({ partnerId: id });
    expect((await post("reactivate", { partnerId: id })).body).toEqual({ partnerId: id, status: "approved" });
    expect((await post("ban", { partnerId: id, reason: "spam" })).body).toEqual({ partnerId: id });
    expect((await service.request("GET", `/partners/${id}`)).body).toMatchObject({
      status: "banned",
      bannedReason: "spam",
    });
    expect((await post("unban", { partnerId: id })).body).toEqual({ partnerId: id, status: "approved" });
    expect((await service.request("GET", `/partners/${id}`)).body).toMatchObject({
      bannedAt: null,
      bannedReason: null,
    });
  });

  it("a repeated ban has no effect and the first reason stays (E23)", async () => {
    const { id } = await service.createPartner();
    await post("ban", { partnerId: id, reason: "fraud" });
    expect((await post("ban", { partnerId: id, reason: "spam" })).status).toBe(200);
    expect((await service.request("GET", `/partners/${id}`)).body.bannedReason).toBe("fraud");
  });

  it("partnerId wins over tenantId", async () => {
    const a = await service.createPartner({ tenantId: "a" });
    const b = await service.createPartner({ tenantId: "b" });
    expect((await post("archive", { partnerId: a.id, tenantId: "b" })).body.partnerId).toBe(a.id);
    expect(await statusOf(b.id)).toBe("approved");
  });
});

describe("invite", () => {
  it("makes an invited enrollment with live links; invites again after a decline (E2, E11)", async () => {
    const { status, body } = await post("invite", { email: "inv@mail.test", name: "Inv Ited" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "invited", links: [{ key: "inv-ited" }] });
    await service.store.db
      .updateTable("enrollments")
      .set({ status: "declined" })
      .where("partner_id", "=", body.id)
      .execute();
    expect((await post("invite", { email: "inv@mail.test" })).body.status).toBe("invited");
  });
});

describe("answers 409", () => {
  it.each(["archive", "reactivate", "unarchive", "deactivate"])(
    "%s of a banned partner names both states (E22)",
    async (action) => {
      const { id } = await service.createPartner();
      await post("ban", { partnerId: id, reason: "spam" });
      const { status, body } = await post(action, { partnerId: id });
      expect(status).toBe(409);
      expect(body.error.message).toMatch(/banned.*(archived|approved|deactivated)/);
    },
  );

  it("unban of one who is archived, ban of one who is pending, invite of one who is enrolled, or a taken tenant or username", async () => {
    const { id, email } = await service.createPartner({ tenantId: "i1", username: "inv-user" });
    expect((await post("invite", { email })).status).toBe(409);
    expect((await post("invite", { email: "new@mail.test", tenantId: "i1" })).status).toBe(409);
    expect((await post("invite", { email: "new@mail.test", username: "inv-user" })).status).toBe(409);
    await post("archive", { partnerId: id });
    expect((await post("unban", { partnerId: id })).status).toBe(409);
    await service.store.db.updateTable("enrollments").set({ status: "pending" }).where("partner_id", "=", id).execute();
    expect((await post("ban", { partnerId: id, reason: "spam" })).status).toBe(409);
  });
});

describe("answers 400, 404 or 422", () => {
  it.each(["ban", "deactivate", "unban", "reactivate", "archive", "unarchive"])("%s", async (action) => {
    const reason = action === "ban" ? { reason: "spam" } : {};
    expect((await post(action, "{")).status).toBe(400);
    expect((await post(action, { partnerId: "pn_x", ...reason })).status).toBe(404);
    expect((await post(action, { tenantId: "nobody", ...reason })).status).toBe(404);
    expect((await post(action, reason)).body.error.message).toBe("custom: body: partnerId or tenantId is required");
  });

  it("ban needs one of the six reasons; invite an email, and a program", async () => {
    expect((await post("ban", { partnerId: "pn_x" })).body.error.message).toBe("invalid_type: reason: required");
    expect((await post("ban", { partnerId: "pn_x", reason: "mood" })).status).toBe(422);
    expect((await post("invite", {})).status).toBe(422);
    expect((await post("invite", "")).status).toBe(400);
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect((await post("invite", { email: "a@mail.test" }, bare.apiKey)).status).toBe(404);
    expect((await service.request("GET", "/partners/count", { key: bare.apiKey })).status).toBe(404);
  });
});
