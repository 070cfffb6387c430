import type { EmbedToken, ErrorBody, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";

const path = "/tokens/embed/referrals";
let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const mint = (body: unknown, key?: string) => service.request<EmbedToken & ErrorBody>("POST", path, { body, key });
const listed = async (query: string): Promise<Partner[]> =>
  (await service.request<Partner[]>("GET", `/partners?${query}`)).body;
const outboxCount = async (event: string): Promise<number> => {
  const rows = await service.store.db
    .selectFrom("outbox_events")
    .select("data")
    .where("event", "=", event as never)
    .execute();
  return rows.length;
};
const partner = (email: string, tenantId?: string) => ({
  name: "Ada Berg",
  email,
  image: "https://img.test/a.png",
  ...(tenantId && { tenantId }),
});

describe("answers 201", () => {
  it("enrolls an unknown partner and answers exactly publicToken and expires (K7)", async () => {
    const { status, body } = await mint({ tenantId: "k7", partner: partner("k7@mail.test", "k7") });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(["expires", "publicToken"]);
    expect(body.publicToken).toMatch(/^ref_embed_[\w-]{43}$/);
    expect(Date.parse(body.expires) - service.clock.now()).toBe(3 * 3600 * 1000);
    const [found] = await listed("tenantId=k7");
    expect(found).toMatchObject({ email: "k7@mail.test", status: "approved", networkStatus: "draft", tenantId: "k7" });
    expect(found!.links).toMatchObject([{ key: "ada-berg", url: "https://acme.test" }]);
  });

  it("finds by tenantId and ignores the body's profile, even another email (K4)", async () => {
    await mint({ tenantId: "k4", partner: partner("k4@mail.test") });
    const before = await listed("tenantId=k4");
    const { status } = await mint({ tenantId: "k4", partner: { email: "other@mail.test", name: "Other" } });
    expect(status).toBe(201);
    expect(await listed("tenantId=k4")).toEqual(before);
    expect(await listed("email=other@mail.test")).toEqual([]);
  });

  it("takes the tenantId of the partner object (K2)", async () => {
    const { status } = await mint({ partner: partner("k2@mail.test", "k2") });
    expect(status).toBe(201);
    expect(await listed("tenantId=k2")).toHaveLength(1);
  });

  it("fills an empty tenantId on the enrollment and its links (K6)", async () => {
    const created = await service.createPartner({ email: "K6@Mail.test" });
    const { status } = await mint({ tenantId: "k6", partner: { email: "k6@mail.test" } });
    expect(status).toBe(201);
    expect(await listed("tenantId=k6")).toMatchObject([{ id: created.id, email: "K6@Mail.test" }]);
    const links = await service.store.db
      .selectFrom("links")
      .select("tenant_id")
      .where("partner_id", "=", created.id)
      .execute();
    expect(links).toEqual([{ tenant_id: "k6" }]);
  });

  it("mints by partnerId alone", async () => {
    const { id } = await service.createPartner();
    expect((await mint({ partnerId: id })).status).toBe(201);
  });

  it("every call mints a new token and older ones stay valid (K9)", async () => {
    const first = await mint({ tenantId: "k9", partner: partner("k9@mail.test") });
    const second = await mint({ tenantId: "k9" });
    expect(second.body.publicToken).not.toBe(first.body.publicToken);
    const { rows } = await service.store.pool.query(
      "select count(*) as n from embed_tokens t join enrollments e on e.id = t.enrollment_id where e.tenant_id = 'k9' and t.revoked_at is null",
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  it("stores only the token's hash", async () => {
    const { body } = await mint({ tenantId: "hash", partner: partner("hash@mail.test") });
    const rows = await service.store.db.selectFrom("embed_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.publicToken);
  });

  it("expires after expiresIn", async () => {
    const { body } = await mint({ tenantId: "ttl", partner: partner("ttl@mail.test"), expiresIn: 300 });
    expect(Date.parse(body.expires) - service.clock.now()).toBe(300_000);
  });

  it("ignores Idempotency-Key, since it is repeatable by design", async () => {
    const call = () =>
      service.request<EmbedToken>("POST", path, { body: { tenantId: "k9" }, headers: { "idempotency-key": "same" } });
    const [a, b] = [await call(), await call()];
    expect(a.body.publicToken).not.toBe(b.body.publicToken);
    expect(b.headers.get("idempotent-replayed")).toBeNull();
  });

  it("null as a name becomes the local part of the email, and names no link", async () => {
    await mint({ tenantId: "noname", partner: { email: "noname@mail.test", name: null } });
    const [found] = await listed("tenantId=noname");
    expect(found).toMatchObject({ name: "noname" });
    expect(found!.links![0]!.key).toMatch(/^[0-9A-Za-z]{7}$/);
  });

  it("a partner known to the service is enrolled under its id, with the profile of this call (api §9.1, row 8)", async () => {
    const other = await service.createWorkspace();
    await mint({ tenantId: "shared", partner: partner("shared@mail.test") });
    await mint({ tenantId: "shared", partner: { email: "shared@mail.test", name: "Elsewhere" } }, other.apiKey);
    const [here] = await listed("tenantId=shared");
    const there = await service.request<Partner[]>("GET", "/partners", { key: other.apiKey });
    expect(there.body).toMatchObject([{ id: here!.id, name: "Elsewhere", image: null }]);
    expect(here).toMatchObject({ name: "Ada Berg" });
  });

  it("mints in every status (K10)", async () => {
    const { id } = await service.createPartner();
    await service.request("POST", "/partners/ban", { body: { partnerId: id, reason: "spam" } });
    expect((await mint({ partnerId: id })).status).toBe(201);
  });

  it("without autoApprove the enrollment waits, without links (E1)", async () => {
    await service.store.db
      .updateTable("programs")
      .set({ auto_approve: false })
      .where("id", "=", service.programId)
      .execute();
    await mint({ tenantId: "pending", partner: partner("pending@mail.test") });
    await service.store.db
      .updateTable("programs")
      .set({ auto_approve: true })
      .where("id", "=", service.programId)
      .execute();
    expect(await listed("tenantId=pending")).toMatchObject([{ status: "pending", links: [] }]);
  });
});

describe("at the same time", () => {
  it("50 first calls make one partner, one enrollment, one set of links, one partner.enrolled and 50 tokens (K8, X8)", async () => {
    const before = await outboxCount("partner.enrolled");
    const calls = Array.from({ length: 50 }, () => mint({ tenantId: "race", partner: partner("race@mail.test") }));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.publicToken)).size).toBe(50);
    const [found, ...others] = await listed("email=race@mail.test");
    expect(others).toEqual([]);
    expect(found!.links).toHaveLength(1);
    expect(await outboxCount("partner.enrolled")).toBe(before + 1);
  });

  it("one tenantId with two emails makes one enrollment and leaves no second partner (K8)", async () => {
    const answers = await Promise.all(
      ["x1", "x2"].map((name) => mint({ tenantId: "two-mails", partner: partner(`${name}@mail.test`) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const partners = await service.store.db
      .selectFrom("partners")
      .select("email")
      .where("email", "in", ["x1@mail.test", "x2@mail.test"])
      .execute();
    expect(partners).toHaveLength(1);
  });

  it("one email with two tenantIds lets one win and answers the other 409 (K8)", async () => {
    const answers = await Promise.all(
      ["a", "b"].map((name) => mint({ tenantId: `two-tenants-${name}`, partner: partner("two-tenants@mail.test") })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe("answers 400", () => {
  it("refuses a body that is not JSON", async () => {
    expect((await mint("{")).body.error.code).toBe("bad_request");
  });
});

describe("answers 403", () => {
  it("refuses a plan below advanced before anything is made (K1, X8)", async () => {
    const poor = await service.createWorkspace({ plan: "business" });
    const { status } = await mint({ tenantId: "poor", partner: partner("poor@mail.test") }, poor.apiKey);
    expect(status).toBe(403);
    const rows = await service.store.db
      .selectFrom("partners")
      .selectAll()
      .where("email", "=", "poor@mail.test")
      .execute();
    expect(rows).toEqual([]);
  });

  it("judges the plan before the input (K1)", async () => {
    const poor = await service.createWorkspace({ plan: "free" });
    expect((await mint({ expiresIn: 1 }, poor.apiKey)).status).toBe(403);
  });
});

describe("answers 404", () => {
  it("knows no such partnerId", async () => {
    expect((await mint({ partnerId: "pn_nobody" })).status).toBe(404);
  });

  it("an unknown tenantId without a partner object (api §9.1, row 5)", async () => {
    expect((await mint({ tenantId: "nobody" })).status).toBe(404);
  });

  it("a workspace without a program (G1)", async () => {
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect((await mint({ tenantId: "x" }, bare.apiKey)).status).toBe(404);
  });
});

describe("answers 409", () => {
  it("an email enrolled under another tenantId, naming the field, and nothing changes (K6)", async () => {
    await mint({ tenantId: "mine", partner: partner("mine@mail.test") });
    const before = await listed("tenantId=mine");
    const { status, body } = await mint({ tenantId: "yours", partner: partner("MINE@mail.test") });
    expect(status).toBe(409);
    expect(body.error.message).toContain("tenantId");
    expect(await listed("tenantId=mine")).toEqual(before);
  });

  it("a username someone else has", async () => {
    await service.createPartner({ username: "taken-name" });
    const { status } = await mint({ tenantId: "u", partner: { email: "u@mail.test", username: "taken-name" } });
    expect(status).toBe(409);
    expect(await listed("tenantId=u")).toEqual([]);
  });
});

describe("relink", () => {
  it("replaces the tenantId, revokes earlier tokens and keeps the old one in the audit row (K6, X8)", async () => {
    const { body } = await mint({ tenantId: "old-t", partner: partner("relink@mail.test") });
    await service.store.db
      .updateTable("programs")
      .set({ on_tenant_mismatch: "relink" })
      .where("id", "=", service.programId)
      .execute();
    const answer = await mint({ tenantId: "new-t", partner: partner("relink@mail.test") });
    await service.store.db
      .updateTable("programs")
      .set({ on_tenant_mismatch: "reject" })
      .where("id", "=", service.programId)
      .execute();
    expect(answer.status).toBe(201);
    expect(await listed("tenantId=new-t")).toHaveLength(1);
    expect(await listed("tenantId=old-t")).toEqual([]);
    const tokens = await service.store.db
      .selectFrom("embed_tokens as t")
      .innerJoin("enrollments as e", "e.id", "t.enrollment_id")
      .where("e.tenant_id", "=", "new-t")
      .select(["t.generation", "e.token_generation"])
      .orderBy("t.id")
      .execute();
    expect(tokens.map((token) => token.generation < token.token_generation)).toEqual([true, false]);
    const audits = await service.store.db
      .selectFrom("audit_rows")
      .select("changes")
      .where("operation", "=", "relink tenant")
      .execute();
    expect(audits).toEqual([{ changes: { tenantId: { old: "old-t", new: "new-t" } } }]);
    expect(body.publicToken).toBeDefined();
  });
});

describe("answers 422", () => {
  it.each([
    ["none of partnerId, tenantId, partner", {}, /^custom: body: one of/],
    ["an empty tenantId", { tenantId: "" }, /^too_small: tenantId: must be at least 1 characters$/],
    [
      "a tenantId that differs from the partner's",
      { tenantId: "a", partner: { email: "a@b.co", tenantId: "b" } },
      /^custom: partner\.tenantId: /,
    ],
    ["a partner without email", { tenantId: "a", partner: {} }, /^invalid_type: partner\.email: required$/],
    ["an email that is none", { partner: { email: "nope" } }, /^invalid_format: partner\.email: /],
    [
      "a name that is too long",
      { partner: { email: "a@b.co", name: "n".repeat(191) } },
      /^too_big: partner\.name: must be at most 190 characters$/,
    ],
    ["a life that is too short", { tenantId: "a", expiresIn: 299 }, /^too_small: expiresIn: must be at least 300$/],
    ["no scope at all", { tenantId: "a", scopes: [] }, /^too_small: scopes: /],
    ["an unknown scope", { tenantId: "a", scopes: ["admin"] }, /^invalid_value: scopes\[0\]: must be one of read/],
    [
      "an origin with a path",
      { tenantId: "a", allowedOrigins: ["https://a.test/x"] },
      /^custom: allowedOrigins\[0\]: must be scheme/,
    ],
    [
      "a country that does not exist",
      { tenantId: "q", partner: { email: "q@b.co", country: "XX" } },
      /^invalid_value: partner\.country: /,
    ],
    [
      "K7: a group the program does not have",
      { tenantId: "q", partner: { email: "q@b.co", groupId: "grp_x" } },
      /^invalid_value: partner\.groupId: /,
    ],
    ["a body of the wrong root type", [], /^invalid_type: body: must be an object$/],
    ["U+0000", { tenantId: "a\u0000b" }, /^invalid_format: tenantId: must not contain U\+0000$/],
  ])("refuses %s", async (_, body, message) => {
    const answer = await mint(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({ code: "unprocessable_entity", message: expect.stringMatching(message) });
  });

  it("refuses origins outside the program's", async () => {
    const other = await service.createWorkspace();
    await service.store.db
      .updateTable("programs")
      .set({ allowed_origins: '["https://a.test"]' })
      .where("id", "=", other.programId)
      .execute();
    const body = { tenantId: "o", partner: partner("o@mail.test"), allowedOrigins: ["https://b.test"] };
    expect((await mint(body, other.apiKey)).body.error.message).toMatch(/^invalid_value: allowedOrigins\[0\]: /);
  });
});

describe("life of a token", () => {
  it("is found by its hash only until it expires", async () => {
    const { body } = await mint({ tenantId: "k9" });
    const before = await service.request("GET", "/partners", { key: body.publicToken });
    expect(before.status).toBe(403);
    service.clock.advance(dayMs);
    const after = await service.request("GET", "/partners", { key: body.publicToken });
    expect(after.status).toBe(401);
    expect(after.headers.get("www-authenticate")).toContain('"expired"');
  });
});
