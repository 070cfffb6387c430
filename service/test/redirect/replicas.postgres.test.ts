import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createIds } from "../../src/domain/ids.ts";
import { createListener } from "../../src/clicks/redirect/listener.ts";
import { startRedirect, type RunningRedirect } from "../../src/clicks/redirect/start-redirect.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { testClock, testConfig } from "../harness.ts";
import { createTestDatabase } from "../open-test-store.ts";
import { browser } from "./open-redirect.ts";
import { WAIT_MS } from "../../../test/patience.ts";

interface Replica {
  store: Store;
  running: RunningRedirect;
  server: Server;
  visit: (key: string) => Promise<Response>;
}

/** Stands still: only what is heard, and what a test advances, ends what a replica remembers. */
const clock = testClock();
/** For news to travel, however busy the machine: with the clock at rest the wait proves nothing about time. */
const patience = { timeout: WAIT_MS, interval: 20 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let root: string;
let replicas: [Replica, Replica];

beforeAll(async () => {
  database = await createTestDatabase();
  root = mkdtempSync(join(tmpdir(), "referrals-replicas-"));
  replicas = [await startReplica("a"), await startReplica("b")];
  const at = new Date(clock.now());
  const { db } = replicas[0].store;
  await db.insertInto("workspaces").values({ id: "ws_1", name: "Acme", slug: "acme", created_at: at }).execute();
  const link = { workspace_id: "ws_1", domain: "one.test", track_conversion: true, created_at: at, updated_at: at };
  for (const key of ["edited", "clicked"]) {
    await db
      .insertInto("links")
      .values({
        ...link,
        id: `link_${key}`,
        key,
        key_folded: key,
        short_link: `https://one.test/${key}`,
        url: "https://example.com/old",
      })
      .execute();
  }
});

afterAll(async () => {
  for (const { store, running, server } of replicas) {
    await new Promise((resolve) => server.close(resolve));
    await running.close();
    await store.close();
  }
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

const startReplica = async (name: string): Promise<Replica> => {
  const store = await openStore({ databaseUrl: database.url, poolSize: 4 });
  const config = testConfig({
    dataDir: join(root, name),
    appUrl: "https://one.test",
    apiUrl: "https://one.test/api",
    linkDomains: ["https://one.test"],
  });
  const running = await startRedirect({ store, clock, ids: createIds(clock), config, onError: () => {} });
  const app = (): void => {};
  const server = createServer(
    createListener({ config, redirect: running.answer, form: running.answer, isLinkDomain: running.isLinkDomain, app }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const visit = (key: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/${key}`, { redirect: "manual", headers: { "user-agent": browser } });
  return { store, running, server, visit };
};

describe("two replicas on one PostgreSQL", () => {
  it("follow an edit: the replica that made it at once, the other when its notification arrives", async () => {
    const [a, b] = replicas;
    for (const replica of replicas) expect((await replica.visit("edited")).headers.get("location")).toContain("/old");
    await a.store.db.updateTable("links").set({ url: "https://example.com/new" }).where("key", "=", "edited").execute();
    expect((await a.visit("edited")).headers.get("location")).toContain("/new");
    await expect.poll(async () => (await b.visit("edited")).headers.get("location"), patience).toContain("/new");
  });

  it("count the first visits of one visitor at both as one unique click (A3)", async () => {
    await Promise.all(replicas.flatMap(({ visit }) => [visit("clicked"), visit("clicked")]));
    await Promise.all(replicas.map(({ running }) => running.clicks.loaded()));
    const { rows } = await replicas[0].store.pool.query(
      "select clicks, unique_clicks, (select count(*) from click_events where link_id = links.id and is_unique) as events from links where key = 'clicked'",
    );
    expect(rows).toEqual([{ clicks: 4, unique_clicks: 1, events: 1 }]);
    const { rows: journals } = await replicas[0].store.pool.query("select count(*) from journal_segments");
    expect(journals).toEqual([{ count: 2 }]);
  });

  it("drop their cached links when the connection for notifications is lost", async () => {
    const [a, b] = replicas;
    expect((await b.visit("edited")).status).toBe(302);
    await a.store.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query in ('listen store_changed', 'select 1')",
    );
    await a.store.db
      .updateTable("links")
      .set({ url: "https://example.com/newer" })
      .where("key", "=", "edited")
      .execute();
    await expect.poll(async () => (await b.visit("edited")).headers.get("location"), patience).toContain("/newer");
  });
});
