import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebhookDelivery } from "../../src/jobs/deliver-webhooks.ts";
import { createPost } from "../../src/jobs/post-webhook.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { createTestService, type TestService } from "../harness.ts";

/** Less than the 10 s after which a receiver that does not answer is given up. */
const soon = { timeout: 8_000 };

let service: TestService;
let receiver: Server;
let address: string;
/** How many posts each path got. */
let received: Record<string, number> = {};
/** Answers of `/held…`, which wait for {@link release}. */
let held: ServerResponse[] = [];
let delivery: WebhookDelivery;
let stop: () => Promise<void>;
const errors: unknown[] = [];

beforeAll(async () => {
  service = await createTestService({ webhookAllow: ["127.0.0.0/8"] });
  receiver = createServer((request, response) => {
    const path = request.url ?? "";
    received[path] = (received[path] ?? 0) + 1;
    request.resume();
    if (path.startsWith("/held")) held.push(response);
    else response.writeHead(204).end();
  });
  await new Promise<void>((done) => void receiver.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((done) => receiver.close(done));
  await service.close();
});
beforeEach(() => {
  received = {};
  delivery = new WebhookDelivery(createPost(["127.0.0.0/8"], () => service.clock.now()));
  const run = () => delivery.round(service.ctx(""));
  stop = runJobs([{ name: "webhooks", pauseMs: 5, run }], (error) => void errors.push(error));
});
afterEach(async () => {
  // What else waits is not delivered.
  await service.store.db.deleteFrom("webhook_deliveries").execute();
  release();
  await stop();
  release();
  await delivery.ended();
  await service.store.db.deleteFrom("webhooks").execute();
  if (errors.length > 0) throw errors[0];
});

function release(): void {
  for (const response of held.splice(0)) response.writeHead(204).end();
}

const createHook = async (path: string, key = service.apiKey) => {
  const body = { name: path, url: `${address}${path}`, triggers: ["link.created"] };
  const made = await service.request("POST", "/webhooks", { body, key });
  expect(made.status).toBe(201);
  return made.body;
};
let count = 0;
const createLinks = async (number: number, key = service.apiKey): Promise<void> => {
  for (let made = 0; made < number; made += 1)
    await service.request("POST", "/links", { body: { url: `https://acme.test/${(count += 1)}` }, key });
};
const waiting = async (): Promise<number> => {
  const rows = service.store.db.selectFrom("webhook_deliveries").select("id").where("status", "=", "pending");
  return (await rows.execute()).length;
};

describe("a receiver that does not answer", () => {
  it("leaves the webhooks of other workspaces their places (W5)", async () => {
    const other = await service.createWorkspace();
    await createHook("/held");
    await createHook("/quick", other.apiKey);
    await createLinks(30);
    await expect.poll(() => received["/held"], soon).toBeGreaterThan(0);
    await createLinks(5, other.apiKey);
    await expect.poll(() => received["/quick"], soon).toBe(5);
    expect(received["/held"]).toBeLessThanOrEqual(5);
  });

  it("leaves the other webhooks of its workspace their places (W5)", async () => {
    await createHook("/held");
    await createHook("/quick");
    await createLinks(30);
    await expect.poll(() => received["/quick"], soon).toBe(30);
    expect(held.length).toBeGreaterThan(0);
  });

  it("gives its places back after a second, and has places of its own until it answers quickly again (W5)", async () => {
    const { apiKey } = service;
    const slow: { id: string; key: string }[] = [];
    for (let made = 0; made < 22; made += 1) {
      const { apiKey: key } = await service.createWorkspace();
      slow.push({ key, id: (await createHook(`/held/${made}`, key)).id });
      await createLinks(1, key);
    }
    await expect.poll(() => held.length, soon).toBe(20);
    await createHook("/quick");
    await createLinks(1, apiKey);
    await expect.poll(waiting, soon).toBe(23);
    service.clock.advance(1_000);
    await expect.poll(() => received["/quick"], soon).toBe(1);
    await expect.poll(() => held.length, soon).toBe(22);
    // Its answer counts as quick only when it is taken before the clock moves.
    await expect.poll(waiting, soon).toBe(22);
    service.clock.advance(1_000);
    release();
    await expect.poll(waiting, soon).toBe(0);
    const slowNow = () => service.store.db.selectFrom("webhooks").select("id").where("slow", "=", true).execute();
    expect((await slowNow()).map(({ id }) => id).sort()).toEqual(slow.map(({ id }) => id).sort());

    for (const { key } of slow) await createLinks(1, key);
    await expect.poll(() => held.length, soon).toBe(20);
    await createLinks(1, apiKey);
    await expect.poll(() => received["/quick"], soon).toBe(2);
    release();
    await expect.poll(() => held.length, soon).toBe(2);
    release();
    await expect.poll(async () => (await slowNow()).length, soon).toBe(0);
  });

  it("is waited for when the service ends", async () => {
    const hook = await createHook("/held");
    await createLinks(1);
    await expect.poll(() => held.length, soon).toBe(1);
    await stop();
    let isOver = false;
    const ended = delivery.ended().then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    release();
    await ended;
    const { body } = await service.request("GET", `/webhooks/${hook.id}/deliveries`);
    expect(body).toMatchObject([{ status: "succeeded" }]);
  });
});
