import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate, type Store } from "../../src/store/open.ts";
import { openOwnStore } from "../open-test-store.ts";

let store: Store;

beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

const setState = (key: string, value: unknown): { key: string; value: string } => ({
  key,
  value: JSON.stringify(value),
});

describe("a store on either engine", () => {
  it("reads every kind of value the same on both engines", async () => {
    const { rows } = await store.pool.query(`select
      9007199254740991::int8 as big, '{9007199254740991,2}'::int8[] as bigs, 12.50::numeric(10, 2) as exact, 0.1::float8 as double,
      '2026-01-02 03:04:05.678+00'::timestamptz as at, '2026-01-02 03:04:05.678'::timestamp as plain,
      '2026-01-02'::date as day, '{"a": [1, null]}'::jsonb as binary, '{"a": 1}'::json as text, true as flag, null as nothing`);
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        bigs: [9007199254740991, 2],
        exact: "12.50",
        double: 0.1,
        at: new Date("2026-01-02T03:04:05.678Z"),
        plain: new Date("2026-01-02T03:04:05.678Z"),
        day: "2026-01-02",
        binary: { a: [1, null] },
        text: { a: 1 },
        flag: true,
        nothing: null,
      },
    ]);
  });

  it("finds nothing in a list without entries, and everything outside of it", async () => {
    await store.db.insertInto("service_state").values(setState("listed", 1)).execute();
    const keys = store.db.selectFrom("service_state").select("key");
    expect(await keys.where("key", "in", []).execute()).toEqual([]);
    expect(await keys.where("key", "not in", []).execute()).toContainEqual({ key: "listed" });
  });

  it("uses UTC in every session", async () => {
    const { rows } = await store.pool.query("select current_setting('timezone') as zone");
    expect(rows).toEqual([{ zone: "UTC" }]);
  });

  it("commits a transaction as a whole and rolls a failed one back as a whole", async () => {
    await store.transaction((trx) => trx.insertInto("service_state").values(setState("kept", 1)).execute());
    const failed = store.transaction(async (trx) => {
      await trx.insertInto("service_state").values(setState("lost", 1)).execute();
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    const rows = await store.db
      .selectFrom("service_state")
      .select("key")
      .where("key", "in", ["kept", "lost"])
      .execute();
    expect(rows).toEqual([{ key: "kept" }]);
  });

  it("lets simultaneous transactions on one row each see the one before", async () => {
    await store.db.insertInto("service_state").values(setState("counter", 0)).execute();
    const addOne = (): Promise<void> =>
      store.transaction(async (trx) => {
        const row = await trx
          .selectFrom("service_state")
          .select("value")
          .where("key", "=", "counter")
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable("service_state")
          .set({ value: JSON.stringify((row.value as number) + 1) })
          .where("key", "=", "counter")
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    const { rows } = await store.pool.query("select value from service_state where key = 'counter'");
    expect(rows).toEqual([{ value: 20 }]);
  });

  it("runs a transaction again after the database asked for it", async () => {
    let runs = 0;
    await store.transaction(async (trx) => {
      runs += 1;
      if (runs === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      await trx.selectFrom("service_state").select("key").execute();
    });
    expect(runs).toBe(2);
  });

  it("says the code of a violated constraint", async () => {
    const again = async (): Promise<unknown> =>
      store.db.insertInto("service_state").values(setState("twice", 1)).execute();
    await again();
    await expect(again()).rejects.toMatchObject({ code: "23505", constraint: "service_state_pkey" });
  });

  it("has no migration left to apply once open", async () => {
    expect(await migrate(store.db)).toEqual([]);
  });

  it("says of a store that a newer version wrote which version to start", async () => {
    const later = { name: "9999-later", timestamp: new Date().toISOString() };
    await store.pool.query("insert into kysely_migration values ($1, $2)", [later.name, later.timestamp]);
    await expect(migrate(store.db)).rejects.toThrow(
      "the database cannot be migrated: it was written by a newer version of this program. Start that version,",
    );
    await store.pool.query("delete from kysely_migration where name = $1", [later.name]);
  });

  it("says of a store from before 1.0.0 how to bring its data along", async () => {
    const earlier = { name: "0001-initial", timestamp: new Date().toISOString() };
    await store.pool.query("insert into kysely_migration values ($1, $2)", [earlier.name, earlier.timestamp]);
    await expect(migrate(store.db)).rejects.toThrow(
      "the database cannot be migrated: it was made by a build from before 1.0.0, which no later one reads. Start with an empty store,",
    );
    await store.pool.query("delete from kysely_migration where name = $1", [earlier.name]);
  });

  it("notifies listeners of this process before the call returns", async () => {
    const heard: unknown[] = [];
    const stop = store.listen("link", (payload) => heard.push(payload));
    const told = store.notify("link", "a:b");
    expect(heard).toEqual(["a:b"]);
    await told;
    stop();
  });
});

describe("the change feed of the database", () => {
  const now = new Date();
  const link = { workspace_id: "ws_feed", domain: "d", url: "https://example.com/", created_at: now, updated_at: now };

  beforeAll(async () => {
    await store.db
      .insertInto("workspaces")
      .values({ id: "ws_feed", name: "Feed", slug: "feed", created_at: now })
      .execute();
  });

  it("has notified of a changed link when its commit is answered", async () => {
    const heard: unknown[] = [];
    const stop = store.listen("link", (id) => heard.push(id));
    await store.db
      .insertInto("links")
      .values({ ...link, id: "link_a", key: "a", key_folded: "a", short_link: "http://d/a" })
      .execute();
    expect(heard).toContain("link_a");
    stop();
  });

  it("says nothing of counters", async () => {
    const client = await store.pool.connect();
    const heard: unknown[] = [];
    client.on("notification", ({ payload }) => heard.push(payload));
    await client.query("update links set clicks = clicks + 1, last_clicked = now() where id = 'link_a'");
    await client.query("update links set url = 'https://example.com/b' where id = 'link_a'");
    expect(heard).toEqual(["link:link_a"]);
    client.release(true);
  });
});
