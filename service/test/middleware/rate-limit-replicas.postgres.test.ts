import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { createSharedWindow } from "../../src/middleware/shared-window.ts";
import { createWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import { createContext } from "../../src/domain/context.ts";
import { createIds } from "../../src/domain/ids.ts";
import type { AppDeps } from "../../src/app-deps.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { testClock, testConfig } from "../harness.ts";
import { createTestDatabase } from "../open-test-store.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let stores: Store[];
beforeAll(async () => {
  database = await createTestDatabase();
  stores = await Promise.all([1, 2].map(() => openStore({ databaseUrl: database.url, poolSize: 4 })));
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

/** What a replica may hold unused of a limit of 60, at most: a twentieth of it. */
const tolerance = 3;

describe("two replicas on one PostgreSQL", () => {
  const clock = testClock();
  let ask: ((key: string) => Promise<Response>)[];
  let newKey: () => Promise<string>;
  beforeAll(() => {
    const ids = createIds(clock);
    const deps = (store: Store): AppDeps => ({
      store,
      clock,
      ids,
      config: testConfig({ rateLimits: true }),
      log: { error: () => {} },
    });
    const apps = stores.map((store) => createApp(deps(store)));
    ask = apps.map((app) => async (key) => app.request("/api/tags", { headers: { authorization: `Bearer ${key}` } }));
    const system = { actor: { type: "system" as const, id: null }, workspaceId: "", requestId: null };
    let count = 0;
    newKey = async () => {
      const program = { name: "Acme partners", url: "https://acme.test" };
      const input = { name: "Acme", slug: `free-${(count += 1)}`, plan: "free" as const, program };
      return (await createWorkspace(createContext({ ...deps(stores[0]!), ...system }), input)).apiKey;
    };
  });
  const remaining = (response: Response) => Number(response.headers.get("x-ratelimit-remaining"));

  it("admit a key's limit together, one after the other, and tell what remains of it for both", async () => {
    const key = await newKey();
    const answers: Response[] = [];
    for (let i = 0; i < 80; i += 1) answers.push(await ask[i % 2]!(key));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.length).toBeLessThanOrEqual(60);
    expect(passed.length).toBeGreaterThanOrEqual(60 - tolerance);
    passed.forEach((answer, index) => {
      expect(remaining(answer)).toBeLessThanOrEqual(59 - index + tolerance);
      expect(remaining(answer)).toBeGreaterThanOrEqual(59 - index - tolerance);
    });
    const refused = answers.at(-1)!;
    expect([refused.status, remaining(refused), refused.headers.get("retry-after")]).toEqual([429, 0, "60"]);
    clock.advance(60_000);
    expect(await Promise.all(ask.map(async (send) => (await send(key)).status))).toEqual([200, 200]);
  });

  it("admit it together when everything comes at once, and never more in any window", async () => {
    const key = await newKey();
    const burst = async () => {
      const answers = await Promise.all(Array.from({ length: 160 }, (_, index) => ask[index % 2]!(key)));
      return answers.filter(({ status }) => status === 200).length;
    };
    const first = await burst();
    expect(first).toBeLessThanOrEqual(60);
    expect(first).toBeGreaterThanOrEqual(60 - tolerance);
    clock.advance(59_000);
    expect(first + (await burst())).toBeLessThanOrEqual(60);
    clock.advance(1_000);
    expect(await burst()).toBeGreaterThanOrEqual(60 - tolerance);
  });
});

describe("a shared window", () => {
  it("asks the database once for what is used within a second, and not at all while it is full", async () => {
    const clock = testClock();
    let queries = 0;
    const [store] = stores;
    const pool = { query: (...given: [never]) => ((queries += 1), store!.pool.query(...given)) } as never;
    const window = createSharedWindow(pool, clock);
    for (let i = 0; i < 1_000; i += 1) expect((await window.take("busy", 1_000)).exceeded).toBe(false);
    expect(queries).toBeLessThan(160);
    const before = queries;
    for (let i = 0; i < 50; i += 1) expect((await window.take("busy", 1_000)).exceeded).toBe(true);
    expect(queries - before).toBeLessThanOrEqual(1);
  });

  it("gives back what was taken ahead and not used", async () => {
    const clock = testClock();
    const windows = stores.map((store) => createSharedWindow(store.pool, clock));
    for (let i = 0; i < 5; i += 1) await windows[0]!.take("given back", 100);
    clock.advance(1_000);
    expect((await windows[0]!.take("given back", 100)).remaining).toBe(94);
    expect((await windows[1]!.take("given back", 100)).remaining).toBe(93);
  });

  it("lets a try be undone (L7)", async () => {
    const window = createSharedWindow(stores[0]!.pool, testClock(), 600_000);
    for (let i = 0; i < 12; i += 1) {
      expect((await window.take("right", 10)).exceeded).toBe(false);
      window.undo("right");
    }
  });
});
