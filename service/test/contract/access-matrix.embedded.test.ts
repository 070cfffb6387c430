import {
  apiKeyScopes,
  embedScopes,
  enrollmentStatuses,
  errorStatuses,
  operations,
  personRoles,
  type EnrollmentStatus,
  type OperationName,
  type OperationRow,
} from "referrals-embed/contract";
import { tmpdir } from "node:os";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printConsoleLink } from "../../src/domain/people/console-link.ts";
import { invitePerson } from "../../src/domain/people/manage-people.ts";
import { endpoints } from "../../src/routes/all.ts";
import { createConsole } from "../../src/routes/console.ts";
import { dayMs } from "../harness.ts";
import { expectedAnswer, isStep, type Credential, type Subject } from "./access-rules.ts";
import { ask, problemsOf, readDescription, type Answer, type Description } from "./ask.ts";
import { reject } from "./calls.ts";
import { scenes } from "./scenes.ts";
import { openWorld, type Call, type World } from "./world.ts";

/** A partner in a status. */
interface Member {
  status: EnrollmentStatus;
  partner: World["active"]["partner"];
  linkId: string;
  /** A token of the enrollment. */
  token(options?: { scopes?: readonly string[]; allowedOrigins?: string[] }): Promise<string>;
}

let world: World;
let description: Description;
let members: Member[];
/** Another partner of the program, approved. */
let stranger: Member;
let lastingCredentials: Credential[];
/** People of every role, in the workspace and in another. */
let people: Credential[];
let consolePages: Hono;
/** Secret keys by their scopes. */
const keys = new Map<string, string>();

const names = Object.keys(operations) as OperationName[];
const served = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));

beforeAll(async () => {
  world = await openWorld();
  description = await readDescription(world);
  await world.store.db.updateTable("groups").set({ max_partner_links: 1000 }).execute();
  members = [];
  for (const status of enrollmentStatuses) members.push(await memberIn(status));
  stranger = await memberIn("approved");
  lastingCredentials = await credentialsThatLast();
  const context = (workspaceId = " "): ReturnType<World["ctx"]> => world.ctx(workspaceId);
  consolePages = createConsole({ deps: world.deps, context, pageDir: tmpdir() });
  const { workspaceId } = await world.createWorkspace();
  people = [...(await peopleOf(world.workspaceId)), ...(await peopleOf(workspaceId))];
});
afterAll(() => world.close());

const createKey = async (input: object, key?: string): Promise<{ id: string; key: string }> =>
  world.must("POST", "/api-keys", { name: world.unique(), ...input }, key);

async function keyWith(scopes: readonly string[]): Promise<string> {
  const name = scopes.join();
  const known = keys.get(name) ?? (await createKey({ scopes })).key;
  keys.set(name, known);
  return known;
}

/** Tokens live a day at most, and some calls move the clock: one is kept for a moment of it. */
async function memberOf(status: EnrollmentStatus, partner: Member["partner"]): Promise<Member> {
  const tokens = new Map<string, string>();
  const token: Member["token"] = async (options = {}) => {
    const name = `${world.clock.now()} ${JSON.stringify(options)}`;
    const known = tokens.get(name) ?? (await world.embedToken(partner.id, options));
    tokens.set(name, known);
    return known;
  };
  return { status, partner, linkId: partner.links?.[0]?.id ?? world.active.linkId, token };
}

const waysInto: Record<EnrollmentStatus, () => Promise<Member["partner"]>> = {
  approved: () => world.createPartner(),
  archived: () => moved("archive"),
  deactivated: () => moved("deactivate"),
  banned: () => moved("ban", { reason: "spam" }),
  invited: () => world.invited(),
  declined: async () => {
    const partner = await world.invited();
    await world.must("POST", "/embed/referrals/enrollment/decline", {}, await world.embedToken(partner.id));
    return partner;
  },
  pending: () => world.pending(),
  rejected: async () => {
    const partner = await world.pending();
    const review = { partnerId: partner.id, ...reject, reapplicationTimeframe: "instant" };
    await world.must("POST", "/partners/applications/reject", review);
    return partner;
  },
};

const memberIn = async (status: EnrollmentStatus): Promise<Member> => memberOf(status, await waysInto[status]());

async function moved(operation: string, input: object = {}): Promise<Member["partner"]> {
  const partner = await world.createPartner();
  await world.must("POST", `/partners/${operation}`, { partnerId: partner.id, ...input });
  return partner;
}

const foreignOrigin = "https://elsewhere.test";
const nobody = { scopes: null, isOwn: true };

/** Credentials that no operation and no time changes. */
async function credentialsThatLast(): Promise<Credential[]> {
  const { clock, store } = world;
  const [foreign, low] = [await world.createWorkspace(), await world.createWorkspace()];
  const { id: lowPartner } = await world.must("POST", "/partners", { email: "low@mail.test" }, low.apiKey);
  const lowToken = { partnerId: lowPartner };
  const { publicToken } = await world.must("POST", "/tokens/embed/referrals", lowToken, low.apiKey);
  const farAway = new Date(clock.now() + 365 * dayMs);
  await store.db.updateTable("embed_tokens").set({ expires_at: farAway }).execute();
  await world.must("PATCH", "/program", { allowedOrigins: ["https://shop.test"] }, foreign.apiKey);
  const ofForeign = { scopes: null, isOwn: false };
  await store.db.updateTable("workspaces").set({ plan: "business" }).where("id", "=", low.workspaceId).execute();
  const expiringKey = await createKey({ expiresAt: new Date(clock.now() + 60_000).toISOString() });
  const expiringToken = await world.embedToken(stranger.partner.id, { expiresIn: 300 });
  clock.advance(600_000);
  const revoked = [await createKey({}), await createKey({ kind: "publishable" })];
  for (const { id } of revoked) await world.must("DELETE", `/api-keys/${id}`);
  const revokedToken = await world.embedToken(stranger.partner.id);
  await world.must("DELETE", "/tokens/embed/referrals", { publicToken: revokedToken });
  const ofLow = { scopes: null, isOwn: false, isBelowPlan: true };
  return [
    { ...nobody, name: "no credential", kind: "none", text: null, problem: "missing" },
    { ...nobody, name: "another scheme", kind: "none", text: "Basic YWJj", problem: "missing" },
    { ...nobody, name: "an unknown key", kind: "key", text: `ref_${"a".repeat(40)}`, problem: "unknown" },
    { ...nobody, name: "an unknown publishable key", kind: "publishable", text: "ref_pub_x", problem: "unknown" },
    { ...nobody, name: "an unknown token", kind: "embed", text: "ref_embed_x", problem: "unknown" },
    { ...nobody, name: "an expired key", kind: "key", text: expiringKey.key, problem: "expired" },
    { ...nobody, name: "an expired token", kind: "embed", text: expiringToken, problem: "expired" },
    { ...nobody, name: "a revoked key", kind: "key", text: revoked[0]?.key ?? "", problem: "revoked" },
    {
      ...nobody,
      name: "a revoked publishable key",
      kind: "publishable",
      text: revoked[1]?.key ?? "",
      problem: "revoked",
    },
    { ...nobody, name: "a revoked token", kind: "embed", text: revokedToken, problem: "revoked" },
    { ...nobody, name: "a secret key", kind: "key", text: world.apiKey },
    { ...nobody, name: "a publishable key", kind: "publishable", text: world.publishableKey },
    { ...ofForeign, name: "another workspace's key", kind: "key", text: foreign.apiKey },
    { ...ofForeign, name: "another workspace's publishable key", kind: "publishable", text: foreign.publishableKey },
    {
      ...ofForeign,
      name: "a publishable key on another site",
      kind: "publishable",
      text: foreign.publishableKey,
      foreignOrigin,
    },
    { ...ofLow, name: "a key of a workspace below the plan", kind: "key", text: low.apiKey },
    { ...ofLow, name: "a token of a workspace below the plan", kind: "embed", text: publicToken, status: "approved" },
  ];
}

/** A person of every role who is signed in to a workspace's console. */
async function peopleOf(workspaceId: string): Promise<Credential[]> {
  const isOwn = workspaceId === world.workspaceId;
  const found: Credential[] = [];
  for (const role of personRoles) {
    const email = `${world.unique()}@people.test`;
    const ctx = world.ctx(workspaceId);
    const { id } = await invitePerson(ctx, { name: `A ${role}`, email, role });
    const code = new URL((await printConsoleLink(ctx, { email })).url).searchParams.get("code") ?? "";
    const init = { method: "POST", body: new URLSearchParams({ code }), headers: { origin: "https://app.test" } };
    const answer = await consolePages.request("https://app.test/sign-in", init);
    // Some calls move the clock by more than a session lasts.
    const expires = { expires_at: new Date(world.clock.now() + 365 * dayMs) };
    await world.store.db.updateTable("console_sessions").set(expires).where("person_id", "=", id).execute();
    const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    const name = isOwn ? `a ${role}` : `a ${role} of another workspace`;
    found.push({ name, kind: "key", text: null, scopes: null, isOwn, role, cookie });
  }
  return found;
}

/** Calls the same operation below the console's address. */
const fetchInConsole: typeof fetch = async (input, init) => consolePages.request(input as string, init);

/** Keys and tokens that differ in scopes and status, as they matter to an operation. */
async function credentialsFor({ auth, scope, needs = [] }: OperationRow): Promise<Credential[]> {
  const found: Credential[] = [];
  const add = (credential: Omit<Credential, "isOwn">): number => found.push({ isOwn: true, ...credential });
  if (auth === "key") {
    for (const missing of [scope, ...needs]) {
      const others = apiKeyScopes.filter((one) => one !== missing);
      add({ name: `a key with every scope but ${missing}`, kind: "key", text: await keyWith(others), scopes: others });
    }
    for (const scopes of needs.length > 0 ? [[scope], [scope, ...needs]] : [[scope]])
      add({ name: `a key with only ${scopes.join(", ")}`, kind: "key", text: await keyWith(scopes), scopes });
  }
  for (const member of members) {
    const { status } = member;
    const token = { kind: "embed" as const, status };
    add({ ...token, name: `a token, ${status}`, text: await member.token(), scopes: null });
    if (auth !== "embed") continue;
    const bound = await member.token({ allowedOrigins: ["https://shop.test"] });
    add({ ...token, name: `a token on another site, ${status}`, text: bound, scopes: null, foreignOrigin });
    const lists =
      scope === "read" ? [["read"]] : [["read"], ["read", scope], embedScopes.filter((one) => one !== scope)];
    for (const scopes of lists) {
      const text = await member.token({ scopes });
      add({ ...token, name: `a token with ${scopes.join(", ")}, ${status}`, text, scopes });
    }
  }
  return found;
}

/** Keys of a query or body that name a record of the workspace, and those that callers make up. */
const references = ["partnerId", "linkId", "linkIds", "clickId", "invoiceId", "commissionIds", "payoutId", "payoutIds"];
const madeUp = ["customerExternalId", "externalId", "tenantId"];

function subjectOf(name: OperationName, { params, query, body }: Call): Subject {
  const keys = [query, body].flatMap((part) => (Array.isArray(part) ? [] : Object.keys(part ?? {})));
  const unknown = keys.filter((key) => /Ids?$/.test(key) && !references.includes(key) && !madeUp.includes(key));
  if (unknown.length > 0)
    throw new Error(`${name} is called with ${unknown.join(", ")}: add it to references, or to madeUp, in this file.`);
  return { namesRecord: params !== undefined || keys.some((key) => references.includes(key)) };
}

/** A call that succeeds with the right credential, on behalf of a member where the embed is asked. */
async function callOf(name: OperationName, member?: Member): Promise<Call> {
  const scene = (scenes as Partial<typeof scenes>)[name];
  if (!scene)
    throw new Error(`${name} is in the table of operations, and nothing knows how to call it: add it to scenes.ts.`);
  const active = member && { partner: member.partner, linkId: member.linkId, clickId: world.active.clickId };
  return scene.ok(active ? { ...world, active } : world);
}

interface Cell {
  who: Credential;
  call: Call;
  what: Subject;
  method?: string;
}

async function answerOf(row: OperationRow, { who, call, method }: Cell): Promise<Answer> {
  const headers = {
    ...call.headers,
    ...(who.text !== null && { authorization: who.text.includes(" ") ? who.text : `Bearer ${who.text}` }),
    ...(who.foreignOrigin !== undefined && { origin: who.foreignOrigin }),
    ...(who.cookie !== undefined && { cookie: who.cookie, origin: "https://app.test" }),
  };
  return ask(
    who.cookie === undefined ? world : { ...world, fetch: fetchInConsole },
    { ...row, ...(method && { method: method as OperationRow["method"] }) },
    { ...call, key: null, headers },
  );
}

/** What is wrong with the answer of a cell; empty when nothing is. */
async function mistakes(name: OperationName, cell: Cell): Promise<string[]> {
  const row = operations[name];
  const { who, method = row.method } = cell;
  const expected = expectedAnswer(name, row, who, cell.what);
  const answer = await answerOf(row, cell);
  const where = `${method} ${who.name}${cell.what.isOtherPartners ? ", another partner's link" : ""}`;
  const status = expected === "ok" ? row.ok : errorStatuses[expected];
  if (answer.status !== status)
    return [`${where}: ${answer.status} instead of ${status} (${expected}): ${answer.text.slice(0, 200)}`];
  if (method === "HEAD") return [];
  const problems = problemsOf(description, row, answer);
  if (expected === "ok") return [...problems, ...told(who, cell, answer)].map((problem) => `${where}: ${problem}`);
  const { code } = JSON.parse(answer.text).error;
  if (code !== expected) problems.push(`${code} instead of ${expected}`);
  if (expected === "unauthorized" && answer.problem !== who.problem)
    problems.push(`the header tells ${answer.problem} instead of ${who.problem}`);
  return problems.map((problem) => `${where}: ${problem}`);
}

/** What an answer says of somebody whom the credential is nothing of. */
function told(who: Credential, { call }: Cell, { text }: Answer): string[] {
  const strange = who.kind === "embed" ? [stranger] : who.isOwn || who.kind !== "key" ? [] : [stranger, ...members];
  const given = JSON.stringify(call);
  const marks = strange.flatMap(({ partner, linkId }) => [partner.id, partner.email ?? "", linkId]);
  return marks
    .filter((mark) => mark !== "" && text.includes(mark) && !given.includes(mark))
    .map((mark) => `tells ${mark}`);
}

/** What tells whether any row of any table was written since, but for the moment a key was last used. */
async function contents(): Promise<Record<string, string>> {
  await world.settled();
  const { rows: tables } = await world.store.pool.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const sums = tables.map(({ name }) => {
    const written = "count(*) || ' rows, written in ' || sum(xmin::text::bigint)";
    const keys = "string_agg((to_jsonb(t) - 'last_used_at')::text, ' ' order by id)";
    return `select '${name}' as name, ${name === "api_keys" ? keys : written} as sum from ${name} t`;
  });
  const { rows } = await world.store.pool.query<{ name: string; sum: string }>(sums.join(" union all "));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

describe.each(names.filter((name) => served.has(name)))("%s", (name) => {
  const row = operations[name];

  it("answers every credential in every status of the enrollment as it declares, and a refused one changes nothing (K1, K10, N7)", async () => {
    const cells = await cellsOf(name);
    const refused = cells.filter(({ who, what }) => {
      // What another workspace names here is not there for it, and left alone also where the answer passes over it.
      const isForeign = row.auth === "key" && !who.isOwn && what.namesRecord;
      return isForeign || expectedAnswer(name, row, who, what) !== "ok";
    });
    const before = await contents();
    const wrong: string[] = [];
    for (const cell of refused) wrong.push(...(await mistakes(name, cell)));
    expect(wrong).toEqual([]);
    expect(await contents()).toEqual(before);
    for (const cell of cells) {
      if (refused.includes(cell)) continue;
      const { status } = cell.who;
      // A step changes the status, so each is taken by a partner of its own; other calls by one that was not made before.
      const member = status && row.auth === "embed" && isStep(row) ? await memberIn(status) : memberWith(status);
      const call = row.method === "GET" ? cell.call : await callOf(name, member);
      const text =
        member && isStep(row) ? await member.token(cell.who.scopes ? { scopes: cell.who.scopes } : {}) : cell.who.text;
      wrong.push(...(await mistakes(name, { ...cell, call, who: { ...cell.who, text } })));
    }
    expect(wrong).toEqual([]);
  });
});

const memberWith = (status: EnrollmentStatus | undefined): Member | undefined =>
  members.find((member) => member.status === status);

/** The call about a link of another partner, where the operation can be told one. */
function strangersRecord(row: OperationRow, call: Call): Call | undefined {
  if (call.params) return { ...call, params: { id: stranger.linkId } };
  if (row.method !== "GET") return undefined;
  const query = { ...call.query, linkId: stranger.linkId };
  // Of payouts another partner's is tried by their own tests; here one that is nobody's.
  return { ...call, query: "payoutId" in query ? { ...query, payoutId: "po_none" } : query };
}

/** The call about another partner, where it names one. */
function withPartner(call: Call, partnerId: string): Call | undefined {
  const part = (["params", "query", "body"] as const).find((part) =>
    Object.keys(call[part] ?? {}).includes("partnerId"),
  );
  return part && { ...call, [part]: { ...Object(call[part]), partnerId } };
}

/** Every credential on an operation, by all its methods, and on records of a partner in every status. */
async function cellsOf(name: OperationName): Promise<Cell[]> {
  const row = operations[name];
  const calls = new Map<Member | undefined, Call>();
  for (const member of row.auth === "embed" ? members : [undefined]) calls.set(member, await callOf(name, member));
  const aliases = [...(served.get(name)?.aliases ?? []), ...(row.method === "GET" ? ["HEAD"] : [])];
  const cells: Cell[] = [];
  const inConsole = row.auth === "key" ? people : [];
  for (const who of [...lastingCredentials, ...inConsole, ...(await credentialsFor(row))]) {
    const member = row.auth === "embed" ? (memberWith(who.status) ?? members[0]) : undefined;
    const call = calls.get(member) ?? {};
    const what = subjectOf(name, call);
    cells.push({ who, call, what });
    for (const method of aliases) cells.push({ who, call, what, method });
    if (row.auth === "embed" && row.also.includes("not_found")) {
      const strange = strangersRecord(row, call);
      if (strange) cells.push({ who, call: strange, what: { namesRecord: true, isOtherPartners: true } });
    }
    if (row.auth === "embed" || who.role) continue;
    for (const { partner } of members) {
      const about = withPartner(call, partner.id);
      // Whether a change is allowed in a status is the state machine's (transitions.test.ts); who may ask for it is not.
      const isAnswered = row.method === "GET" || expectedAnswer(name, row, who, what) !== "ok";
      if (about && isAnswered) cells.push({ who, call: about, what });
    }
  }
  return cells;
}
