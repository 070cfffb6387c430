import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const patch = (body: unknown, key?: string | null) => service.request("PATCH", "/program", { body, key });

describe("200", () => {
  it("G2: a new program has the defaults", async () => {
    const { body } = await service.request("GET", "/program");
    expect(body).toMatchObject({
      currency: "usd",
      timezone: "UTC",
      holdingPeriodDays: 30,
      attributionModel: "last",
      attributionWindowDays: 90,
      selfReferral: "hold",
      autoApprove: true,
      onTenantMismatch: "reject",
      minPayoutAmount: 0,
      allowedOrigins: [],
      clickIdParams: ["ref_id"],
      embed: { linkStyle: "short", leaderboard: { amounts: "bands" }, sections: { links: true, live: true } },
    });
  });

  it("changes what is named, parts of the embed too, and audits it", async () => {
    const { body } = await patch({
      currency: "EUR",
      holdingPeriodDays: 7,
      embed: { sections: { events: false }, termsUrl: "https://acme.test/terms" },
    });
    expect(body).toMatchObject({
      currency: "eur",
      holdingPeriodDays: 7,
      embed: { termsUrl: "https://acme.test/terms", sections: { events: false, links: true } },
    });
    const { body: next } = await patch({ embed: { sections: { payouts: false } } });
    expect(next.embed.sections).toMatchObject({ events: false, payouts: false, links: true });
    const rows = await service.store.db
      .selectFrom("audit_rows")
      .select("changes")
      .where("operation", "=", "update program")
      .orderBy("id")
      .execute();
    expect(rows[0]!.changes).toMatchObject({ currency: { old: "usd", new: "eur" } });
  });
});

describe("409", () => {
  it("G2: the currency is fixed once money exists; naming the same one is fine", async () => {
    const { id } = await service.createPartner();
    const enrollment = await service.store.db
      .selectFrom("enrollments")
      .select("id")
      .where("partner_id", "=", id)
      .executeTakeFirstOrThrow();
    await service.store.db
      .insertInto("commissions")
      .values({
        id: "cm_1",
        workspace_id: service.workspaceId,
        program_id: service.programId,
        enrollment_id: enrollment.id,
        partner_id: id,
        type: "custom",
        gross_earnings: 1,
        earnings: 1,
        currency: "eur",
        status: "pending",
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    expect((await patch({ currency: "gbp" })).status).toBe(409);
    expect((await patch({ currency: "EUR" })).status).toBe(200);
  });
});

describe("400, 401, 403, 404, 422", () => {
  it("refuses what is no setting", async () => {
    expect((await patch("")).status).toBe(400);
    expect((await patch({}, null)).status).toBe(401);
    expect((await patch({}, service.publishableKey)).status).toBe(403);
    expect((await service.request("GET", "/program", { key: null })).status).toBe(401);
    expect((await service.request("GET", "/program", { key: service.publishableKey })).status).toBe(403);
    for (const body of [
      { currency: "zzz" },
      { timezone: "Mars/Base" },
      { holdingPeriodDays: 8 },
      { attributionWindowDays: 366 },
      { url: "acme" },
      { url: null },
      { allowedOrigins: ["https://a.test/x"] },
      { embed: { sections: { links: "yes" } } },
    ]) {
      expect((await patch(body)).status).toBe(422);
    }
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect((await patch({}, bare.apiKey)).status).toBe(404);
    expect((await service.request("GET", "/program", { key: bare.apiKey })).status).toBe(404);
  });
});
