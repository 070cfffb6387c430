import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Waits until a statement of this database waits for a lock. */
async function someoneWaits(): Promise<void> {
  const text = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await service.store.pool.query(text)).rows.length === 0) await new Promise((done) => setTimeout(done, 20));
}

it.each([
  { table: "domains", path: "/domains", body: { slug: "go.gone.test" }, name: "slug" },
  {
    table: "webhooks",
    path: "/webhooks",
    body: { name: "W", url: "https://93.184.216.34/w", triggers: ["lead.created"] },
    name: "id",
  },
])(
  "a change of a row of $table that another call removes at the same moment answers 404",
  async ({ table, path, body, name }) => {
    const made = await service.request("POST", path, { body });
    expect(made.status).toBe(201);
    const remover = await service.store.pool.connect();
    try {
      await remover.query("begin");
      await remover.query(`delete from ${table}`);
      const change = service.request("PATCH", `${path}/${made.body[name]}`, { body: {} });
      await someoneWaits();
      await remover.query("commit");
      expect(await change).toMatchObject({ status: 404 });
    } finally {
      remover.release();
    }
  },
);
