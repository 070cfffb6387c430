import { afterAll, beforeAll, expect, it } from "vitest";
import type { WebhookUrl } from "../../src/domain/webhooks/guard-address.ts";
import { createWebhook } from "../../src/domain/webhooks/write-webhook.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Waits until a statement of this database waits for a lock. */
async function someoneWaits(): Promise<void> {
  const text = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await service.store.pool.query(text)).rows.length === 0) await new Promise((done) => setTimeout(done, 20));
}

/** Sends a request that waits for an open transaction, which is then committed. */
async function beside<Answer>(statement: string, send: () => Promise<Answer>): Promise<Answer> {
  const other = await service.store.pool.connect();
  try {
    await other.query("begin");
    await other.query(statement);
    const answer = send();
    await someoneWaits();
    await other.query("commit");
    return await answer;
  } finally {
    other.release();
  }
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
    const change = () => service.request("PATCH", `${path}/${made.body[name]}`, { body: {} });
    expect(await beside(`delete from ${table}`, change)).toMatchObject({ status: 404 });
  },
);

it("a webhook beside the one that makes a workspace's webhooks as many as it may have answers 409", async () => {
  const { apiKey, workspaceId } = await service.createWorkspace();
  const body = { name: "W", url: "https://93.184.216.34/w" as WebhookUrl, triggers: ["lead.created" as const] };
  const create = () => service.request("POST", "/webhooks", { body, key: apiKey });
  for (let made = 0; made < 19; made += 1) expect(await create()).toMatchObject({ status: 201 });
  const beside = await service.store.transaction(async (db) => {
    await createWebhook({ ...service.ctx(workspaceId), db }, body);
    const answer = create();
    await Promise.race([someoneWaits(), answer]);
    return { answer };
  });
  expect(await beside.answer).toMatchObject({ status: 409 });
});

async function unusedLink(): Promise<{ partnerId: string; linkId: string }> {
  const { id: partnerId } = await service.createPartner();
  const { body } = await service.request("POST", "/partners/links", { body: { partnerId } });
  return { partnerId, linkId: body.id };
}

it("a link that is given a code while it is deleted is marked as deleted and kept", async () => {
  const { linkId } = await unusedLink();
  const code = `insert into discount_codes (id, workspace_id, program_id, code, enrollment_id, link_id, created_at)
    select 'code_beside', workspace_id, program_id, 'BESIDE', enrollment_id, id, now() from links where id = '${linkId}'`;
  expect(await beside(code, () => service.request("DELETE", `/links/${linkId}`))).toMatchObject({ status: 200 });
  const link = service.store.db.selectFrom("links").select("deleted_at").where("id", "=", linkId);
  expect(await link.executeTakeFirstOrThrow()).toEqual({ deleted_at: expect.any(Date) });
});

it("a code for a link that is deleted at the same moment answers 422", async () => {
  const { partnerId, linkId } = await unusedLink();
  const create = () => service.request("POST", "/discount-codes", { body: { partnerId, linkId } });
  const removal = `delete from links where id = '${linkId}'`;
  expect(await beside(removal, create)).toMatchObject({ status: 422 });
});
