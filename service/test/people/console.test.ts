import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { operations, personRoles, type OperationName, type Person } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleCommand } from "../../src/commands/console.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { mayDo } from "../../src/domain/people/roles.ts";
import { invitePerson } from "../../src/domain/people/manage-people.ts";
import { makeFirstLink, printConsoleLink } from "../../src/domain/people/console-link.ts";
import { createApp } from "../../src/app.ts";
import type { ClickStore } from "../../src/domain/click-store.ts";
import { createConsole } from "../../src/routes/console.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
let pages: Hono;
let pageDir: string;
const mail = { smtpUrl: "smtp://127.0.0.1:1", from: "Acme <partners@acme.test>" };
beforeAll(async () => {
  service = await createTestService({ mail });
  pageDir = await mkdtemp(join(tmpdir(), "console-"));
  await writeFile(join(pageDir, "index.html"), '<html data-given=""></html>');
  pages = consoleOf(service);
});
afterAll(async () => {
  await service.close();
  await rm(pageDir, { recursive: true });
});

const consoleOf = ({ deps, ctx }: TestService): Hono =>
  new Hono().route("/console", createConsole({ deps, context: (id = "") => ctx(id), pageDir }));
const own = { origin: "https://app.test" };
const get = (path: string, cookie = "", headers: Record<string, string> = {}) =>
  pages.request(`https://app.test/console${path}`, { headers: { cookie, ...headers } });
const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = own) =>
  pages.request(`https://app.test/console${path}`, { method: "POST", body: new URLSearchParams(form), headers });

/** A call of the console's browser. */
async function call(cookie: string, route: string, body?: object) {
  const [method = "", path = ""] = route.split(" ");
  const answer = await pages.request(`https://app.test/console/api${path}`, {
    method,
    headers: { cookie, ...own, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as any;
  return { status: answer.status, body: json, code: json.error?.code as string | undefined };
}

let count = 0;
const address = (): string => `person-${(count += 1)}@acme.test`;
const invite = (role: Person["role"], email = address(), ctx = service.ctx()) =>
  invitePerson(ctx, { name: `A ${role}`, email, role });
const codeOf = async (email: string, ctx = service.ctx()): Promise<string> =>
  new URL((await printConsoleLink(ctx, { email })).url).searchParams.get("code")!;

/** The cookie of a browser in which a new person of this role has signed in. */
async function signedIn(role: Person["role"], ctx = service.ctx()): Promise<{ cookie: string; person: Person }> {
  const person = await invite(role, address(), ctx);
  const answer = await post("/sign-in", { code: await codeOf(person.email!, ctx) });
  return { cookie: answer.headers.get("set-cookie")!.split(";")[0]!, person };
}

/** Links that wait to be mailed to an address. */
async function mailedTo(email: string): Promise<string[]> {
  const rows = await service.store.db
    .selectFrom("mails")
    .where("recipient", "=", email)
    .where("kind", "=", "consoleSignIn")
    .select("data")
    .orderBy("id")
    .execute();
  return rows.map(({ data }) => new URL((data as { url: string }).url).searchParams.get("code")!);
}

describe("a link to the console", () => {
  it("is printed by a command, which makes the first owner, and signs in once, however many use it at the same moment", async () => {
    const { text } = await runCommand(service.deps, consoleCommand);
    const url = new URL(text.split("\n")[0]!);
    expect(url.href).toMatch(/^https:\/\/app\.test\/console\/sign-in\?code=ref_cons_[\w-]{43}$/);
    const code = url.searchParams.get("code")!;
    for (let times = 0; times < 2; times += 1) expect((await get(`/sign-in?code=${code}`)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("/sign-in", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(7).fill(410)]);
    const again = await runCommand(service.deps, consoleCommand);
    expect(again.text).not.toContain(code);
    expect((await runCommand(service.deps, consoleCommand, "people")).text).toMatch(/^per_\w+ {2}owner {4}Owner$/m);
  });

  it("is mailed to who runs a program, works for 15 minutes, and at most three are mailed in that time", async () => {
    const { email } = await invite("viewer");
    for (let times = 0; times < 5; times += 1) await post("/ask", { email: ` ${email!.toUpperCase()} ` });
    const [, ...asked] = await mailedTo(email!);
    expect(asked).toHaveLength(3);
    expect((await get(`/sign-in?code=${asked[0]}`)).status).toBe(200);
    service.clock.advance(15 * 60_000);
    expect((await get(`/sign-in?code=${asked[0]}`)).status).toBe(410);
  });

  it("is mailed three times at most, also to who is asked for many times at the same moment", async () => {
    const { email } = await invite("viewer");
    await Promise.all(Array.from({ length: 9 }, () => post("/ask", { email: email! })));
    const [, ...asked] = await mailedTo(email!);
    expect(asked).toHaveLength(3);
  });

  it("tells nothing of whether an address is known: the same page, headers and time at least", async () => {
    const { email } = await invite("owner");
    const answers = await Promise.all(
      [email!, "nobody@acme.test", "no address"].map(async (given) => {
        const since = performance.now();
        const answer = await post("/ask", { email: given });
        const took = performance.now() - since;
        return { text: await answer.text(), status: answer.status, headers: [...answer.headers], slow: took >= 245 };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 200, slow: true });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("is refused to who asks for too many from one address", async () => {
    const limited = await createTestService({ mail, rateLimits: true });
    const pages = consoleOf(limited);
    const ask = () =>
      pages.request("https://app.test/console/ask", {
        method: "POST",
        body: new URLSearchParams({ email: "nobody@acme.test" }),
        headers: own,
      });
    const statuses = (await Promise.all(Array.from({ length: 12 }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await limited.close();
  });
});

describe("a link that an owner makes for somebody who was invited", () => {
  const linkOf = (cookie: string, { id }: Person) => call(cookie, `POST /people/${id}/link`);
  const codeIn = (url: string): string => new URL(url).searchParams.get("code")!;

  it("signs in once, within a day, and ends the links before it; the audit says whose it is and who made it", async () => {
    const { cookie, person: owner } = await signedIn("owner");
    const newcomer = await invite("viewer");
    const [mailed] = await mailedTo(newcomer.email!);
    const first = (await linkOf(cookie, newcomer)).body.url;
    const { status, body } = await linkOf(cookie, newcomer);
    expect([status, body.expiresAt]).toEqual([201, new Date(service.clock.now() + dayMs).toISOString()]);
    for (const code of [mailed!, codeIn(first)]) expect((await post("/sign-in", { code })).status).toBe(410);
    const code = codeIn(body.url);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post("/sign-in", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410]);
    const { body: audit } = await call(cookie, `GET /audit?entity=person&entityId=${newcomer.id}`);
    const made = audit.filter(({ operation }: { operation: string }) => operation === "make console link");
    expect(made).toHaveLength(2);
    for (const row of made) expect(row).toMatchObject({ actorType: "person", actorId: owner.id, actorName: "A owner" });
    const late = await invite("viewer");
    const { body: old } = await linkOf(cookie, late);
    service.clock.advance(dayMs);
    expect((await post("/sign-in", { code: codeIn(old.url) })).status).toBe(410);
  });

  it("is refused once they have signed in: an owner could act under their name", async () => {
    const { cookie } = await signedIn("owner");
    const { cookie: theirs, person } = await signedIn("manager");
    const refused = await linkOf(cookie, person);
    expect([refused.status, refused.code]).toEqual([409, "conflict"]);
    expect(refused.body.error.message).toContain("has signed in already");
    expect((await call(theirs, "GET /program")).status).toBe(200);
    const { body: people } = await call(cookie, "GET /people");
    expect(people.find(({ id }: Person) => id === person.id).signedInAt).toBe(
      new Date(service.clock.now()).toISOString(),
    );
  });

  it("is one alone where two owners make it at once, or they sign in meanwhile", async () => {
    const { cookie } = await signedIn("owner");
    const newcomer = await invite("viewer");
    const [one, two] = await Promise.all([linkOf(cookie, newcomer), linkOf(cookie, newcomer)]);
    const codes = [codeIn(one.body.url), codeIn(two.body.url)];
    const [, , made] = await Promise.all([
      ...codes.map(async (code) => post("/sign-in", { code })),
      linkOf(cookie, newcomer),
    ]);
    const lives = made && "body" in made && made.body.url ? codeIn(made.body.url) : undefined;
    const { rows } = await service.store.pool.query<{ links: string; signed: boolean }>(
      `SELECT count(l.id) FILTER (WHERE l.used_at IS NULL) AS links, p.signed_in_at IS NOT NULL AS signed
      FROM people p LEFT JOIN console_links l ON l.person_id = p.id WHERE p.id = $1 GROUP BY p.id`,
      [newcomer.id],
    );
    expect(rows.map(({ links, signed }) => [Number(links), signed])).toEqual([lives ? [1, false] : [0, true]]);
  });

  it("is made by owners alone, and for people of their own workspace", async () => {
    const newcomer = await invite("viewer");
    for (const role of ["viewer", "manager"] as const) {
      const { cookie } = await signedIn(role);
      expect(await linkOf(cookie, newcomer)).toMatchObject({ status: 403, code: "forbidden" });
    }
    const { body: key } = await service.request("POST", "/api-keys", {
      body: { name: "Reads", scopes: ["people.read"] },
    });
    const path = `/people/${newcomer.id}/link`;
    expect((await service.request("POST", path, { key: key.key })).status).toBe(403);
    const other = await service.createWorkspace({ program: { name: "Other", url: "https://other.test" } });
    expect((await service.request("POST", path, { key: other.apiKey })).status).toBe(404);
  });

  it("is kept nowhere, not for a repeated request either, and is not logged", async () => {
    const newcomer = await invite("viewer");
    const ask = () =>
      service.request("POST", `/people/${newcomer.id}/link`, { headers: { "idempotency-key": "first-link" } });
    const codes = [await ask(), await ask()].map(({ body }) => codeIn(body.url));
    expect(new Set(codes).size).toBe(2);
    const { rows } = await service.store.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    for (const { name } of rows)
      for (const code of codes) {
        const found = await service.store.pool.query(`SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0`, [code]);
        expect([name, found.rows.length]).toEqual([name, 0]);
      }
    expect(JSON.stringify(service.logged)).not.toContain("ref_cons_");
  });

  it("is refused where there is no console", async () => {
    const newcomer = await invite("viewer");
    const ctx = service.ctx();
    const off = { ...ctx, config: { ...ctx.config, console: false } };
    await expect(makeFirstLink(off, newcomer.id)).rejects.toThrow("CONSOLE=off");
  });
});

describe("a session of the console", () => {
  it("is a cookie that scripts cannot read and that no other site's page sends, for 12 hours", async () => {
    const { email } = await invite("owner");
    const { headers } = await post("/sign-in", { code: await codeOf(email!) });
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-referrals_console=ref_csession_[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = headers.get("set-cookie")!.split(";")[0]!;
    expect((await call(cookie, "GET /program")).status).toBe(200);
    service.clock.advance(12 * 3_600_000);
    expect(await call(cookie, "GET /program")).toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("ends by signing out, here or everywhere, and at once for who is removed; a changed role counts at once", async () => {
    const { cookie, person } = await signedIn("owner");
    const other = (await post("/sign-in", { code: await codeOf(person.email!) })).headers.get("set-cookie")!;
    await post("/sign-out", {}, { ...own, cookie });
    expect((await call(cookie, "GET /program")).status).toBe(401);
    const there = other.split(";")[0]!;
    expect((await call(there, "GET /program")).status).toBe(200);
    const unused = await codeOf(person.email!);
    await post("/sign-out", { everywhere: "yes" }, { ...own, cookie: there });
    expect([(await call(there, "GET /program")).status, (await get(`/sign-in?code=${unused}`)).status]).toEqual([
      401, 410,
    ]);
    const [boss, viewer] = [await signedIn("owner"), await signedIn("viewer")];
    expect((await call(viewer.cookie, "PATCH /program", { name: "Mine" })).status).toBe(403);
    await call(boss.cookie, `PATCH /people/${viewer.person.id}`, { role: "manager" });
    expect((await call(viewer.cookie, "PATCH /program", {})).status).toBe(200);
    await call(boss.cookie, `DELETE /people/${viewer.person.id}`);
    expect((await call(viewer.cookie, "GET /program")).status).toBe(401);
  });

  it("does nothing that a page elsewhere asks for, and reads nothing to it", async () => {
    const { cookie } = await signedIn("owner");
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { ...own, "sec-fetch-site": "cross-site" },
      { ...own, "sec-fetch-site": "same-site" },
    ];
    for (const headers of [...foreign, {}]) {
      const sent = { ...headers, cookie };
      const write = await pages.request("https://app.test/console/api/partners", { method: "POST", headers: sent });
      const statuses = [write.status, (await post("/sign-out", {}, sent)).status];
      const asked = [
        (await post("/ask", { email: "a@b.test" }, sent)).status,
        (await post("/view/pn_x", {}, sent)).status,
      ];
      expect([...statuses, ...asked]).toEqual([403, 403, 403, 403]);
    }
    for (const headers of foreign) expect((await get("/api/program", cookie, headers)).status).toBe(403);
    expect((await call(cookie, "GET /program")).status).toBe(200);
  });

  it("reads and changes its own workspace alone, and says in the audit who it was", async () => {
    const other = await service.createWorkspace({ program: { name: "Other", url: "https://other.test" } });
    const { cookie, person } = await signedIn("owner", service.ctx(other.workspaceId));
    const { id } = await service.createPartner();
    const mine = await invite("viewer");
    expect((await call(cookie, "GET /program")).body.name).toBe("Other");
    const foreign = [
      await call(cookie, `GET /partners/${id}`),
      await call(cookie, "POST /partners/ban", { partnerId: id, reason: "spam" }),
      await call(cookie, `DELETE /people/${mine.id}`),
      await call(cookie, `PATCH /people/${mine.id}`, { role: "owner" }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await post(`/view/${id}`, {}, { ...own, cookie })).status).toBe(404);
    for (const unknown of ["%00", "%ff", "%"])
      expect((await post(`/view/${unknown}`, {}, { ...own, cookie })).status).toBe(404);
    await call(cookie, "PATCH /program", { name: "Renamed" });
    const { body } = await call(cookie, "GET /audit?actorType=person&entity=program");
    expect(body[0]).toMatchObject({ actorType: "person", actorId: person.id, actorName: "A owner" });
  });

  it("does nothing and reads nothing for a tab that was opened before somebody else signed in", async () => {
    const other = await service.createWorkspace();
    const [before, since] = [await signedIn("owner"), await signedIn("owner", service.ctx(other.workspaceId))];
    const { id } = await service.createPartner();
    const old = { ...own, cookie: since.cookie, "console-person": before.person.id };
    const answers = [
      await get("/api/program", since.cookie, { "console-person": before.person.id }),
      await pages.request("https://app.test/console/api/payouts/run", { method: "POST", headers: old }),
      await post(`/view/${id}`, {}, old),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await get("/api/program", since.cookie, { "console-person": since.person.id })).status).toBe(200);
  });

  it("answers a repeated write once", async () => {
    const { cookie } = await signedIn("owner");
    const make = () =>
      pages.request("https://app.test/console/api/tags", {
        method: "POST",
        headers: { cookie, ...own, "content-type": "application/json", "idempotency-key": "once" },
        body: JSON.stringify({ name: "Once" }),
      });
    const [first, second] = [await make(), await make()];
    expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
  });
});

describe("a person's role", () => {
  const names = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].auth === "key");

  it("allows an owner all operations, a manager all but what gives others access, a viewer to read", () => {
    const refused = (role: Person["role"]) => names.filter((name) => !mayDo(role, name));
    expect(refused("owner")).toEqual([]);
    expect(refused("manager")).toMatchSnapshot();
    expect(names.filter((name) => mayDo("viewer", name)).filter((name) => operations[name].method !== "GET")).toEqual(
      [],
    );
  });

  it("decides on every operation, by its answer: forbidden where the table says so, never where it does not", async () => {
    for (const role of personRoles) {
      const { cookie } = await signedIn(role);
      for (const name of names) {
        const { method, path } = operations[name];
        const at = path.replace(/\{\w+\}/g, "none");
        // An empty body is refused after the role is: what is allowed gets another error than `forbidden`, and changes nothing.
        const sent = method === "GET" || method === "DELETE" ? undefined : { none: null };
        if (mayDo(role, name) && path === at && sent === undefined) continue;
        const { code } = await call(cookie, `${method} ${at}`, sent);
        expect({ role, name, forbidden: code === "forbidden" }).toEqual({ role, name, forbidden: !mayDo(role, name) });
      }
    }
  });

  it("leaves the program's allowed origins to owners", async () => {
    const [manager, owner] = [await signedIn("manager"), await signedIn("owner")];
    const origins = { allowedOrigins: ["https://acme.test"] };
    expect(await call(manager.cookie, "PATCH /program", origins)).toMatchObject({ status: 403 });
    expect((await call(owner.cookie, "PATCH /program", origins)).status).toBe(200);
    await call(owner.cookie, "PATCH /program", { allowedOrigins: [] });
  });

  it("cannot be taken from the last owner, not even by two who do it to each other at once", async () => {
    const { workspaceId } = await service.createWorkspace();
    const ctx = service.ctx(workspaceId);
    const [one, two] = [await signedIn("owner", ctx), await signedIn("owner", ctx)];
    const answers = await Promise.all([
      call(one.cookie, `PATCH /people/${two.person.id}`, { role: "viewer" }),
      call(two.cookie, `DELETE /people/${one.person.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("an answer that is kept for a repeated call of a person", () => {
  const keptWith = async (text: string): Promise<number> => {
    const rows = await service.store.db.selectFrom("idempotency_keys").select("body").execute();
    return rows.filter(({ body }) => body?.includes(text)).length;
  };
  const keyed = async (cookie: string, route: string, body: object) => {
    const [method = "", path = ""] = route.split(" ");
    const headers = { cookie, ...own, "content-type": "application/json", "idempotency-key": address() };
    const sent = { method, headers, body: JSON.stringify(body) };
    return (await (await pages.request(`https://app.test/console/api${path}`, sent)).json()) as { id: string };
  };

  it("says nothing more of a partner or customer who was erased", async () => {
    const { cookie } = await signedIn("owner");
    const { id } = await keyed(cookie, "POST /partners", { email: "gone@secret.test", name: "Gone Secret" });
    await keyed(cookie, "POST /customers", { externalId: "gone-1", name: "Gone Secret" });
    await keyed(cookie, "PATCH /customers/ext_gone-1", { name: "Gone Secret" });
    expect(await keptWith("Gone Secret")).toBe(3);
    await call(cookie, "POST /partners/deactivate", { partnerId: id });
    await erasePartner(service.ctx(), { partnerId: id });
    expect(await keptWith("Gone Secret")).toBe(2);
    expect((await call(cookie, "DELETE /customers/ext_gone-1")).status).toBe(200);
    expect(await keptWith("Gone Secret")).toBe(0);
    const paths = await service.store.db.selectFrom("idempotency_keys").select("path").execute();
    expect(paths.filter(({ path }) => path.includes("gone-1"))).toEqual([]);
  });

  it("goes with the person, as nothing tells any more whose workspace it is of", async () => {
    const { cookie, person } = await signedIn("owner");
    await keyed(cookie, "POST /tags", { name: "Kept Secret" });
    expect(await keptWith("Kept Secret")).toBe(1);
    await service.request("DELETE", `/people/${person.id}`);
    expect(await keptWith("Kept Secret")).toBe(0);
  });
});

/** How many visitors there are of a partner's dashboard once it was read with a token, where clicks are recorded. */
async function visitorsNoted(token: string): Promise<number> {
  const clicks = {
    find: () => undefined,
    isClicked: () => false,
    read: () => null,
    arrived: () => Promise.resolve(),
    record: () => Promise.reject(new Error("Nothing is visited.")),
    loaded: () => Promise.resolve(true),
    loadedFromBefore: () => Promise.resolve(true),
    visitorOf: (address: string) => Promise.resolve({ visitor: `visitor of ${token}`, address }),
  } satisfies ClickStore;
  const app = createApp({ ...service.deps, clicks });
  const answer = await app.request("/api/embed/referrals", { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const rows = await service.store.db.selectFrom("embed_visitors").selectAll().execute();
  return rows.filter(({ visitor }) => visitor === `visitor of ${token}`).length;
}

describe("seeing what a partner sees", () => {
  it("reads alone, counts as no visit, works on the service's own pages, and is in the audit", async () => {
    const { cookie, person } = await signedIn("viewer");
    const { id } = await service.createPartner({ name: "Ada" });
    const { publicToken: key } = (await (await post(`/view/${id}`, {}, { ...own, cookie })).json()) as {
      publicToken: string;
    };
    const read = await service.request<any>("GET", "/embed/referrals", { key });
    expect(read.body).toMatchObject({ partner: { name: "Ada" }, token: { allowedOrigins: ["https://app.test"] } });
    expect(await visitorsNoted(key)).toBe(0);
    const minted = await service.request<any>("POST", "/tokens/embed/referrals", { body: { partnerId: id } });
    expect(await visitorsNoted(minted.body.publicToken)).toBe(1);
    for (const name of (Object.keys(operations) as OperationName[]).filter((one) => operations[one].auth === "embed")) {
      const { method, path } = operations[name];
      if (method === "GET") continue;
      const { status } = await service.request(method, path.replace(/\{\w+\}/g, "none"), { key, body: {} });
      expect({ name, status }).toEqual({ name, status: 403 });
    }
    const audit = await service.request<any[]>("GET", `/audit?entityId=${id}&operation=see dashboard`);
    expect(audit.body[0]).toMatchObject({ actorId: person.id, actorName: "A viewer" });
  });
});

describe("the token of who looks at a partner's dashboard", () => {
  /** A person who looks, the token they look with, and what it answers now. */
  async function looking() {
    const { cookie, person } = await signedIn("viewer");
    const { id } = await service.createPartner();
    const answer = await post(`/view/${id}`, {}, { ...own, cookie });
    const { publicToken: key } = (await answer.json()) as { publicToken: string };
    const read = async () => (await service.request("GET", "/embed/referrals", { key })).status;
    expect(await read()).toBe(200);
    return { cookie, person, read };
  }

  it("ends at once with the person, and when they sign out", async () => {
    const removed = await looking();
    const signedOut = await looking();
    await service.request("DELETE", `/people/${removed.person.id}`);
    await post("/sign-out", {}, { ...own, cookie: signedOut.cookie });
    expect([await removed.read(), await signedOut.read()]).toEqual([401, 401]);
  });
});

describe("the console's pages", () => {
  it("cannot be framed, run no script but the console's, and are not kept or indexed", async () => {
    const { cookie } = await signedIn("owner");
    for (const answer of [
      await get(""),
      await get("", cookie),
      await get("/partners/pn_1", cookie),
      await get("/sign-in"),
    ]) {
      const policy = answer.headers.get("content-security-policy")!;
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    }
  });

  it("show join pages to look at: framed by the console alone, without scripts and forms, to people of the program", async () => {
    const { cookie } = await signedIn("viewer");
    await service.request("PATCH", "/program", { body: { joining: "open" } });
    const [{ id, slug }] = (await service.request("GET", "/groups")).body;
    const before = await get(`/preview/join/${slug}`, cookie);
    await service.request("PATCH", `/groups/${id}`, { body: { joinPage: true } });
    for (const answer of [await get("/preview/join", cookie), await get(`/preview/join/${slug}`, cookie)]) {
      const policy = answer.headers.get("content-security-policy")!;
      expect(answer.status).toBe(200);
      expect(policy).toMatch(/form-action 'none'; frame-ancestors 'self'; sandbox allow-popups/);
      expect(policy).not.toMatch(/script-src|allow-scripts|allow-forms|allow-same-origin|unsafe/);
      expect(answer.headers.get("x-frame-options")).toBe("SAMEORIGIN");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(await answer.text()).toContain('name="email"');
    }
    expect(before.status).toBe(404);
    const stranger = await get("/preview/join");
    expect(stranger.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await stranger.text()).toContain("Sign in to the console");
  });

  it("open once more by themselves for a link on another site, to which the browser keeps the cookie back", async () => {
    const again = await get("/partners?search=%22%3E%3Cb%3E", "", { "sec-fetch-site": "cross-site" });
    const text = await again.text();
    expect([again.status, text.includes('http-equiv="refresh"'), text.includes("<b>")]).toEqual([200, true, false]);
    expect(await (await get("/partners", "", { "sec-fetch-site": "same-origin" })).text()).not.toContain("refresh");
  });

  it("are told the workspace's name in addresses, by which its join pages are found", async () => {
    const { cookie } = await signedIn("viewer");
    const page = await (await get("", cookie)).text();
    const { slug } = await service.store.db
      .selectFrom("workspaces")
      .select("slug")
      .where("id", "=", service.workspaceId)
      .executeTakeFirstOrThrow();
    expect(page).toContain(`&quot;slug&quot;:&quot;${slug}&quot;`);
  });

  it("show names as text, never as markup", async () => {
    const person = await invite("owner", address());
    await service.request("PATCH", `/people/${person.id}`, { body: { name: `"><script>alert(1)</script>$&` } });
    const { headers } = await post("/sign-in", { code: await codeOf(person.email!) });
    const page = await (await get("", headers.get("set-cookie")!.split(";")[0]!)).text();
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert(1)");
  });

  it("are not there with CONSOLE=off", async () => {
    const off = await createTestService({ console: false, mail });
    const pages = consoleOf(off);
    for (const path of ["", "/sign-in", "/api/program", "/assets/main.js"])
      expect((await pages.request(`https://app.test/console${path}`)).status).toBe(404);
    await invite("owner", "off@acme.test", off.ctx());
    const sent = await off.store.db.selectFrom("mails").where("recipient", "=", "off@acme.test").selectAll().execute();
    expect(sent).toEqual([]);
    await expect(runCommand(off.deps, consoleCommand)).rejects.toThrow("CONSOLE=off");
    await off.close();
  });
});
