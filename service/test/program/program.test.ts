import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const patch = (body: unknown, key?: string | null) => service.request("PATCH", "/program", { body, key });

describe("answers 200", () => {
  it("a new program has the defaults (G2)", async () => {
    const { body } = await service.request("GET", "/program");
    expect(body).toMatchObject({
      currency: "usd",
      timezone: "UTC",
      holdingPeriodDays: 30,
      attributionModel: "last",
      attributionPriority: "code",
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

describe("settings that only a file could make", () => {
  it("takes and answers the form, the review rules and the delay of a changed payout method (G2, F6)", async () => {
    const applicationForm = {
      fields: [{ key: "site", label: "Site", required: true, locked: false, position: 0, type: "text" }],
    };
    const reviewRules = [{ when: { field: "site", values: ["acme"] }, verdict: "reject", reason: "other" }];
    const set = { applicationForm, reviewRules, payoutMethodDelayHours: 1 };
    expect((await patch(set)).body).toMatchObject(set);
    expect((await patch({ name: "N" })).body).toMatchObject(set);
    expect((await service.request("GET", "/program")).body).toMatchObject(set);
    expect((await patch({ applicationForm: null, reviewRules: [] })).body).toMatchObject({
      applicationForm: null,
      reviewRules: [],
    });
  });

  it.each([
    [{ payoutMethodDelayHours: 73 }, "payoutMethodDelayHours"],
    [{ reviewRules: [{ when: { planet: ["Mars"] }, verdict: "approve" }] }, "reviewRules[0].when"],
    [{ applicationForm: { fields: [] } }, "applicationForm.fields"],
  ])("refuses %j (422)", async (body, path) => {
    const answer = await patch(body);
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringContaining(path)]);
  });
});

describe("answers 422 for what a page must not follow", () => {
  it.each(["https://*", "https://*.acme.test", "https://a@b.test", "https://a.test\\b", "*"])(
    "refuses %s as an allowed origin (T24)",
    async (origin) => {
      const { status, body } = await patch({ allowedOrigins: [origin] });
      expect([status, body.error.message]).toEqual([
        422,
        expect.stringContaining("invalid_format: allowedOrigins[0]: "),
      ]);
    },
  );

  it.each(["javascript:alert(1)", "data:text/html,x", "//a.test", "java\nscript:alert(1)"])(
    "refuses %j as a resource, and takes a colour (T24)",
    async (value) => {
      for (const type of ["link", "logo", "file"]) {
        const { status, body } = await patch({ embed: { resources: [{ type, name: "x", value }] } });
        expect([status, body.error.message]).toEqual([
          422,
          "custom: embed.resources[0].value: must be an absolute http(s) URL",
        ]);
      }
      const color = { type: "color", name: "Ink", value: "#112233" };
      expect((await patch({ embed: { resources: [color] } })).status).toBe(200);
    },
  );

  it("refuses another scheme wherever the address of a picture is taken (T24)", async () => {
    const wrong = "java\tscript:alert(1)";
    const calls: [string, string, object][] = [
      ["POST", "/links", { url: "https://a.test", image: wrong }],
      ["POST", "/links", { url: "https://a.test", video: wrong }],
      ["POST", "/customers", { externalId: "c1", avatar: wrong }],
      ["POST", "/track/sale", { customerExternalId: "c1", amount: 1, customerAvatar: wrong }],
      ["POST", "/track/lead", { clickId: "x", eventName: "e", customerExternalId: "c1", customerAvatar: wrong }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await service.request(method, path, { body });
      expect([answer.status, answer.body.error?.message], path).toEqual([
        422,
        expect.stringMatching(/^custom: \w+: must be an http or https URL$/),
      ]);
    }
  });

  it("refuses the name __proto__ anywhere in a body (T20)", async () => {
    const body = JSON.parse('{"url":"https://a.test","geo":{"__proto__":"https://b.test"}}');
    const answer = await service.request("POST", "/links", { body });
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      "invalid_format: geo.__proto__: is no name that can be used",
    ]);
  });
});

describe("an address that leads out of the API once it is read", () => {
  it("answers the error envelope (T24)", async () => {
    for (const path of ["/%2e%2e/x", "/../x", "/%2E%2E/%2e%2e/etc/passwd"]) {
      const answer = await service.request("GET", path);
      expect([answer.status, answer.body.error?.code], path).toEqual([404, "not_found"]);
    }
  });
});

describe("answers 409", () => {
  it("the currency is fixed once money exists; naming the same one is fine (G2)", async () => {
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

describe("answers 400, 404 or 422", () => {
  it("refuses what is no setting", async () => {
    expect((await patch("")).status).toBe(400);
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

describe("POST /program/test", () => {
  it("plays a click, a sign-up, a sale and its refund by the rewards as they are, and leaves nothing behind", async () => {
    const own = await createTestService();
    const kept = [
      "partners",
      "customers",
      "commissions",
      "sale_events",
      "outbox_events",
      "mails",
      "audit_rows",
    ] as const;
    const counts = () =>
      Promise.all(kept.map(async (table) => (await own.store.db.selectFrom(table).select("id").execute()).length));
    const before = await counts();
    const { status, body } = await own.request("POST", "/program/test");
    expect([status, body]).toEqual([
      200,
      { amount: 10_000, currency: "usd", lead: null, sale: { earnings: 2_500, holdReason: null }, left: 0 },
    ]);
    expect(await counts()).toEqual(before);
    await own.request("PATCH", `/groups/${own.groupId}`, { body: { saleRewardId: null } });
    expect((await own.request("POST", "/program/test")).body).toMatchObject({ lead: null, sale: null, left: 0 });
    await own.close();
  });
});

describe("a preview of a mail", () => {
  const preview = (body: object) => service.request("POST", "/program/mails/preview", { body });

  it("has the words that would be sent, filled with samples, and ours to begin from", async () => {
    const { status, body } = await preview({ kind: "payoutSent", subject: "<b>{amount}</b> for {name}" });
    expect(status).toBe(200);
    expect(body.subject).toBe("<b>$1,289.00</b> for Eva Example");
    expect(body.text).toContain("Paid out: $1,289.00");
    expect(body.text).not.toMatch(/[{}]/);
    expect(body.usual.subject).toBe("{amount} is on its way to you");
    expect(body.usual.body).toContain("Paid out: {amount}");
    const own = await preview({ kind: "approved", body: "In, {name}!\n\n{link}" });
    expect(own.body.text).toMatch(/^In, Eva Example!/);
  });

  it("says what is wrong with words as saving them does, and sends nothing", async () => {
    const waiting = () => service.store.db.selectFrom("mails").select("id").execute();
    const before = await waiting();
    const unknown = await preview({ kind: "approved", subject: "Welcome to {programme}" });
    expect(unknown.status).toBe(422);
    expect(unknown.body.error.message).toContain("subject: has {programme}, which this mail does not know");
    const closed = await preview({ kind: "signIn", body: "Come in." });
    expect(closed.body.error.message).toContain("body: needs {link}");
    expect(await waiting()).toEqual(before);
  });
});
