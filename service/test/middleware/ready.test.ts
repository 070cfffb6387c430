import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkspace, type CreatedWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import { startService, type RunningService } from "../../src/serve.ts";
import { testClock, testConfig } from "../harness.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";

const clock = testClock();
const logged: object[] = [];
let service: RunningService;
let workspace: CreatedWorkspace;
let dataDir: string;
let drop = async (): Promise<void> => {};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ready-"));
  const database = process.env["TEST_ENGINE"] === "postgres" ? await createTestDatabase() : undefined;
  if (database) drop = database.drop;
  service = await startService({
    config: testConfig({
      dataDir,
      databaseUrl: database?.url,
      port: 0,
      linkDomains: ["https://app.test"],
      trustedProxies: ["127.0.0.1"],
      metricsToken: "metrics",
    }),
    snapshot: await testSnapshot(),
    clock,
    log: { error: (fields) => void logged.push(fields) },
    pageDir: dataDir,
    demoTokens: false,
  });
  workspace = await createWorkspace(service.systemContext(), {
    name: "Acme",
    slug: "acme",
    program: { name: "Acme partners", url: "https://acme.test" },
  });
});
afterAll(async () => {
  await service.close();
  await drop();
  await rm(dataDir, { recursive: true });
});

const address = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const ready = () => fetch(address("/ready"));
const browser = { "content-type": "application/json", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(address(`/api${path}`), { method: "POST", headers: { ...browser, ...headers }, body: JSON.stringify(body) });

/** The checks of `/ready` that fail; none when it answers 200. */
async function failing(): Promise<string[]> {
  const answer = await ready();
  const { checks = {} } = (await answer.json()) as { checks?: Record<string, string> };
  const names = Object.keys(checks).filter((name) => checks[name] !== "ok");
  expect(answer.status).toBe(names.length === 0 ? 200 : 503);
  return names;
}

it("is not ready while the disk takes no writes, and is again when it does", async () => {
  expect(await failing()).toEqual([]);
  await rename(join(dataDir, "journal"), join(dataDir, "away"));
  expect(await failing()).toEqual(["disk"]);
  expect(await (await fetch(address("/"))).text()).toMatch(/Not ready<\/a>: disk/);
  await rename(join(dataDir, "away"), join(dataDir, "journal"));
  expect(await failing()).toEqual([]);
});

it("is not ready while a click has waited a minute for the database, and reports its age", async () => {
  const { pool } = service.store;
  const authorization = `Bearer ${workspace.apiKey}`;
  expect((await post("/links", { url: "https://acme.test", key: "waiting" }, { authorization })).status).toBe(200);
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no space' using errcode = '53100'; end $$`);
  await pool.query("create trigger full_disk before insert on click_events for each row execute function refuse()");
  expect((await post("/track/click", { domain: "app.test", key: "waiting" })).status).toBe(200);
  expect(await failing()).toEqual([]);
  clock.advance(61_000);
  expect(await failing()).toEqual(["clicks"]);
  expect(((await (await ready()).json()) as { clickLagSeconds: number }).clickLagSeconds).toBe(61);
  await pool.query("drop trigger full_disk on click_events");
  await expect.poll(failing).toEqual([]);
});

it("stays ready while a total is exhausted, and tells which in /ready, /metrics and the log", async () => {
  const authorization = `Bearer ${workspace.apiKey}`;
  const made = await post(
    "/links",
    { url: "https://acme.test", key: "locked", password: "open sesame" },
    { authorization },
  );
  const { id } = (await made.json()) as { id: string };
  // No password fits, and none is hashed to say so.
  await service.store.db.updateTable("links").set({ password_hash: "none" }).where("id", "=", id).execute();
  const guess = async (ip: string) => {
    const headers = { "x-forwarded-for": ip, "content-type": "application/x-www-form-urlencoded" };
    return (await fetch(address("/locked"), { method: "POST", headers, body: "password=guess" })).status;
  };
  for (let count = 0; count < 100; count += 1) expect(await guess(`192.0.2.${count}`)).toBe(401);
  expect(await (await ready()).json()).not.toHaveProperty("limits");
  expect(await guess("192.0.2.1")).toBe(429);
  const answer = await ready();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: "ok", limits: [expect.stringContaining("100 wrong passwords")] });
  const metrics = await fetch(address("/metrics"), { headers: { authorization: "Bearer metrics" } });
  expect(await metrics.text()).toContain('referrals_limit_exhausted_total{limit="passwordOfLink"} 1');
  expect(logged).toContainEqual({ limit: "passwordOfLink", subject: id });
});

it("tells what the program still needs at / and in /ready, and is ready (G8)", async () => {
  const text = async (): Promise<string> => (await fetch(address("/"))).text();
  const setup = async (): Promise<unknown> => ((await (await ready()).json()) as { setup?: unknown }).setup;
  // What was found is answered for five seconds.
  const later = (): void => clock.advance(5_000);
  const problem = "No group of the program has a reward: nothing is earned.";
  later();
  expect(await setup()).toEqual([problem]);
  expect(await text()).toContain(problem);
  expect(await text()).toContain("referrals-service init");
  const headers = { authorization: `Bearer ${workspace.apiKey}`, "content-type": "application/json" };
  const send = async (method: string, path: string, body: object) =>
    (await fetch(address(`/api${path}`), { method, headers, body: JSON.stringify(body) })).json() as Promise<{
      id: string;
    }>;
  const { id } = await send("POST", "/rewards", { event: "lead", type: "flat", amount: 100 });
  await send("PATCH", `/groups/${workspace.groupId}`, { leadRewardId: id });
  expect(await setup()).toEqual([problem]);
  later();
  expect(await setup()).toBeUndefined();
  await send("PATCH", "/program", { url: "https://app.test" });
  later();
  expect(await setup()).toEqual(["The program has no address (url): its links lead to this service itself."]);
  await send("PATCH", "/program", { url: "https://acme.test" });
  later();
  expect(await text()).not.toContain("referrals-service init");
});

it("closes the store only when a request whose client has gone is answered", async () => {
  const folder = await mkdtemp(join(tmpdir(), "closing-"));
  const database = process.env["TEST_ENGINE"] === "postgres" ? await createTestDatabase() : undefined;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const logged: object[] = [];
  let answered = false;
  const closing = await startService({
    config: testConfig({ dataDir: folder, databaseUrl: database?.url, port: 0, linkDomains: ["https://app.test"] }),
    snapshot: await testSnapshot(),
    log: { error: (fields) => void logged.push(fields) },
    pageDir: folder,
    demoTokens: false,
    extend: (app, { store }) => {
      app.get("/demo/slow", async (c) => {
        begin();
        await wait(500);
        await sql`SELECT 1`.execute(store.db);
        answered = true;
        return c.text("slow");
      });
      return Promise.resolve();
    },
  });
  const client = new AbortController();
  const gone = fetch(`http://127.0.0.1:${closing.port}/demo/slow`, { signal: client.signal }).catch(() => "gone");
  await begun;
  client.abort();
  expect(await gone).toBe("gone");
  await closing.close();
  expect({ answered, logged }).toEqual({ answered: true, logged: [] });
  await database?.drop();
  await rm(folder, { recursive: true });
});
