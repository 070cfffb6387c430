import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReferralForm } from "referrals-embed/contract";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { cookiesOf, createDoorService, own, type DoorService } from "./door-service.ts";
import { dayMs } from "../harness.ts";

let service: DoorService;
let slug: string;
beforeAll(async () => {
  service = await createDoorService();
  slug = (await service.store.db.selectFrom("workspaces").select("slug").executeTakeFirstOrThrow()).slug;
});
afterAll(() => service.close());

const form: ReferralForm = {
  fields: [
    { key: "site", label: "Where do you write?", type: "text", required: true, locked: false, position: 1 },
    {
      key: "topics",
      label: "Topics",
      type: "multiSelect",
      required: false,
      locked: false,
      position: 2,
      options: [
        { label: "Taxes", value: "taxes" },
        { label: "Travel", value: "travel" },
      ],
    },
    { key: "email", label: "Second address", type: "text", required: false, locked: false, position: 3 },
  ],
} as ReferralForm;

const settle = (body: object) => service.request("PATCH", "/program", { body });
const partnerOf = async (email: string) =>
  (await service.request("GET", `/partners?email=${encodeURIComponent(email)}`)).body[0];
let count = 0;
const stranger = (): string => `stranger-${(count += 1)}@mail.test`;

/** Applies and answers the browser's cookie. */
async function applyAs(email: string, more: Record<string, string | string[]> = {}, path = `/join/${slug}`) {
  const answer = await service.post(path, { email, name: "Sam Stranger", ...more });
  expect(answer.status).toBe(200);
  return cookiesOf(answer);
}

/** Confirms the address with the link that was mailed. */
async function confirmAs(email: string): Promise<Response> {
  const code = new URLSearchParams((await service.linkTo(email)).split("?")[1]).get("code")!;
  return service.post("/join/confirm", { code });
}

beforeEach(() => settle({ name: "Acme partners", joining: "open", applicationForm: null, embed: { termsUrl: null } }));

describe("a join page", () => {
  it("shows the offer, the questions and the terms in the browser's language, without JavaScript and below 60 kB", async () => {
    await settle({ joining: "open", applicationForm: form, embed: { termsUrl: "https://acme.test/terms" } });
    const answer = await service.get(`/join/${slug}`, { "accept-language": "de" });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toMatch(/25\s%/);
    for (const shown of ["Where do you write?", "Taxes", "https://acme.test/terms", 'lang="de"']) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain("<script");
    expect(text.length).toBeLessThan(60_000);
  });

  it("is found by search engines and shown by social networks only where anybody may apply", async () => {
    const open = await service.get(`/join/${slug}`);
    expect(open.headers.get("x-robots-tag")).toBeNull();
    const image = /og:image" content="https:\/\/app\.test([^"]+)"/.exec(await open.text())?.[1];
    const card = await service.get(image!);
    expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(
      Buffer.from(await card.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    await settle({ joining: "invitation" });
    const closed = await service.get(`/join/${slug}`);
    expect(closed.headers.get("x-robots-tag")).toBe("noindex");
    expect(await closed.text()).toContain("by invitation only");
    expect((await service.get(image!)).status).toBe(404);
    await settle({ joining: "open" });
  });

  it("takes no application where the program takes none, and says so", async () => {
    for (const [joining, says] of [
      ["invitation", "by invitation only"],
      ["closed", "takes no applications"],
    ]) {
      await settle({ joining });
      const email = stranger();
      const answer = await service.post(`/join/${slug}`, { email, name: "Sam" });
      expect(await answer.text()).toContain(says);
      expect(await service.mailsTo(email)).toEqual([]);
    }
    await settle({ joining: "open" });
  });

  it("answers 404 for a program or group that does not exist, and for a group without a page", async () => {
    for (const path of ["/join/none", `/join/${slug}/none`, `/join/${slug}/default`, "/join/%00", "/join/../x"]) {
      expect([path, (await service.get(path)).status]).toEqual([path, 404]);
    }
  });

  it("marks what is wrong and keeps what was entered", async () => {
    await settle({ applicationForm: form, embed: { termsUrl: "https://acme.test/terms" } });
    const sent = { email: "no address", name: "Sam", "values.topics": ["taxes"], "values.email": "second" };
    const answer = await service.post(`/join/${slug}`, sent);
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).toContain("Enter an e-mail address");
    expect(text).toContain("“Where do you write?” is missing.");
    expect(text).toContain("“I accept the terms” is missing.");
    expect(text).toMatch(/value="taxes"\s+checked/);
    expect(text).toContain('value="second"');
  });

  it("of a group offers that group's rewards, and puts the partner in it", async () => {
    const reward = await service.request("POST", "/rewards", {
      body: { event: "sale", type: "percentage", amount: 40 },
    });
    const made = { name: "Press", slug: "press", joinPage: true, saleRewardId: reward.body.id, autoApprove: true };
    const group = await service.request("POST", "/groups", { body: made });
    expect(group.body).toMatchObject({ joinPage: true, autoApprove: true });
    const path = `/join/${slug}/press`;
    await settle({ joining: "invitation" });
    expect(await (await service.get(path)).text()).toContain("40%");
    const email = stranger();
    await applyAs(email, {}, path);
    await confirmAs(email);
    expect(await partnerOf(email)).toMatchObject({ groupId: group.body.id, status: "approved" });
    await settle({ joining: "open" });
  });

  it("of a partner's link names who brought the stranger in; an unknown code and one's own count for nothing", async () => {
    const ada = await service.createPartner();
    const { body } = await service.request("GET", `/partners/${ada.id}/invitation`);
    const [path, query] = [new URL(body.url).pathname, new URL(body.url).search];
    expect(path).toBe(`/join/${slug}`);
    await settle({ joining: "invitation" });
    const [email, other] = [stranger(), stranger()];
    await applyAs(email, {}, path + query);
    await confirmAs(email);
    const brought = await partnerOf(email);
    const { body: mine } = await service.request("GET", `/partners/${brought.id}/invitation`);
    expect(mine.referredBy).toMatchObject({ partnerId: ada.id });
    await settle({ joining: "open" });
    await applyAs(other, {}, `${path}?invited_by=nobody`);
    await confirmAs(other);
    const { body: none } = await service.request("GET", `/partners/${(await partnerOf(other)).id}/invitation`);
    expect(none.referredBy).toBeNull();
  });

  it("of an invitation-only program is not opened by the code of a partner who is banned, nor by one who waits", async () => {
    const [banned, waiting] = [await service.createPartner(), stranger()];
    await applyAs(waiting);
    await confirmAs(waiting);
    const codeOf = async (id: string): Promise<string> => {
      const { body } = await service.request("GET", `/partners/${id}/invitation`);
      return body.code;
    };
    const codes = [await codeOf(banned.id), await codeOf((await partnerOf(waiting)).id)];
    await settle({ joining: "invitation" });
    expect(await (await service.get(`/join/${slug}?invited_by=${codes[0]}`)).text()).toContain("<form");
    await service.request("POST", "/partners/ban", { body: { partnerId: banned.id, reason: "tos_violation" } });
    for (const code of codes) {
      expect(await (await service.get(`/join/${slug}?invited_by=${code}`)).text()).not.toContain("<form");
    }
  });

  it("writes names, questions and what was entered as text", async () => {
    const evil = `"><script>alert(1)</script>`;
    await settle({ name: evil, applicationForm: { fields: [{ ...form.fields[0]!, label: evil }] } });
    const answer = await service.post(`/join/${slug}`, { email: evil, name: evil, "values.site": evil });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).not.toContain("<script");
  });
});

describe("an application", () => {
  it("is mailed to the spelling that addresses are compared by: a look-alike proves nobody's address", async () => {
    // U+212A is another K and U+2113 another l: other mailboxes by the letters, the same one by the key.
    await applyAs("mi\u212Ae@look-a\u2113ike.test");
    expect(await service.mailsTo("mi\u212Ae@look-a\u2113ike.test")).toEqual([]);
    expect(await service.mailsTo("miKe@look-alike.test")).toHaveLength(1);
  });

  it("is nobody's until the address is confirmed: no partner, enrollment or link", async () => {
    const email = stranger();
    await applyAs(email);
    expect(await partnerOf(email)).toBeUndefined();
    const { rows } = await service.store.pool.query("SELECT count(*)::int AS count FROM partners WHERE email = $1", [
      email,
    ]);
    expect(rows[0].count).toBe(0);
    expect((await service.mailsTo(email)).map(({ kind }) => kind)).toEqual(["confirmAddress"]);
  });

  it("is confirmed by a button, not by opening the link; then it waits for a person with every answer, and signs in", async () => {
    await settle({ applicationForm: form });
    const email = stranger();
    await applyAs(email, { "values.site": "https://blog.example", "values.topics": ["taxes", "travel"] });
    const path = await service.linkTo(email);
    expect(await (await service.get(path)).text()).toContain(email);
    expect((await service.get(path)).status).toBe(200);
    expect(await partnerOf(email)).toBeUndefined();
    const answer = await confirmAs(email);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/partners"]);
    expect(await partnerOf(email)).toMatchObject({ status: "pending", name: "Sam Stranger" });
    const { body: waiting } = await service.request("GET", "/partners/applications");
    expect(waiting[0].partner.email).toBe(email);
    expect(waiting[0].applicationFormData.map((entry: { value: unknown }) => entry.value)).toEqual([
      "https://blog.example",
      "taxes, travel",
      null,
    ]);
    const token = await service.post("/partners/token", {}, { ...own, cookie: cookiesOf(answer) });
    expect(token.status).toBe(200);
    expect((await service.get(path)).status).toBe(410);
    await settle({ applicationForm: null });
  });

  it("is told of to the applicant and to who runs the program, and so is the decision with the reason", async () => {
    await service.store.db
      .insertInto("people")
      .values({
        id: "per_owner",
        workspace_id: service.workspaceId,
        name: "Olga",
        email: "owner@acme.test",
        email_key: "owner@acme.test",
        role: "owner",
        created_at: new Date(service.clock.now()),
      })
      .execute();
    const email = stranger();
    await applyAs(email);
    await confirmAs(email);
    const { id: partnerId } = await partnerOf(email);
    await service.request("POST", "/partners/applications/reject", {
      body: { partnerId, rejectionReason: "notTheRightFit", rejectionNote: "Write more." },
    });
    const kinds = (await service.mailsTo(email)).map(({ kind }) => kind);
    expect(kinds).toEqual(["confirmAddress", "applicationReceived", "rejected"]);
    expect((await service.mailsTo(email)).at(-1)?.data).toMatchObject({
      reason: "notTheRightFit",
      note: "Write more.",
    });
    expect((await service.mailsTo("owner@acme.test")).map(({ kind }) => kind)).toEqual(["newApplication"]);
  });

  it("of a stranger waits where the program approves whom its app vouches for, unless the group says otherwise", async () => {
    const { body: program } = await service.request("GET", "/program");
    expect(program.autoApprove).toBe(true);
    const email = stranger();
    await applyAs(email);
    await confirmAs(email);
    expect((await partnerOf(email)).status).toBe("pending");
  });

  it("of somebody who is a partner already signs in and changes nothing", async () => {
    const { id, email } = await service.createPartner({ name: "Ada" });
    await applyAs(email!, { name: "Mallory" });
    const answer = await confirmAs(email!);
    expect(answer.status).toBe(303);
    expect(await partnerOf(email!)).toMatchObject({ id, name: "Ada", status: "approved" });
  });

  it("after a rejection is a new application where it may be", async () => {
    const email = stranger();
    await applyAs(email);
    await confirmAs(email);
    const { id: partnerId } = await partnerOf(email);
    const reject = (reapplicationTimeframe: string) =>
      service.request("POST", "/partners/applications/reject", { body: { partnerId, reapplicationTimeframe } });
    await reject("instant");
    await applyAs(email);
    await confirmAs(email);
    expect((await partnerOf(email)).status).toBe("pending");
    await reject("never");
    await applyAs(email);
    expect((await confirmAs(email)).status).toBe(303);
    expect((await partnerOf(email)).status).toBe("rejected");
  });

  it("is confirmed once, of ten at the same moment, and ends after a day", async () => {
    const [email, late] = [stranger(), stranger()];
    await applyAs(email);
    const code = new URLSearchParams((await service.linkTo(email)).split("?")[1]).get("code")!;
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.post("/join/confirm", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(9).fill(410)]);
    await applyAs(late);
    service.clock.advance(dayMs);
    expect((await confirmAs(late)).status).toBe(410);
  });

  it("with answers to a form that has changed asks to apply again, and is not used up by that", async () => {
    const email = stranger();
    await applyAs(email);
    await settle({ applicationForm: form });
    const answer = await confirmAs(email);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The questions have changed");
    await settle({ applicationForm: null });
    expect((await confirmAs(email)).status).toBe(303);
  });

  it("to a program that has closed since waits until it opens; of a group that is gone it ends", async () => {
    const [email, other] = [stranger(), stranger()];
    await applyAs(email);
    await settle({ joining: "closed" });
    const refused = await confirmAs(email);
    expect([refused.status, await refused.text()]).toEqual([410, expect.stringContaining("takes no applications")]);
    await settle({ joining: "open" });
    expect((await confirmAs(email)).status).toBe(303);
    const group = await service.request("POST", "/groups", { body: { name: "Gone", slug: "gone", joinPage: true } });
    await applyAs(other, {}, `/join/${slug}/gone`);
    await service.store.db.deleteFrom("groups").where("id", "=", group.body.id).execute();
    expect((await confirmAs(other)).status).toBe(410);
  });

  it("says in another browser that another one asked, and nothing in its own", async () => {
    const email = stranger();
    const cookie = await applyAs(email);
    const path = await service.linkTo(email);
    expect(await (await service.get(path)).text()).toContain("another browser");
    expect(await (await service.get(path, { cookie })).text()).not.toContain("another browser");
  });

  it("is mailed three times a day at most to an address, and the page is the same each time", async () => {
    const email = stranger();
    const known = (await service.createPartner()).email!;
    const pages = [];
    for (let times = 0; times < 5; times += 1) {
      const answer = await service.post(`/join/${slug}`, { email, name: "Sam" });
      pages.push((await answer.text()).replaceAll(email, "…"));
    }
    const answer = await service.post(`/join/${slug}`, { email: known, name: "Sam" });
    pages.push((await answer.text()).replaceAll(known, "…"));
    expect(new Set(pages).size).toBe(1);
    expect(await service.mailsTo(email)).toHaveLength(3);
  });

  it("is mailed three times at most to an address that is entered many times at the same moment", async () => {
    const email = stranger();
    await Promise.all(Array.from({ length: 7 }, () => service.post(`/join/${slug}`, { email, name: "Sam" })));
    expect(await service.mailsTo(email)).toHaveLength(3);
  });

  it("is refused after 1,000 of a program that wait, and the operator is told", async () => {
    const at = new Date(service.clock.now());
    const row = { workspace_id: service.workspaceId, browser: "x", expires_at: new Date(at.getTime() + dayMs) };
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...row,
      id: `join_flood${index}`,
      hash: `flood${index}`,
      email_key: `flood-${index}@mail.test`,
      created_at: at,
    }));
    await service.store.db.insertInto("join_requests").values(rows).execute();
    const email = stranger();
    const answer = await service.post(`/join/${slug}`, { email, name: "Sam" });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("86400");
    expect(await service.mailsTo(email)).toEqual([]);
    await service.store.db.deleteFrom("join_requests").where("id", "like", "join_flood%").execute();
  });

  it("of somebody who is erased meanwhile is forgotten, in every program", async () => {
    const { id, email } = await service.createPartner();
    await applyAs(email!);
    const other = await service.createWorkspace({ program: { name: "Third", url: "https://third.test" } });
    await service.request("PATCH", "/program", { key: other.apiKey, body: { joining: "open" } });
    const { slug: second } = await service.store.db
      .selectFrom("workspaces")
      .where("id", "=", other.workspaceId)
      .select("slug")
      .executeTakeFirstOrThrow();
    await applyAs(email!, {}, `/join/${second}`);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: id } });
    await erasePartner(service.ctx(), { partnerId: id });
    const left = await service.store.db
      .selectFrom("join_requests")
      .select("workspace_id")
      .where("email", "=", email!)
      .execute();
    expect(left).toEqual([]);
  });

  it("does nothing that a page elsewhere sends", async () => {
    const email = stranger();
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      {},
      { ...own, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      expect((await service.post(`/join/${slug}`, { email, name: "Sam" }, headers)).status).toBe(403);
      expect((await service.post("/join/confirm", { code: "x" }, headers)).status).toBe(403);
    }
    expect(await service.mailsTo(email)).toEqual([]);
  });
});

it("several programs have a page each, and one that lists those anybody may join", async () => {
  const other = await service.createWorkspace({ program: { name: "Second", url: "https://second.test" } });
  await service.request("PATCH", "/program", { key: other.apiKey, body: { joining: "open" } });
  const list = await (await service.get("/join")).text();
  expect(list).toContain("Second");
  expect(list).toContain("Acme partners");
  expect(await (await service.get(`/join/${slug}`)).text()).toContain("Acme partners");
});

it("ten applications a minute are taken of a sender, and an eleventh is asked to wait", async () => {
  const limited = await createDoorService({ rateLimits: true });
  await limited.store.db.updateTable("programs").set({ joining: "open" }).execute();
  const statuses = [];
  for (let times = 0; times < 11; times += 1) {
    statuses.push((await limited.post("/join", { email: `s${times}@mail.test`, name: "Sam" })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  await limited.close();
});
