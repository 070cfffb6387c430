import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partners } from "../../src/commands/partners.ts";
import { changeEmailEverywhere } from "../../src/domain/partners/change-email.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { makeSignInLink } from "../../src/domain/proofs/sign-in-link.ts";
import { errorAnswer } from "../../src/middleware/errors.ts";
import { createPartnerPages } from "../../src/routes/partner-pages.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
let pages: Hono;
beforeAll(async () => {
  service = await createTestService();
  pages = createPartnerPages({ ...service.deps, context: () => service.ctx("") });
});
afterAll(() => service.close());

const own = { origin: "https://app.test" };
const get = async (path: string, cookie = "", headers: Record<string, string> = {}) =>
  pages.request(`https://app.test${path}`, { headers: { cookie, ...headers } });
const post = async (path: string, form: Record<string, string> = {}, headers: Record<string, string> = own) =>
  pages.request(`https://app.test${path}`, { method: "POST", body: new URLSearchParams(form), headers });

/** The code of a new link of a partner. */
const codeOf = async (partnerId: string, ctx = service.ctx()): Promise<string> =>
  new URL((await makeSignInLink(ctx, partnerId)).url).searchParams.get("code")!;

/** The cookie of a browser in which a partner has just signed in. */
async function signedIn(partnerId: string, ctx = service.ctx()): Promise<string> {
  const answer = await post("/sign-in", { code: await codeOf(partnerId, ctx) });
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}

const mint = (cookie: string) => post("/token", {}, { ...own, cookie });
const read = async (cookie: string, path = "") => {
  const { publicToken } = (await (await mint(cookie)).json()) as { publicToken: string };
  return service.request("GET", `/embed/referrals${path}`, { key: publicToken });
};

describe("a sign-in link", () => {
  it("is printed by an operator's command, and shows whom it signs in without being used up", async () => {
    const { id, email } = await service.createPartner();
    const { text } = await runCommand(service.deps, partners, "link", id);
    const url = new URL(text.split("\n")[0]!);
    expect(url.href).toMatch(/^https:\/\/app\.test\/partners\/sign-in\?code=ref_sign_[\w-]{43}$/);
    for (let times = 0; times < 2; times += 1) {
      const page = await get(url.pathname.replace("/partners", "") + url.search);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(email);
      expect(page.headers.get("set-cookie")).toBeNull();
    }
    await expect(runCommand(service.deps, partners, "link", id, id)).rejects.toThrow("link <partnerId>");
    await expect(runCommand(service.deps, partners, "link", "pn_none")).rejects.toThrow("No partner");
  });

  it("signs in once, however many use it at the same moment", async () => {
    const { id } = await service.createPartner();
    const code = await codeOf(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("/sign-in", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(7).fill(410)]);
    expect((await get(`/sign-in?code=${code}`)).status).toBe(410);
  });

  it("works for a day, and for an invited partner as long as the invitation", async () => {
    const { id } = await service.createPartner();
    const invited = await service.request("POST", "/partners/invite", { body: { email: "journalist@mail.test" } });
    const codes = [await codeOf(id), await codeOf(invited.body.id)];
    service.clock.advance(dayMs + 1);
    const statuses = await Promise.all(codes.map(async (code) => (await get(`/sign-in?code=${code}`)).status));
    expect(statuses).toEqual([410, 200]);
    const { headers } = await post("/sign-in", { code: codes[1]! });
    const { body } = await read(headers.get("set-cookie")!.split(";")[0]!);
    expect(body).toMatchObject({ status: "invited", actions: expect.arrayContaining(["accept"]) });
  });

  it("answers the same for one that never was, was used, or has run out", async () => {
    const { id } = await service.createPartner();
    const used = await codeOf(id);
    await post("/sign-in", { code: used });
    const bodies = await Promise.all(
      [used, "ref_sign_none", ""].map(async (code) => (await post("/sign-in", { code })).text()),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

describe("a session", () => {
  it("is a cookie that scripts cannot read, that other sites' pages do not send, on https alone and for this host alone", async () => {
    const { id } = await service.createPartner();
    const { headers } = await post("/sign-in", { code: await codeOf(id) });
    expect(headers.get("location")).toBe("/partners");
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-referrals_partner=ref_session_[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it("is a new one after each sign-in: a cookie that somebody planted before is nobody's", async () => {
    const { id } = await service.createPartner();
    const planted = "__Host-referrals_partner=ref_session_planted";
    const answer = await post("/sign-in", { code: await codeOf(id) }, { ...own, cookie: planted });
    expect(answer.headers.get("set-cookie")).not.toContain("planted");
    expect((await mint(planted)).status).toBe(401);
  });

  it("shows the program and reads the partner's own data, also where the program names the sites of its host", async () => {
    const { id } = await service.createPartner({ name: "Ada" });
    const cookie = await signedIn(id);
    await service.request("PATCH", "/program", { body: { allowedOrigins: ["https://host.example"] } });
    expect(await (await get("/", cookie)).text()).toContain("<h1>Acme partners</h1>");
    const { status, body } = await read(cookie);
    expect([status, body.partner.name, body.token.allowedOrigins]).toEqual([200, "Ada", ["https://app.test"]]);
    await service.request("PATCH", "/program", { body: { allowedOrigins: [] } });
  });

  it("changes payout details for an hour after signing in, and not later", async () => {
    const { id } = await service.createPartner();
    const cookie = await signedIn(id);
    const change = async () => {
      const { publicToken: key } = (await (await mint(cookie)).json()) as { publicToken: string };
      const body = { method: "paypal", paypalEmail: "ada@mail.test" };
      return (await service.request("PUT", "/embed/referrals/payout-method", { key, body })).status;
    };
    expect(await change()).toBe(200);
    service.clock.advance(3_600_000);
    expect(await change()).toBe(403);
    expect(await (await get("/", cookie)).text()).toContain("sign in with a new link");
    expect((await read(cookie, "/links")).status).toBe(200);
  });

  it("leaves no token behind that may change payout details after that hour", async () => {
    const { id } = await service.createPartner();
    const cookie = await signedIn(id);
    service.clock.advance(3_540_000);
    const { publicToken: key } = (await (await mint(cookie)).json()) as { publicToken: string };
    service.clock.advance(60_000);
    const body = { method: "paypal", paypalEmail: "ada@mail.test" };
    expect((await service.request("PUT", "/embed/referrals/payout-method", { key, body })).status).toBe(401);
  });

  it("ends everywhere with its tokens: a page that is open elsewhere reads nothing more", async () => {
    const { id } = await service.createPartner();
    const [here, elsewhere] = [await signedIn(id), await signedIn(id)];
    const { publicToken: key } = (await (await mint(elsewhere!)).json()) as { publicToken: string };
    expect((await service.request("GET", "/embed/referrals", { key })).status).toBe(200);
    await post("/sign-out", { everywhere: "yes" }, { ...own, cookie: here! });
    expect((await service.request("GET", "/embed/referrals", { key })).status).toBe(401);
  });

  it("ends after 30 days, by signing out, and everywhere at once", async () => {
    const { id } = await service.createPartner();
    const [one, other, old] = [await signedIn(id), await signedIn(id), await signedIn(id)];
    const unused = await codeOf(id);
    await post("/sign-out", {}, { ...own, cookie: one! });
    expect([(await mint(one!)).status, (await mint(other!)).status]).toEqual([401, 200]);
    await post("/sign-out", { everywhere: "yes" }, { ...own, cookie: other! });
    expect([(await mint(old!)).status, (await get(`/sign-in?code=${unused}`)).status]).toEqual([401, 410]);
    const last = await signedIn(id);
    service.clock.advance(30 * dayMs);
    expect((await mint(last)).status).toBe(401);
  });

  it("sees one workspace's program alone, of a person whom two know", async () => {
    const second = await service.createWorkspace({ program: { name: "Other", url: "https://other.test" } });
    const { id, email } = await service.createPartner();
    await service.request("POST", "/partners", { key: second.apiKey, body: { email } });
    const [first, other] = [await signedIn(id), await signedIn(id, service.ctx(second.workspaceId))];
    expect((await read(first)).body.program.name).toBe("Acme partners");
    expect((await read(other)).body.program.name).toBe("Other");
    await post("/sign-out", { everywhere: "yes" }, { ...own, cookie: other });
    expect((await mint(first)).status).toBe(200);
  });

  it("of a banned partner shows nothing to read; of an erased one, or of another address, it has ended", async () => {
    const [banned, moved] = [await service.createPartner(), await service.createPartner()];
    const [ofBanned, ofMoved] = [await signedIn(banned.id), await signedIn(moved.id)];
    await service.request("POST", "/partners/ban", { body: { partnerId: banned.id, reason: "spam" } });
    expect((await read(ofBanned, "/links")).status).toBe(403);
    const unused = await codeOf(banned.id);
    await erasePartner(service.ctx(), { partnerId: banned.id });
    expect([(await mint(ofBanned)).status, (await get(`/sign-in?code=${unused}`)).status]).toEqual([401, 410]);
    await changeEmailEverywhere(service.ctx(""), moved.id, "moved@mail.test");
    expect((await mint(ofMoved)).status).toBe(401);
  });
});

describe("the partner's pages", () => {
  it("do nothing that a page elsewhere asks for: signing in, signing out, a token", async () => {
    const { id } = await service.createPartner();
    const cookie = await signedIn(id);
    const code = await codeOf(id);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
      { ...own, "sec-fetch-site": "cross-site" },
      { ...own, "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      const sent = { ...headers, cookie };
      const answers = [
        await post("/sign-in", { code }, sent),
        await post("/sign-out", {}, sent),
        await post("/token", {}, sent),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(answers.map((answer) => answer.headers.get("set-cookie"))).toEqual([null, null, null]);
    }
    expect((await mint(cookie)).status).toBe(200);
    expect((await get(`/sign-in?code=${code}`)).status).toBe(200);
  });

  it("cannot be framed, run no script but the embed's, and are not kept or indexed", async () => {
    const { id } = await service.createPartner();
    for (const answer of [await get("/"), await get("/", await signedIn(id)), await get("/sign-in?code=x")]) {
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    }
  });

  it("have the program's colour on their button, in both schemes", async () => {
    const { id } = await service.createPartner();
    await service.request("PATCH", "/program", { body: { brandColor: "#0a7d4f" } });
    const text = await (await get(`/sign-in?code=${await codeOf(id)}`)).text();
    expect(text).toMatch(/:root\{--accent:#0a7d4f;/);
    expect(text).toMatch(/dark\)\{:root\{--accent:#[0-9a-f]{6};/);
    await service.request("PATCH", "/program", { body: { brandColor: null } });
  });

  it("write names as text", async () => {
    const evil = "<script>alert(1)</script>";
    const other = await service.createWorkspace({ program: { name: evil, url: "https://other.test" } });
    const { body } = await service.request("POST", "/partners", {
      key: other.apiKey,
      body: { email: "markup@mail.test" },
    });
    const ctx = service.ctx(other.workspaceId);
    const texts = [
      await (await get(`/sign-in?code=${await codeOf(body.id, ctx)}`)).text(),
      await (await get("/", await signedIn(body.id, ctx))).text(),
      await (await get(`/sign-in?code=${encodeURIComponent(`"><script>`)}`)).text(),
    ];
    for (const text of texts) expect(text).not.toMatch(/<script>(?!<)/);
  });

  it.each([
    ["de-CH,de;q=0.9", "de", "ltr", "Anmeldung für Partner"],
    ["he", "he", "rtl", "כניסת שותפים"],
    ["pt", "pt-BR", "ltr", "Acesso de parceiros"],
    ["tlh", "en", "ltr", "Partner sign-in"],
    ["", "en", "ltr", "Partner sign-in"],
  ])("speak the browser's language: %s", async (accepted, language, dir, title) => {
    const text = await (await get("/", "", { "accept-language": accepted })).text();
    expect(text).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(text).toContain(title);
  });

  it("refuse a form that is too long, and mint 30 tokens a minute", async () => {
    const config = { ...service.deps.config, rateLimits: true };
    const limited = new Hono().route(
      "/",
      createPartnerPages({ ...service.deps, config, context: () => service.ctx("") }),
    );
    limited.onError((error, c) => errorAnswer(c, error, service.deps));
    const body = new URLSearchParams({ code: "x".repeat(5_000) });
    const long = await limited.request("https://app.test/sign-in", { method: "POST", headers: own, body });
    expect(long.status).toBe(400);
    const cookie = await signedIn((await service.createPartner()).id);
    const statuses = [];
    for (let times = 0; times < 31; times += 1) {
      const headers = { ...own, cookie };
      statuses.push((await limited.request("https://app.test/token", { method: "POST", headers })).status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses[30]).toBe(429);
  });
});
