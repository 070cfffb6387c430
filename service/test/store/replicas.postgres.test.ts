import { sql } from "kysely";
import type { Pool } from "pg";
import { describe, expect, it, vi } from "vitest";
import { openStore, type Store } from "../../src/store/open.ts";
import { unlimitedPool } from "../../src/store/postgres/open-postgres.ts";
import { copyStaleFigures } from "../../src/store/queries/sums/enrollment-figures.ts";
import { createTestDatabase } from "../open-test-store.ts";
import { WAIT_MS } from "../../../test/patience.ts";

describe("several replicas on one PostgreSQL", () => {
  it("open the same empty database at once, and receive each other's changes", async () => {
    const { url, drop } = await createTestDatabase();
    const replicas = await Promise.all([1, 2, 3].map(() => openStore({ databaseUrl: url, poolSize: 2 })));
    const heard = Promise.all(replicas.map((replica) => new Promise((resolve) => replica.listen("link", resolve))));
    await replicas[0]?.notify("link", "demo/abc");
    expect(await heard).toEqual(["demo/abc", "demo/abc", "demo/abc"]);
    await Promise.all(replicas.map((replica) => replica.close()));
    await drop();
  });

  it("migrate at no limit of time, and limit statements afterwards", async () => {
    const { url, drop } = await createTestDatabase();
    const limitOf = async (pool: Pool): Promise<string> =>
      (await pool.query<{ statement_timeout: string }>("show statement_timeout")).rows[0]!.statement_timeout;
    const unlimited = unlimitedPool(url);
    expect(await limitOf(unlimited)).toBe("0");
    await unlimited.end();
    const store = await openStore({ databaseUrl: url, poolSize: 2 });
    expect(await limitOf(store.pool)).toBe("30s");
    await store.close();
    await drop();
  });

  it("copy changed figures one replica at a time, so that none waits for another", async () => {
    const { url, drop } = await createTestDatabase();
    const replicas = await Promise.all([1, 2].map(() => openStore({ databaseUrl: url, poolSize: 2 })));
    await addChangedFigures(replicas[0]!, 3);
    await replicas[0]!.transaction(async (db) => {
      const copying: Pick<Store, "transaction"> = { transaction: (work) => work(db) };
      expect(await copyStaleFigures(copying, 2)).toBe(2);
      expect(await copyStaleFigures(replicas[1]!, 2)).toBe(0);
    });
    expect(await copyStaleFigures(replicas[1]!, 2)).toBe(1);
    await Promise.all(replicas.map((replica) => replica.close()));
    await drop();
  });

  it("tell their listeners to forget everything when the connection was lost", async () => {
    const { url, drop } = await createTestDatabase();
    const store = await openStore({ databaseUrl: url, poolSize: 2 });
    const gap = new Promise((resolve) => store.listen("link", resolve));
    await store.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query in ('listen store_changed', 'select 1') and pid <> pg_backend_pid() and datname = current_database()",
    );
    expect(await gap).toBeUndefined();
    await store.close();
    await drop();
  });

  it("outlive a server that ends their connections in the middle of a transaction, and go on", async () => {
    const { url, drop } = await createTestDatabase();
    const store = await openStore({ databaseUrl: url, poolSize: 2 });
    const other = unlimitedPool(url);
    const cut = store.transaction(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await other.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
      // Between two statements: there is no query that could be told.
      await vi.waitUntil(
        async () => (await other.query("select 1 from pg_stat_activity where pid = $1", [rows[0]!.pid])).rowCount === 0,
        { timeout: WAIT_MS },
      );
      await sql`select 1`.execute(db);
    });
    // As the end of a stream or as a reset, whichever the system tells first.
    await expect(cut).rejects.toThrow(/connection|ECONNRESET|EPIPE/i);
    expect(await store.transaction((db) => db.selectFrom("workspaces").select("id").execute())).toEqual([]);
    await Promise.all([store.close(), other.end()]);
    await drop();
  });

  it("refuse a server that does not answer, in one line", async () => {
    await expect(openStore({ databaseUrl: "postgres://nobody@127.0.0.1:1/none" })).rejects.toThrow(
      "PostgreSQL at 127.0.0.1:1/none cannot be used: connect ECONNREFUSED 127.0.0.1:1. See that it runs and lets this machine in, or correct DATABASE_URL.",
    );
  });
});

/** Figures of enrollments that need no more than to be there. */
async function addChangedFigures({ pool }: Store, count: number): Promise<void> {
  const client = await pool.connect();
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into enrollments (id, workspace_id, program_id, partner_id, status, group_id, created_at)
      select 'pge_' || i, 'ws', 'prog', 'pn_' || i, 'approved', 'grp', now() from generate_series(1, ${count}) i`,
  );
  await client.query(
    `insert into enrollment_stats (enrollment_id, program_id, partner_id, created_at)
      select id, program_id, partner_id, created_at from enrollments`,
  );
  client.release(true);
}
