import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatuses } from "../../src/domain/partners/change-statuses.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { cookiesOf, createDoorService, own, type DoorService } from "./door-service.ts";
import { dayMs } from "../harness.ts";

let service: DoorService;
beforeAll(async () => {
  service = await createDoorService();
});
afterAll(() => service.close());

const ask = (email: string, headers: Record<string, string> = own) =>
  service.post("/partners/link", { email }, headers);
const codeTo = async (email: string): Promise<string> =>
  new URLSearchParams((await service.linkTo(email)).split("?")[1]).get("code") ?? "";
const newPartner = async (): Promise<{ id: string; email: string }> =>
  (await service.createPartner()) as { id: string; email: string };
const readWith = async (cookie: string) => {
  const { publicToken } = (await (await service.post("/partners/token", {}, { ...own, cookie })).json()) as {
    publicToken: string;
  };
  return service.request("GET", "/embed/referrals", { key: publicToken });
};

describe("a link that a partner asks for", () => {
  it("is mailed to a partner's address in the browser's language, works once, and for 15 minutes", async () => {
    const { id, email } = await newPartner();
    expect((await ask(email, { ...own, "accept-language": "fr-CA,fr" })).status).toBe(200);
    expect(await service.mailsTo(email)).toMatchObject([{ kind: "signIn", locale: "fr", partner_id: id }]);
    const code = await codeTo(email);
    expect((await service.post("/partners/sign-in", { code })).status).toBe(303);
    expect((await service.post("/partners/sign-in", { code })).status).toBe(410);
    await ask(email);
    const late = await codeTo(email);
    service.clock.advance(15 * 60_000);
    expect((await service.post("/partners/sign-in", { code: late })).status).toBe(410);
  });

  it("is answered by the same page, at the same beat, whether the address is a partner's or not", async () => {
    const { email } = await newPartner();
    const unknown = "nobody-at-all@mail.test";
    const pages = [];
    for (const address of [email, unknown]) {
      const startedAt = performance.now();
      const answer = await ask(address);
      expect(performance.now() - startedAt).toBeGreaterThan(200);
      pages.push([answer.status, (await answer.text()).replaceAll(address, "…")]);
    }
    expect(pages[0]).toEqual(pages[1]);
    expect(await service.mailsTo(unknown)).toEqual([]);
    const cookies = await Promise.all([email, unknown].map(async (address) => cookiesOf(await ask(address)).length));
    expect(cookies[0]).toBe(cookies[1]);
  });

  it("says in another browser that another one asked for it, and nothing in its own", async () => {
    const { email } = await newPartner();
    const cookie = cookiesOf(await ask(email));
    const path = await service.linkTo(email);
    expect(await (await service.get(path)).text()).toContain("another browser");
    expect(await (await service.get(path, { cookie })).text()).not.toContain("another browser");
  });

  it("is mailed five times a day to a partner at most", async () => {
    const { email } = await newPartner();
    for (let times = 0; times < 7; times += 1) expect((await ask(email)).status).toBe(200);
    expect(await service.mailsTo(email)).toHaveLength(5);
    service.clock.advance(dayMs);
    await ask(email);
    expect(await service.mailsTo(email)).toHaveLength(6);
  });

  it("is mailed five times at most to who is asked for many times at the same moment", async () => {
    const { email } = await newPartner();
    await Promise.all(Array.from({ length: 9 }, () => ask(email)));
    expect(await service.mailsTo(email)).toHaveLength(5);
  });

  it("keeps what was entered where it is no address, and a link that has ended leads back to the form", async () => {
    expect(await (await ask("no address")).text()).toContain('value="no address"');
    expect(await (await service.get("/partners/sign-in?code=none")).text()).toContain('href="/partners"');
  });

  it("is not mailed for what is no address, nor from a page elsewhere", async () => {
    for (const email of ["", "no address", "a@b.test\r\nBcc: c@d.test", `${"x".repeat(200)}@mail.test`]) {
      expect([email, (await ask(email)).status]).toEqual([email, 422]);
    }
    const { email } = await newPartner();
    expect((await ask(email, { origin: "https://evil.example" })).status).toBe(403);
    expect(await service.mailsTo(email)).toEqual([]);
  });

  it("is not sent to who has been erased, and its session ends with the address", async () => {
    const { id, email } = await newPartner();
    await ask(email);
    const code = await codeTo(email);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: id } });
    await erasePartner(service.ctx(), { partnerId: id });
    expect((await service.post("/partners/sign-in", { code })).status).toBe(410);
  });
});

describe("a partner of several programs", () => {
  it("opens each of them in one session, and no other; signing out everywhere ends it in all", async () => {
    const { email } = await newPartner();
    const second = await service.createWorkspace({ program: { name: "Second", url: "https://second.test" } });
    const third = await service.createWorkspace({ program: { name: "Third", url: "https://third.test" } });
    await service.request("POST", "/partners", { key: second.apiKey, body: { email } });
    await ask(email);
    const mail = (await service.mailsTo(email)).at(-1)!;
    expect(mail.workspace_id).toBeNull();
    const code = await codeTo(email);
    const page = await (await service.get(await service.linkTo(email))).text();
    expect(page).not.toContain("Second");
    const cookie = cookiesOf(await service.post("/partners/sign-in", { code }));
    expect((await readWith(cookie)).body.program.name).toBe("Acme partners");
    const shown = await (await service.get("/partners", { cookie })).text();
    expect(shown).toContain(`value="${second.workspaceId}"`);
    expect(shown).not.toContain(third.workspaceId);
    const open = (workspace: string) => service.post("/partners/program", { workspace }, { ...own, cookie });
    await open(second.workspaceId);
    expect((await readWith(cookie)).body.program.name).toBe("Second");
    await open(third.workspaceId);
    expect((await readWith(cookie)).body.program.name).toBe("Second");
    await ask(email);
    const unused = await codeTo(email);
    await service.post("/partners/sign-out", { everywhere: "yes" }, { ...own, cookie });
    expect((await service.post("/partners/token", {}, { ...own, cookie })).status).toBe(401);
    expect((await service.post("/partners/sign-in", { code: unused })).status).toBe(410);
  });
});

describe("an invitation", () => {
  const invite = (body: object) => service.request("POST", "/partners/invite", { body });
  const form = {
    fields: [{ key: "site", label: "Site", type: "text", required: true, locked: false, position: 1 }],
  };

  it("is answered and mailed with its link; a later one ends those before, and three are mailed a day", async () => {
    const email = "journalist@mail.test";
    const { status, body } = await invite({ email, name: "Jo" });
    expect(status).toBe(201);
    expect(body.invitation.url).toMatch(/^https:\/\/app\.test\/partners\/sign-in\?code=ref_sign_/);
    expect(Date.parse(body.invitation.expiresAt) - service.clock.now()).toBe(30 * dayMs);
    const again = [await invite({ email }), await invite({ email }), await invite({ email })];
    expect(await service.mailsTo(email)).toHaveLength(3);
    const answers = [body, ...again.map((answer) => answer.body)];
    expect(answers.map(({ invitation }) => invitation.mailed)).toEqual([true, true, true, false]);
    const urls = answers.map(({ invitation }) => new URL(invitation.url));
    const statuses = [];
    for (const { pathname, search } of urls) statuses.push((await service.get(pathname + search)).status);
    expect(statuses).toEqual([410, 410, 410, 200]);
  });

  it("shows offer, questions and terms; accepting keeps the answers, signs in and makes an approved partner", async () => {
    await service.request("PATCH", "/program", {
      body: { applicationForm: form, embed: { termsUrl: "https://acme.test/terms" } },
    });
    const email = "writer@mail.test";
    const { body } = await invite({ email, name: "Wim" });
    const url = new URL(body.invitation.url);
    const text = await (await service.get(url.pathname + url.search)).text();
    for (const shown of ["25%", "Site", "https://acme.test/terms", email]) expect(text).toContain(shown);
    const code = url.searchParams.get("code")!;
    const missing = await service.post("/partners/accept", { code });
    expect(missing.status).toBe(422);
    expect(await missing.text()).toContain("“Site” is missing.");
    const accepted = await service.post("/partners/accept", {
      code,
      terms: "yes",
      "values.site": "https://wim.example",
    });
    expect(accepted.status).toBe(303);
    expect((await readWith(cookiesOf(accepted))).body.status).toBe("approved");
    const row = await service.store.db
      .selectFrom("applications as a")
      .innerJoin("enrollments as e", "e.id", "a.enrollment_id")
      .where("e.partner_id", "=", body.id)
      .select("a.values")
      .executeTakeFirstOrThrow();
    expect(row.values).toEqual({ site: "https://wim.example" });
    expect((await service.post("/partners/accept", { code, terms: "yes" })).status).toBe(410);
    await service.request("PATCH", "/program", { body: { applicationForm: null, embed: { termsUrl: null } } });
  });

  it("is accepted once, of eight at the same moment; withdrawn, or after 30 days, it has ended", async () => {
    const codeOf = async (email: string) => {
      const { body } = await invite({ email });
      return { id: body.id, code: new URL(body.invitation.url).searchParams.get("code")! };
    };
    const { code } = await codeOf("race@mail.test");
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.post("/partners/accept", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(7).fill(410)]);
    const [gone, late] = [await codeOf("gone@mail.test"), await codeOf("late@mail.test")];
    await changeStatuses(service.ctx(), [gone.id], { name: "deleteInvite" });
    expect((await service.post("/partners/accept", { code: gone.code })).status).toBe(410);
    service.clock.advance(30 * dayMs);
    expect((await service.post("/partners/accept", { code: late.code })).status).toBe(410);
  });

  it("is not approved by the program: the answer says how it is accepted", async () => {
    const { body } = await invite({ email: "waiting@mail.test" });
    const { status, body: refusal } = await service.request("POST", "/partners/applications/approve", {
      body: { partnerId: body.id },
    });
    expect(status).toBe(409);
    expect(refusal.error.message).toContain("POST /partners/invite sends the invitation again");
  });
});
