import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dispatchOutbox } from "../../src/domain/webhooks/dispatch-outbox.ts";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { waitingWebhooks } from "../../src/store/queries/delivery/webhooks.ts";
import { outboxLagMs } from "../../src/store/queries/operation/readiness.ts";
import type { Db } from "../../src/store/schema.ts";
import { createTestService, type TestService } from "../harness.ts";
import { rowsRead } from "../rows-read.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["webhook_deliveries", "outbox_events", "webhooks"] as const)
    await service.store.db.deleteFrom(table).execute();
});

const at = () => new Date(service.clock.now());

/** Webhooks as a store has them from before there was a bound. */
const addHooks = (number: number, workspaceId = service.workspaceId) =>
  sql`INSERT INTO webhooks (id, workspace_id, name, url, triggers, secret, created_at, updated_at)
    SELECT ${`wh_${workspaceId}_`} || lpad(n::text, 4, '0'), ${workspaceId}, 'Mine', 'https://203.0.114.9/hook',
      '["link.created"]'::jsonb, 'whsec_test', ${at()}, ${at()} FROM generate_series(1, ${number}::integer) n`.execute(
    service.store.db,
  );
const addEvents = (number: number, workspaceId = service.workspaceId) =>
  sql`INSERT INTO outbox_events (id, workspace_id, event, data, created_at)
    SELECT ${`evt_${workspaceId}_`} || lpad(n::text, 4, '0'), ${workspaceId}, 'link.created', '{}'::json, ${at()}
    FROM generate_series(1, ${number}::integer) n`.execute(service.store.db);
const deliveries = async (): Promise<string[]> =>
  (await service.store.db.selectFrom("webhook_deliveries").select(["webhook_id", "event_id"]).execute()).map(
    (row) => `${row.webhook_id} ${row.event_id}`,
  );
const open = async (): Promise<{ id: string; workspace_id: string }[]> =>
  service.store.db
    .selectFrom("outbox_events")
    .select(["id", "workspace_id"])
    .where("dispatched_at", "is", null)
    .execute();

/** As a process that dies before the end of its transaction. */
async function killed(work: (db: Db) => Promise<unknown>): Promise<void> {
  const end = new Error("killed");
  const run = service.store.transaction(async (db) => {
    await work(db);
    throw end;
  });
  await expect(run).rejects.toBe(end);
}

describe("events for many webhooks", () => {
  it("are handed over in portions, from where a process that was killed had come to, each once (W1, W6)", async () => {
    await addHooks(600);
    await addEvents(2);
    const made: number[] = [];
    for (let portion = 0; portion < 4 && (await open()).length > 0; portion += 1) {
      await killed((db) => dispatchOutbox({ ...service.ctx(""), db }));
      await dispatchOutbox(service.ctx(""));
      made.push((await deliveries()).length);
    }
    expect(made).toEqual([500, 1000, 1200]);
    expect(new Set(await deliveries()).size).toBe(1200);
  });

  it.each([
    { webhooks: 20, events: 300 },
    { webhooks: 600, events: 3 },
  ])(
    "of one workspace do not wait for the many of another: $events for $webhooks webhooks (W6)",
    async ({ webhooks, events }) => {
      const other = await service.createWorkspace();
      await addHooks(webhooks);
      await addEvents(events);
      service.clock.advance(1_000);
      await addHooks(1, other.workspaceId);
      await addEvents(1, other.workspaceId);
      expect(await outboxLagMs(service.store.db, at())).toBe(1_000);
      await dispatchOutbox(service.ctx(""));
      const left = await open();
      expect(left.length).toBeGreaterThan(0);
      expect(left.filter((event) => event.workspace_id === other.workspaceId)).toEqual([]);
      while ((await dispatchOutbox(service.ctx(""))) > 0);
      expect(new Set(await deliveries()).size).toBe(webhooks * events + 1);
      expect(await outboxLagMs(service.store.db, at())).toBe(0);
    },
  );

  it("that wait are not read to find out which webhooks are due", async () => {
    const { db } = service.store;
    await addHooks(3);
    await addEvents(1_000);
    while ((await dispatchOutbox(service.ctx(""))) > 0);
    await sql`ANALYZE webhook_deliveries`.execute(db);
    const read = await rowsRead(service.store, "webhook_deliveries", async (db) => {
      expect((await waitingWebhooks(db, at())).length).toBe(3);
    });
    expect(read).toBeLessThan(20);
  });
});

describe("a workspace's webhooks", () => {
  const body = { name: "Mine", url: "https://203.0.114.9/hook", triggers: ["link.created"] };
  const create = (key = service.apiKey) => service.request("POST", "/webhooks", { body, key });

  it("are twenty at most, another answers 409 and what to do (W6)", async () => {
    for (let made = 0; made < 20; made += 1) expect((await create()).status).toBe(201);
    const { status, body } = await create();
    expect([status, body.error.code]).toEqual([409, "conflict"]);
    expect(body.error.message).toBe(
      "A workspace has 20 webhooks at most. Delete one, or add the events to one that you have.",
    );
    const { apiKey } = await service.createWorkspace();
    expect((await create(apiKey)).status).toBe(201);
    const [first] = (await service.request("GET", "/webhooks")).body;
    await service.request("DELETE", `/webhooks/${first.id}`);
    expect((await create()).status).toBe(201);
  });

  it("stay as they are where a store has more already (W6)", async () => {
    await addHooks(25);
    const list = (await service.request("GET", "/webhooks")).body;
    expect(list).toHaveLength(25);
    const changed = await service.request("PATCH", `/webhooks/${list[0].id}`, { body: { name: "Yours" } });
    expect(changed.status).toBe(200);
    await addEvents(1);
    await dispatchOutbox(service.ctx(""));
    expect(await deliveries()).toHaveLength(25);
  });
});

describe("a webhook that is deleted", () => {
  it("sends nothing more from the answer on, and its deliveries go in portions afterwards (W6)", async () => {
    await addHooks(2);
    await addEvents(1_250);
    while ((await dispatchOutbox(service.ctx(""))) > 0);
    const [gone, kept] = (await service.request("GET", "/webhooks")).body;
    expect((await service.request("DELETE", `/webhooks/${gone.id}`)).status).toBe(200);
    expect(await deliveries()).toHaveLength(2_500);
    expect((await service.request("GET", `/webhooks/${gone.id}/deliveries`)).status).toBe(404);
    expect((await waitingWebhooks(service.store.db, at())).map(({ webhookId }) => webhookId)).toEqual([kept.id]);

    const rounds: number[] = [];
    for (let done = -1; done !== 0;) rounds.push((done = await forgetExpired(service.ctx(""))));
    expect(rounds).toEqual([1000, 250, 0]);
    expect((await deliveries()).filter((row) => row.startsWith(gone.id))).toEqual([]);
    expect(await deliveries()).toHaveLength(1_250);
  });

  it("between two portions of an event neither ends nor repeats the event for the others (W1)", async () => {
    await addHooks(600);
    await addEvents(1);
    await dispatchOutbox(service.ctx(""));
    const ids = (await service.request("GET", "/webhooks")).body.map((hook: { id: string }) => hook.id);
    for (const id of [ids[499], ids[500]]) await service.request("DELETE", `/webhooks/${id}`);
    await dispatchOutbox(service.ctx(""));
    const webhooks = (await deliveries()).map((row) => row.split(" ")[0]).sort();
    expect(webhooks).toEqual(ids.filter((id: string) => id !== ids[500]));
    expect(await open()).toEqual([]);
  });
});
