import type { Application, Bootstrap, FormField, Partner, ReviewRule } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const common = { required: false, locked: false };
const options = ["small", "large"].map((value) => ({ label: value.toUpperCase(), value }));
const form = {
  fields: [
    { ...common, key: "site", label: "Site", type: "text", required: true },
    { ...common, key: "audience", label: "Audience", type: "select", options },
    { ...common, key: "topics", label: "Topics", type: "multiSelect", options },
    { ...common, key: "country", label: "Country", type: "country" },
    { ...common, key: "since", label: "Since", type: "date" },
    { ...common, key: "posts", label: "Posts", type: "number" },
    { ...common, key: "phone", label: "Phone", type: "phone" },
    { ...common, key: "why", label: "Why?", type: "textarea" },
    { ...common, key: "source", label: "Source", type: "text", locked: true, required: true },
  ].map((field, position) => ({ ...field, position }) as FormField),
};
const values = {
  site: "https://ada.test",
  audience: "large",
  topics: ["large", "small"],
  country: "de",
  since: "2020-02-29",
  posts: 12,
  phone: "+49 30 123456",
  why: "Because.\r\nReally.",
};
const inReview = [
  { label: "Site", value: "https://ada.test" },
  { label: "Audience", value: "large" },
  { label: "Topics", value: "small, large" },
  { label: "Country", value: "DE" },
  { label: "Since", value: "2020-02-29" },
  { label: "Posts", value: "12" },
  { label: "Phone", value: "+4930123456" },
  { label: "Why?", value: "Because.\nReally." },
  { label: "Source", value: null },
];

let count = 0;
const unique = (): string => `applicant-${(count += 1)}`;
const set = (patch: object) => service.request("PATCH", "/program", { body: patch });
beforeEach(() => set({ applicationForm: form, autoApprove: false, reviewRules: [] }));

const mint = (tenantId: string, partner: object = {}) =>
  service.request("POST", "/tokens/embed/referrals", {
    body: { tenantId, partner: { email: `${tenantId}@mail.test`, ...partner } },
  });
const partnerOf = async (tenantId: string): Promise<Partner> =>
  (await service.request<Partner[]>("GET", `/partners?tenantId=${tenantId}`)).body[0]!;
const embed = (key: string, path: string, body: unknown) =>
  service.request("POST", `/embed/referrals/enrollment/${path}`, { key, body });
const bootstrap = async (key: string): Promise<Bootstrap> =>
  (await service.request("GET", "/embed/referrals", { key })).body;
const listed = async (id: string): Promise<Application[]> =>
  (await service.request<Application[]>("GET", "/partners/applications")).body.filter(
    ({ partner }) => partner.id === id,
  );
const review = (verdict: "approve" | "reject", body: object) =>
  service.request("POST", `/partners/applications/${verdict}`, { body });
const told = async (id: string): Promise<Application[]> => {
  const rows = await service.store.db
    .selectFrom("outbox_events")
    .select("data")
    .where("event", "=", "partner.application_submitted")
    .execute();
  return rows.map(({ data }) => data as Application).filter(({ partner }) => partner.id === id);
};

/** A partner whom a token call enrolled, with the token. */
async function enter(partner: object = {}): Promise<{ id: string; key: string; tenantId: string }> {
  const tenantId = unique();
  const { status, body } = await mint(tenantId, partner);
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: (await partnerOf(tenantId)).id, key: body.publicToken, tenantId };
}

describe("a program with a form", () => {
  it("asks in the embed before anybody reviews, and files the answers once (E1, F2, F10)", async () => {
    const { id, key, tenantId } = await enter();
    expect(await partnerOf(tenantId)).toMatchObject({
      status: "pending",
      applicationId: null,
      application: null,
      links: [],
    });
    expect(await listed(id)).toEqual([]);
    expect(await told(id)).toEqual([]);
    const asked = await bootstrap(key);
    expect(asked).toMatchObject({ status: "pending", access: "none", actions: ["apply", "withdraw"] });
    expect(asked.application).toEqual({ partnerId: id, form, values: {} });

    const filed = await embed(key, "apply", { values });
    expect([filed.status, filed.body]).toEqual([200, { status: "pending", access: "none", actions: ["withdraw"] }]);
    const { applicationId } = await partnerOf(tenantId);
    expect(await listed(id)).toMatchObject([{ id: applicationId, applicationFormData: inReview }]);
    expect(await told(id)).toMatchObject([{ id: applicationId, applicationFormData: inReview }]);
    expect(await bootstrap(key)).toMatchObject({ actions: ["withdraw"], application: null });

    // A second tab, and a click that is repeated.
    expect((await embed(key, "apply", { values: { site: "other" } })).body.status).toBe("pending");
    expect(await listed(id)).toMatchObject([{ id: applicationId, applicationFormData: inReview }]);
    expect(await told(id)).toHaveLength(1);
    const { rows } = await service.store.pool.query(
      "select operation, actor_type, entity from audit_rows a join enrollments e on e.id = a.entity_id where e.partner_id = $1 order by position",
      [id],
    );
    expect(rows).toEqual([
      { operation: "apply", actor_type: "api_key", entity: "enrollment" },
      { operation: "answer application", actor_type: "partner", entity: "enrollment.application" },
    ]);
  });

  it("tells the reviewer who brought the applicant in, and whether that may be one person (C15)", async () => {
    const { body: inviter } = await service.request("POST", "/partners/bulk", { body: [{ email: "ada@mail.test" }] });
    const { id } = await enter({ values, email: "ada+2@mail.test", referredBy: { partnerId: inviter[0].id } });
    const referredBy = { partnerId: inviter[0].id, signals: ["email"] };
    expect(await listed(id)).toMatchObject([{ referredBy }]);
    expect(await told(id)).toMatchObject([{ referredBy }]);
  });

  it("files one application of many calls at once (K8, F10)", async () => {
    const { id, key } = await enter();
    const answers = await Promise.all(Array.from({ length: 8 }, () => embed(key, "apply", { values })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await told(id)).toHaveLength(1);
  });

  it.each([
    [{}, "invalid_type: values.site: required"],
    [{ ...values, posts: "12" }, "invalid_type: values.posts: "],
    [{ ...values, audience: "none" }, "invalid_value: values.audience: "],
    [{ ...values, source: "mine" }, "custom: values.source: "],
    [{ ...values, other: 1 }, "custom: values.other: "],
  ])("names the key of a wrong answer, and files nothing: %j (F2)", async (given, message) => {
    const { id, key } = await enter();
    const { status, body } = await embed(key, "apply", { values: given });
    expect([status, body.error.message]).toEqual([422, expect.stringContaining(message)]);
    expect(await told(id)).toEqual([]);
    expect((await bootstrap(key)).application).not.toBeNull();
  });

  it("takes answers that the host asked for, by token call and create, and names their key (F2, K7)", async () => {
    const { id, key } = await enter({ values });
    expect(await told(id)).toMatchObject([{ applicationFormData: inReview }]);
    expect(await bootstrap(key)).toMatchObject({ actions: ["withdraw"], application: null });
    const created = await service.createPartner({ values });
    expect(await told(created.id)).toMatchObject([{ id: created.applicationId, applicationFormData: inReview }]);

    const wrong = { values: { site: "" } };
    const minted = await mint(unique(), wrong);
    expect([minted.status, minted.body.error.message]).toEqual([422, "invalid_type: partner.values.site: required"]);
    const email = `${unique()}@mail.test`;
    const refused = await service.request("POST", "/partners", { body: { email, ...wrong } });
    expect([refused.status, refused.body.error.message]).toEqual([422, "invalid_type: values.site: required"]);
    expect((await service.request("GET", `/partners?email=${email}`)).body).toEqual([]);
  });

  it("takes the host's answers also after the partner was enrolled, once (K4)", async () => {
    const { id, tenantId } = await enter();
    expect((await mint(tenantId)).status).toBe(201);
    expect((await mint(tenantId, { values: {} })).status).toBe(422);
    expect((await mint(tenantId, { values })).status).toBe(201);
    expect(await told(id)).toMatchObject([{ applicationFormData: inReview }]);
    // From then on the call is a page view as any other: nothing is read of it.
    for (const later of [{ values: { site: "changed" } }, { values: { wrong: 1 } }])
      expect((await mint(tenantId, later)).status).toBe(201);
    expect(await told(id)).toHaveLength(1);
    expect(await listed(id)).toMatchObject([{ applicationFormData: inReview }]);
    const { id: created, email } = await service.createPartner();
    await service.createPartner({ email, values });
    expect(await told(created)).toHaveLength(1);
  });

  it("asks nothing of partners who are imported or invited, and of those who are in", async () => {
    const email = `${unique()}@mail.test`;
    const [imported] = (await service.request("POST", "/partners/bulk", { body: [{ email }] })).body;
    const { body: invited } = await service.request("POST", "/partners/invite", {
      body: { email: `${unique()}@mail.test` },
    });
    for (const [id, status] of [
      [imported.id, "approved"],
      [invited.id, "invited"],
    ]) {
      const key = await service.embedToken(id);
      expect(await bootstrap(key)).toMatchObject({ status, application: null });
      expect((await embed(key, "apply", { values })).status).toBe(409);
    }
  });

  it("asks nothing of a token that may not act", async () => {
    const { id } = await enter();
    const key = await service.embedToken(id, { scopes: ["read"] });
    expect(await bootstrap(key)).toMatchObject({ actions: [], application: null });
    expect((await embed(key, "apply", { values })).status).toBe(403);
  });

  it("lets a partner go who has not answered (E6)", async () => {
    const { key, tenantId } = await enter();
    expect((await embed(key, "withdraw", {})).status).toBe(200);
    expect(await partnerOf(tenantId)).toBeUndefined();
    expect((await embed(key, "apply", { values })).status).toBeGreaterThanOrEqual(401);
  });
});

describe("a person decides about somebody who has not answered", () => {
  it("approves without answers (E4)", async () => {
    const { id, key } = await enter();
    expect((await review("approve", { partnerId: id })).status).toBe(200);
    expect(await bootstrap(key)).toMatchObject({ status: "approved", application: null });
    expect((await embed(key, "apply", { values })).status).toBe(409);
  });

  it("rejects with reason and date, and the form is asked once it may be (E5, F5)", async () => {
    const { id, key } = await enter();
    await review("reject", { partnerId: id, rejectionReason: "needsMoreDetail", rejectionNote: "Tell us more" });
    expect(await bootstrap(key)).toMatchObject({
      actions: [],
      application: null,
      notice: {
        reason: "needsMoreDetail",
        note: "Tell us more",
        until: new Date(service.clock.now() + 30 * dayMs).toISOString(),
      },
    });
    expect((await embed(key, "reapply", { values })).status).toBe(409);
  });
});

describe("applying again (E7)", () => {
  it("asks the form with the last answers, as far as they are still asked, and keeps both", async () => {
    const { id, key } = await enter({ values });
    const first = await listed(id);
    await review("reject", { partnerId: id, reapplicationTimeframe: "instant" });
    const fields = form.fields.filter(({ key }) => key !== "phone");
    await set({ applicationForm: { fields } });
    const asked = await bootstrap(key);
    expect(asked.actions).toEqual(["reapply"]);
    const stored = { ...values, topics: ["small", "large"], country: "DE", why: "Because.\nReally." };
    const { phone: _, ...kept } = stored;
    expect(asked.application).toEqual({ partnerId: id, form: { fields }, values: kept });

    expect((await embed(key, "reapply", {})).body.error.message).toBe("invalid_type: values.site: required");
    expect((await embed(key, "reapply", { values: { ...kept, site: "https://new.test" } })).body.status).toBe(
      "pending",
    );
    const [second] = await listed(id);
    expect(second!.id).not.toBe(first[0]!.id);
    expect(second!.applicationFormData![0]).toEqual({ label: "Site", value: "https://new.test" });
    expect(await told(id)).toHaveLength(2);
    const own = await service.request("GET", "/embed/referrals", { key });
    expect(own.body.application).toBeNull();
  });

  it("is a button alone where nothing is asked", async () => {
    await set({ applicationForm: null });
    const { id, key } = await enter();
    await review("reject", { partnerId: id, reapplicationTimeframe: "instant" });
    expect(await bootstrap(key)).toMatchObject({ actions: ["reapply"], application: null });
    expect((await embed(key, "reapply", { values: { a: 1 } })).body.error.message).toMatch(/^custom: values: /);
    expect((await embed(key, "reapply", {})).status).toBe(200);
  });
});

describe("with autoApprove (F10)", () => {
  beforeEach(() => set({ autoApprove: true }));

  it("a program without questions approves at once, and refuses answers to none", async () => {
    await set({ applicationForm: { fields: [form.fields.at(-1)!] } });
    const { key } = await enter();
    expect(await bootstrap(key)).toMatchObject({ status: "approved", application: null });
    expect((await mint(unique(), { values })).body.error.message).toMatch(
      /^custom: partner\.values: the program asks for none/,
    );
  });

  it("answers approve, as a rule, whoever asked for them", async () => {
    const { id, key, tenantId } = await enter();
    expect(await bootstrap(key)).toMatchObject({ status: "pending", actions: ["apply", "withdraw"] });
    expect((await embed(key, "apply", { values })).body).toMatchObject({ status: "approved", access: "full" });
    expect((await embed(key, "apply", { values })).status).toBe(409);
    expect(await partnerOf(tenantId)).toMatchObject({ links: [{}], application: { rejectionReason: null } });
    expect(await told(id)).toHaveLength(1);
    const { rows } = await service.store.pool.query(
      "select operation, actor_type, actor_id from audit_rows a join enrollments e on e.id = a.entity_id where e.partner_id = $1 and operation = 'approve'",
      [id],
    );
    expect(rows).toEqual([{ operation: "approve", actor_type: "rule", actor_id: "autoApprove" }]);
    expect(await bootstrap((await enter({ values })).key)).toMatchObject({ status: "approved" });
    expect(await service.createPartner({ values })).toMatchObject({ status: "approved", links: [{}] });
  });

  it("the program's own rules come first, and nobody whom a person rejected is approved by itself (F6)", async () => {
    const reviewRules: ReviewRule[] = [
      { when: { field: "audience", values: ["small"] }, verdict: "reject", reapply: "instant" },
    ];
    await set({ reviewRules });
    const { id, key } = await enter();
    expect((await embed(key, "apply", { values: { ...values, audience: "small" } })).body.status).toBe("rejected");
    expect((await embed(key, "reapply", { values })).body.status).toBe("pending");
    expect(await listed(id)).toHaveLength(1);
  });
});

it("erasing takes the answers, in the store and in what is still to be told (Y6)", async () => {
  const { id } = await enter({ values: { ...values, why: "Secret answer" } });
  await review("approve", { partnerId: id });
  await service.request("POST", "/partners/deactivate", { body: { partnerId: id } });
  await erasePartner(service.ctx(), { partnerId: id });
  for (const table of ["applications", "outbox_events", "audit_rows", "idempotency_keys"]) {
    const { rows } = await service.store.pool.query(`select 1 from ${table} t where t::text like '%Secret answer%'`);
    expect(rows, table).toEqual([]);
  }
});
