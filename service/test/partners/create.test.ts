import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const create = (body: unknown, headers?: Record<string, string>) =>
  service.request<Partner & { error?: { message: string } }>("POST", "/partners", { body, headers });

describe("answers 201", () => {
  it("enrolls with group rewards and a default link named after the username (E3, L1)", async () => {
    const { status, body } = await create({
      email: " A@Mail.test ",
      username: "ada_b",
      name: "Ada",
      image: "no url",
      country: "fr",
      description: "d",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "approved",
      email: "A@Mail.test",
      username: "ada_b",
      image: null,
      country: "FR",
      saleRewardId: service.saleRewardId,
      links: [{ key: "ada_b", shortLink: "https://ref.test/ada_b" }],
    });
  });

  it("answers the existing record for the same tenantId, or the same email with an equal, absent or empty tenantId", async () => {
    const { body: first } = await create({ email: "same@mail.test", tenantId: "same", name: "First" });
    for (const again of [
      { email: "else@mail.test", tenantId: "same" },
      { email: "SAME@mail.test" },
      { email: "same@mail.test", tenantId: "" },
    ]) {
      const { status, body } = await create({ ...again, name: "Second" });
      expect({ status, body }).toEqual({ status: 201, body: first });
    }
  });

  it("fills an empty tenantId", async () => {
    await create({ email: "fill@mail.test" });
    expect((await create({ email: "fill@mail.test", tenantId: "filled" })).body.tenantId).toBe("filled");
  });

  it("a taken or reserved key gets - and 4 random characters (L1)", async () => {
    await create({ email: "n1@mail.test", name: "Twin Name" });
    const { body: twin } = await create({ email: "n2@mail.test", name: "Twin  Name!" });
    expect(twin.links![0]!.key).toMatch(/^twin-name-[0-9A-Za-z]{4}$/);
    const { body: reserved } = await create({ email: "n3@mail.test", username: "r" });
    expect(reserved.links![0]!.key).toMatch(/^r-[0-9A-Za-z]{4}$/);
  });

  it("makes one link per default url of the group, with linkProps (L1)", async () => {
    await service.store.db
      .updateTable("groups")
      .set({ default_urls: '["https://acme.test/a","https://acme.test/b"]' })
      .where("id", "=", service.groupId)
      .execute();
    const { body } = await create({
      email: "urls@mail.test",
      name: "Urls",
      linkProps: { comments: "hi", externalId: "ext_first" },
    });
    await service.store.db
      .updateTable("groups")
      .set({ default_urls: "[]" })
      .where("id", "=", service.groupId)
      .execute();
    expect(body.links!.map(({ url }) => url)).toEqual(["https://acme.test/a", "https://acme.test/b"]);
    const rows = await service.store.db
      .selectFrom("links")
      .select(["comments", "external_id", "is_default", "track_conversion"])
      .where("partner_id", "=", body.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { comments: "hi", external_id: "ext_first", is_default: true, track_conversion: true },
      { comments: "hi", external_id: null, is_default: true, track_conversion: true },
    ]);
  });

  it("writes one audit row, one partner.status_changed from null, one partner.enrolled with the record (E25)", async () => {
    const { body } = await create({ email: "trace@mail.test", tenantId: "trace" });
    const enrollment = await service.store.db
      .selectFrom("enrollments")
      .select(["id", "version"])
      .where("partner_id", "=", body.id)
      .executeTakeFirstOrThrow();
    const audits = await service.store.db
      .selectFrom("audit_rows")
      .select(["operation", "from", "to", "actor_type", "entity"])
      .where("entity_id", "=", enrollment.id)
      .execute();
    expect(audits).toEqual([
      { operation: "create", from: null, to: "approved", actor_type: "api_key", entity: "enrollment" },
    ]);
    const events = await service.store.db.selectFrom("outbox_events").select(["event", "data"]).execute();
    const mine = events.filter(({ data }) => JSON.stringify(data).includes(body.id));
    expect(mine.map(({ event }) => event).sort()).toEqual([
      "link.created",
      "partner.enrolled",
      "partner.status_changed",
    ]);
    expect(mine.find(({ event }) => event === "partner.enrolled")!.data).toEqual(body);
    expect(mine.find(({ event }) => event === "partner.status_changed")!.data).toEqual({
      partnerId: body.id,
      tenantId: "trace",
      from: null,
      to: "approved",
      reason: null,
    });
    expect(enrollment.version).toBe(1);
  });

  it("Idempotency-Key: replays the first answer and does nothing twice", async () => {
    const send = () => create({ email: "idem@mail.test", name: "Idem" }, { "idempotency-key": "k-1" });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.status).toBe(201);
    expect([first, second].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  });
});

describe("answers 409", () => {
  it("refuses an email enrolled under another tenantId", async () => {
    await create({ email: "other@mail.test", tenantId: "o1" });
    expect((await create({ email: "other@mail.test", tenantId: "o2" })).status).toBe(409);
  });

  it("refuses a taken username, in any case, and leaves no partner behind", async () => {
    await create({ email: "u1@mail.test", username: "same-name" });
    expect((await create({ email: "u2@mail.test", username: "same-name" })).status).toBe(409);
    expect((await service.request("GET", "/partners?email=u2@mail.test")).body).toEqual([]);
  });

  it("Idempotency-Key: refuses another body under a used key, and keeps no failure", async () => {
    const headers = { "idempotency-key": "k-2" };
    expect((await create({ email: "bad" }, headers)).status).toBe(422);
    expect((await create({ email: "idem2@mail.test" }, headers)).status).toBe(201);
    expect((await create({ email: "idem3@mail.test" }, headers)).status).toBe(409);
  });
});

describe("answers 404", () => {
  it("a workspace without a program (G1)", async () => {
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect(
      (await service.request("POST", "/partners", { body: { email: "x@mail.test" }, key: bare.apiKey })).status,
    ).toBe(404);
  });
});

describe("answers 400 or 422", () => {
  it("refuses what cannot be read, and what is no partner", async () => {
    expect((await create("")).status).toBe(400);
    expect(
      (await service.request("POST", "/partners", { body: "email=x", headers: { "content-type": "text/plain" } }))
        .status,
    ).toBe(400);
    expect((await create({ email: "x@mail.test" }, { "idempotency-key": "ä" })).status).toBe(400);
    expect((await create({})).body.error!.message).toBe("invalid_type: email: required");
    expect((await create({ email: "x@mail.test", username: "No" })).body.error!.message).toMatch(
      /^invalid_format: username: /,
    );
    expect((await create({ email: "x@mail.test", groupId: "grp_no" })).body.error!.message).toMatch(
      /^invalid_value: groupId: /,
    );
    expect((await create({ email: "x@mail.test", description: "😀".repeat(5001) })).body.error!.message).toBe(
      "too_big: description: must be at most 5000 characters",
    );
  });
});
