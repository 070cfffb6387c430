import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WAIT_MS } from "../../../test/patience.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";
import { browser } from "../redirect/open-redirect.ts";
import { bundleProgram, runProgram } from "./bundle-program.ts";

const ROUNDS = 6;
const CLIENTS = 24;
const KEYS = ["a", "b", "c"];

/** What the service promised by an answer. */
const promised = {
  /** Click id to key. */
  clicks: new Map<string, string>(),
  links: new Set<string>(),
  leads: new Set<string>(),
  sales: new Map<string, number>(),
};

let program: Awaited<ReturnType<typeof bundleProgram>>;
let root: string;
let database: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
let apiKey = "";
let sequence = 0;

interface Service {
  child: ChildProcess;
  port: number;
  agent: Agent;
}

beforeAll(async () => {
  program = await bundleProgram(new URL("./serve-program.ts", import.meta.url));
  root = mkdtempSync(join(tmpdir(), "referrals-kill-"));
  if (process.env["TEST_ENGINE"] === "postgres") database = await createTestDatabase();
  else await (await openStore({ dataDir: root, snapshot: await testSnapshot() })).close();
});
afterAll(async () => {
  program.remove();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

const start = async (mode = "again"): Promise<Service> => {
  const env = {
    PATH: process.env["PATH"],
    PORT: "0",
    DATA_DIR: root,
    DATABASE_URL: database?.url,
    RATE_LIMITS: "off",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const child = spawn(process.execPath, runProgram(program.path, mode), { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await Promise.race([once(child.stdout!, "data"), once(child, "exit").then(() => ["{}"])]);
  const said = JSON.parse(String(line)) as { port: number; apiKey?: string };
  apiKey = said.apiKey ?? apiKey;
  return { child, port: said.port, agent: new Agent({ keepAlive: true, maxSockets: CLIENTS }) };
};

const ended = async ({ child, agent }: Service, signal: NodeJS.Signals): Promise<void> => {
  const exit = once(child, "exit");
  child.kill(signal);
  agent.destroy();
  await exit;
};

interface Sent {
  status: number;
  location: string | undefined;
  body: string;
}

const send = ({ port, agent }: Service, method: string, path: string, body?: unknown): Promise<Sent> => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    "user-agent": browser,
    "x-forwarded-for": `10.${(sequence >> 16) & 255}.${(sequence >> 8) & 255}.${sequence & 255}`,
    ...(path.startsWith("/api") && { authorization: `Bearer ${apiKey}` }),
    ...(text !== undefined && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method, headers, agent }, (response) => {
      let received = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode!, location: response.headers.location, body: received }),
      );
      response.on("error", reject);
    });
    request.on("error", reject).end(text);
  });
};

const api = async (service: Service, path: string, body: unknown): Promise<void> => {
  const { status, body: text } = await send(service, "POST", `/api${path}`, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
};

/** One visitor's way: a click, and from some clicks a lead and sales; now and then a new link. Only answers are promises. */
const oneVisit = async (service: Service): Promise<void> => {
  const n = (sequence += 1);
  const key = KEYS[n % KEYS.length]!;
  let { status, location } = await send(service, "GET", `/${key}`);
  // A link that is not in memory waits a second for a machine that is busy; then its visitor is told to come again.
  while (status === 503) {
    await setTimeout(200);
    // Another visitor: the address of this moment may be one that another client has just come from.
    sequence += 1;
    ({ status, location } = await send(service, "GET", `/${key}`));
  }
  if (status !== 302) throw new Error(`/${key}: ${status}`);
  const clickId = new URL(location!).searchParams.get("ref_id")!;
  promised.clicks.set(clickId, key);
  if (n % 5 === 0) {
    await api(service, "/links", { url: "https://acme.test/", externalId: `link-${n}` });
    promised.links.add(`link-${n}`);
  }
  if (n % 4 !== 0) return;
  const customerExternalId = `customer-${n}`;
  await api(service, "/track/lead", { clickId, eventName: "Sign up", customerExternalId });
  promised.leads.add(customerExternalId);
  await api(service, "/track/sale", { customerExternalId, amount: 100 + n, invoiceId: `invoice-${n}` });
  promised.sales.set(`invoice-${n}`, 100 + n);
};

/** Visits without a pause until the service dies. */
const client = async (service: Service, onVisit: () => void): Promise<void> => {
  try {
    for (;;) {
      await oneVisit(service);
      onVisit();
    }
  } catch (error) {
    if (!/ECONNRE|socket hang up|EPIPE|aborted/.test(String((error as NodeJS.ErrnoException).code ?? error)))
      throw error;
  }
};

const killUnderLoad = async (round: number): Promise<void> => {
  const service = await start();
  let left = 40 + round * 17;
  const onVisit = (): void => {
    if (--left === 0) service.child.kill("SIGKILL");
  };
  const exit = once(service.child, "exit");
  await Promise.all(Array.from({ length: CLIENTS }, () => client(service, onVisit)));
  await exit;
  service.agent.destroy();
};

const list = async (store: Store, sql: string): Promise<string[]> =>
  (await store.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);

describe(`a service killed ${ROUNDS} times under load`, () => {
  let store: Store;

  beforeAll(async () => {
    const first = await start("fresh");
    for (const key of KEYS)
      await api(first, "/links", { url: "https://acme.test/landing", key, trackConversion: true });
    await ended(first, "SIGTERM");
    for (let round = 0; round < ROUNDS; round++) await killUnderLoad(round);
    const last = await start();
    // An end has a bound: on a busy machine clicks of the journal would be left for the start after it.
    const lag = async (): Promise<number> => JSON.parse((await send(last, "GET", "/ready")).body).clickLagSeconds;
    await vi.waitUntil(async () => (await lag()) === 0, { timeout: WAIT_MS });
    await ended(last, "SIGTERM");
    store = await openStore(database ? { databaseUrl: database.url } : { dataDir: root });
  }, 400_000);
  afterAll(() => store?.close());

  it("was under load", () => {
    expect(promised.clicks.size).toBeGreaterThan(ROUNDS * 40);
    for (const kind of [promised.links, promised.leads, promised.sales]) expect(kind.size).toBeGreaterThan(ROUNDS);
  });

  it("has lost no answered click and doubled none", async () => {
    const stored = await list(store, "select click_id as id from click_events");
    expect(new Set(stored).size).toBe(stored.length);
    const found = new Set(stored);
    expect([...promised.clicks.keys()].filter((clickId) => !found.has(clickId))).toEqual([]);
  });

  it("counts each click once on its link and in the hour's sums (I2, I32)", async () => {
    const { rows } = await store.pool.query(`select l.key, l.clicks, l.unique_clicks as unique,
      (select count(*) from click_events e where e.link_id = l.id) as events,
      (select coalesce(sum(h.clicks), 0)::int8 from link_hours h where h.link_id = l.id) as hours
      from links l where l.key in ('a', 'b', 'c') order by l.key`);
    expect(rows).toHaveLength(KEYS.length);
    for (const row of rows) expect(row).toEqual({ ...row, unique: row.clicks, events: row.clicks, hours: row.clicks });
  });

  it("has lost no answered link and doubled none", async () => {
    const stored = await list(store, "select external_id as id from links where external_id is not null");
    expect(new Set(stored).size).toBe(stored.length);
    expect([...promised.links].filter((id) => !stored.includes(id))).toEqual([]);
  });

  it("has lost no answered lead or sale, doubled none, and their sums agree (I3 to I6)", async () => {
    const leads = await list(
      store,
      "select c.external_id as id from lead_events e join customers c on c.id = e.customer_id",
    );
    expect(new Set(leads).size).toBe(leads.length);
    expect([...promised.leads].filter((id) => !leads.includes(id))).toEqual([]);
    const sales = await store.pool.query<{ invoice_id: string; amount: number }>(
      "select invoice_id, amount from sale_events",
    );
    const amounts = new Map(sales.rows.map((row) => [row.invoice_id, row.amount]));
    expect(amounts.size).toBe(sales.rows.length);
    expect([...promised.sales].filter(([invoice, amount]) => amounts.get(invoice) !== amount)).toEqual([]);
    const { rows } = await store.pool.query(`select sum(leads)::int8 as leads, sum(sales)::int8 as sales,
      sum(sale_amount)::int8 as amount from links`);
    const total = sales.rows.reduce((sum, row) => sum + row.amount, 0);
    expect(rows).toEqual([{ leads: leads.length, sales: sales.rows.length, amount: total }]);
  });
});
