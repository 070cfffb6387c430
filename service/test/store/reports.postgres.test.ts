import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Store } from "../../src/store/open.ts";
import { openTestStore } from "../open-test-store.ts";

let store: Store;

beforeAll(async () => void (store = await openTestStore()));
afterAll(() => store.close());

it("reports have few connections of their own, without parallel workers: no question takes what redirects and sales need", async () => {
  const setting = sql<{ workers: string }>`SELECT current_setting('max_parallel_workers_per_gather') AS workers`;
  expect((await setting.execute(store.reports)).rows).toEqual([{ workers: "0" }]);
  const asked = sql`SELECT pg_sleep(0.5)`;
  const reports = Promise.all(Array.from({ length: 6 }, () => asked.execute(store.reports)));
  const running = sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()`;
  let most = 0;
  for (let isOver = false; !isOver;) {
    most = Math.max(most, (await running.execute(store.db)).rows[0]!.n);
    isOver = await Promise.race([reports.then(() => true), sleep(20).then(() => false)]);
  }
  expect(most).toBe(5);
  await reports;
});

it("a report is answered while every other connection waits in a transaction", async () => {
  let answered = (): void => {};
  const answer = new Promise<void>((resolve) => (answered = resolve));
  const busy = Promise.all(
    Array.from({ length: 8 }, () =>
      store.transaction(async (trx) => {
        await sql`SELECT 1`.execute(trx);
        await answer;
      }),
    ),
  );
  expect((await sql`SELECT 1 AS one`.execute(store.reports)).rows).toEqual([{ one: 1 }]);
  answered();
  await busy;
});
