import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyWebhook } from "referrals-embed/server";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { createPost } from "../../src/jobs/post-webhook.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { deliverAll } from "./deliver-all.ts";

interface Received {
  headers: IncomingMessage["headers"];
  body: string;
}

let service: TestService;
let receiver: Server;
let url: string;
let received: Received[] = [];
let answers: { status: number; headers?: Record<string, string> }[] = [];

beforeAll(async () => {
  service = await createTestService({ webhookAllow: ["127.0.0.0/8"] });
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      const { status, headers } = answers.shift() ?? { status: 204 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((done) => void receiver.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await new Promise((done) => receiver.close(done));
  await service.close();
});
beforeEach(async () => {
  await run();
  await service.store.db.deleteFrom("webhooks").execute();
  received = [];
  answers = [];
});

const post = createPost(["127.0.0.0/8"], () => service.clock.now());
const run = (): Promise<void> => deliverAll(service.ctx(), post);
const createHook = async (input: Record<string, unknown> = {}) =>
  (await service.request("POST", "/webhooks", { body: { name: "Mine", url, triggers: ["link.created"], ...input } }))
    .body;
let count = 0;
const createLink = async (input: Record<string, unknown> = {}) =>
  (await service.request("POST", "/links", { body: { url: `https://acme.test/${(count += 1)}`, ...input } })).body;
const verify = (secret: string | string[], at: Received) =>
  verifyWebhook({ payload: at.body, headers: at.headers as never, secret, now: service.clock.now() });
const deliveries = async (id: string) => (await service.request("GET", `/webhooks/${id}/deliveries`)).body;

it("a webhook that is removed while it delivers ends its own deliveries alone", async () => {
  const [removed, kept] = [await createHook(), await createHook()];
  await createLink();
  const slow: typeof post = async (...given) => {
    await service.request("DELETE", `/webhooks/${removed.id}`);
    return post(...given);
  };
  await deliverAll(service.ctx(), slow);
  expect(received).toHaveLength(2);
  expect(await deliveries(kept.id)).toMatchObject([{ status: "succeeded" }]);
});

describe("delivery", () => {
  it("posts a committed event once, signed so that the SDK verifies it (W1)", async () => {
    const hook = await createHook();
    const link = await createLink();
    await run();
    await run();
    expect(received).toHaveLength(1);
    const event = await verify(hook.secret, received[0]!);
    expect(event).toMatchObject({ event: "link.created", data: { id: link.id } });
    expect(received[0]!.headers["webhook-id"]).toBe(event.id);
    await expect(verify(`whsec_${Buffer.alloc(32).toString("base64")}`, received[0]!)).rejects.toThrow(/No signature/);
  });

  it("reads no more of an answer than is of use, and ends one without an end", async () => {
    let sent = 0;
    let ended = false;
    const endless = createServer((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        sent += 16_384;
        if (!ended) response.write(Buffer.alloc(16_384));
      };
      response.on("drain", more).on("close", () => (ended = true));
      more();
    });
    await new Promise<void>((done) => void endless.listen(0, "127.0.0.1", done));
    const address = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
    expect(await post(address, {}, "{}")).toMatchObject({ status: 200 });
    await expect.poll(() => ended).toBe(true);
    expect(sent).toBeLessThan(20_000_000);
    await new Promise((done) => endless.close(done));
  });

  it("a receiver that fails or does not answer neither undoes nor delays a change (W4)", async () => {
    await createHook({ url: "http://127.0.0.1:9/nobody" });
    answers = [{ status: 500 }];
    const hook = await createHook();
    const link = await createLink();
    await run();
    expect((await service.request("GET", `/links/${link.id}`)).status).toBe(200);
    service.clock.advance(11_000);
    await run();
    expect((await deliveries(hook.id))[0]).toMatchObject({ attempt: 2, status: "succeeded" });
  });

  it("a rolled-back cause leaves no event (W2)", async () => {
    await createHook();
    const link = await createLink();
    await service.request("POST", "/links", { body: { url: "https://acme.test/x", key: link.key } });
    await run();
    expect(received).toHaveLength(1);
  });

  it("repeats failed attempts on the schedule, later when Retry-After asks, and survives a restart", async () => {
    const hook = await createHook();
    await createLink();
    const later = new Date(service.clock.now() + 11_000 + 3_600_000 + 7_200_000);
    answers = [
      { status: 500 },
      { status: 503, headers: { "retry-after": "3600" } },
      { status: 503, headers: { "retry-after": later.toUTCString() } },
      { status: 200 },
    ];
    await run();
    const [first] = await deliveries(hook.id);
    expect(first).toMatchObject({ attempt: 1, status: "pending", responseStatus: 500 });
    const waitMs = Date.parse(first.nextAttemptAt) - service.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(9_000);
    expect(waitMs).toBeLessThanOrEqual(11_000);
    service.clock.advance(11_000);
    await run();
    const [second] = await deliveries(hook.id);
    expect(Date.parse(second.nextAttemptAt) - service.clock.now()).toBe(3_600_000);
    service.clock.advance(3_600_000);
    await run();
    expect((await deliveries(hook.id))[0].nextAttemptAt).toBe(later.toISOString());
    service.clock.advance(7_200_000);
    await run();
    expect((await deliveries(hook.id))[0]).toMatchObject({ attempt: 4, status: "succeeded", nextAttemptAt: null });
    expect(new Set(received.map((at) => at.body)).size).toBe(1);
  });

  it("disables a webhook at once on 410, and after 20 failures in a row; enabling delivers what waits", async () => {
    const gone = await createHook();
    await createLink();
    answers = [{ status: 410 }];
    await run();
    expect((await service.request("GET", `/webhooks/${gone.id}`)).body.disabledAt).not.toBeNull();
    await service.request("DELETE", `/webhooks/${gone.id}`);

    const hook = await createHook();
    for (let i = 0; i < 21; i += 1) await createLink();
    answers = Array.from({ length: 21 }, () => ({ status: 500 }));
    await run();
    const { body } = await service.request("GET", `/webhooks/${hook.id}`);
    // Another may be under way when the twentieth fails.
    expect([20, 21]).toContain(body.consecutiveFailures);
    expect(body.disabledAt).not.toBeNull();
    answers = [];
    const before = received.length;
    await service.request("POST", `/webhooks/${hook.id}/enable`, { body: {} });
    service.clock.advance(dayMs);
    await run();
    expect(received.length).toBe(before + 21);
  });

  it("signs with both secrets for 24 h after a rotation, then with the new one only", async () => {
    const hook = await createHook();
    const { body: rotated } = await service.request("POST", `/webhooks/${hook.id}/rotate`, { body: {} });
    await createLink();
    await run();
    await verify(hook.secret, received[0]!);
    await verify(rotated.secret, received[0]!);
    service.clock.advance(dayMs + 1);
    await createLink();
    await run();
    await verify(rotated.secret, received[1]!);
    await expect(verify(hook.secret, received[1]!)).rejects.toThrow(/No signature/);
  });

  it("replays a delivery with the same event id and body", async () => {
    const hook = await createHook();
    await createLink();
    await run();
    const [delivery] = await deliveries(hook.id);
    expect(
      (await service.request("POST", `/webhooks/${hook.id}/deliveries/${delivery.id}/replay`, { body: {} })).status,
    ).toBe(200);
    await run();
    expect(received.map((at) => at.body)[1]).toBe(received[0]!.body);
  });

  it("keeps a delivery and its event for 30 days, and longer what waits or I25 counts (api §16)", async () => {
    await forgetExpired(service.ctx());
    const outbox = async (): Promise<string[]> =>
      (await service.store.db.selectFrom("outbox_events").select("event").orderBy("event").execute()).map(
        ({ event }) => event,
      );
    const hook = await createHook();
    await createLink();
    await service.createPartner();
    await run();
    const kept = (await outbox()).filter((event) => event === "partner.status_changed");
    expect(kept).not.toEqual([]);
    service.clock.advance(30 * dayMs);
    await forgetExpired(service.ctx());
    expect(await deliveries(hook.id)).not.toEqual([]);
    service.clock.advance(1);
    await createLink();
    await forgetExpired(service.ctx());
    expect(await deliveries(hook.id)).toEqual([]);
    expect(await outbox()).toEqual(["link.created", ...kept]);
  });

  it("what a disabled webhook never got is passed over, and forgotten after 30 days with its event (api §16)", async () => {
    const gone = await createHook();
    await createLink();
    answers = [{ status: 500 }];
    await run();
    await service.store.db
      .updateTable("webhooks")
      .set({ disabled_at: new Date(service.clock.now()) })
      .where("id", "=", gone.id)
      .execute();
    const hook = await createHook();
    service.clock.advance(dayMs);
    const link = await createLink();
    await run();
    expect(received.slice(1).map(({ body }) => JSON.parse(body).data.id)).toEqual([link.id]);
    expect(await deliveries(gone.id)).toHaveLength(2);
    service.clock.advance(30 * dayMs + 1);
    expect(await forgetExpired(service.ctx())).toBeGreaterThan(0);
    expect([await deliveries(gone.id), await deliveries(hook.id)]).toEqual([[], []]);
    const left = await service.store.db.selectFrom("outbox_events").select("event").where("event", "=", "link.created");
    expect(await left.execute()).toEqual([]);
  });

  it("sends a sample on test", async () => {
    const hook = await createHook();
    await service.request("POST", `/webhooks/${hook.id}/test`, { body: {} });
    await run();
    expect(JSON.parse(received[0]!.body)).toMatchObject({ event: "link.created", data: { test: true } });
  });

  it("two replicas deliver an event once between them", async () => {
    await createHook();
    for (let i = 0; i < 10; i += 1) await createLink();
    await Promise.all([run(), run(), run()]);
    expect(new Set(received.map((at) => at.headers["webhook-id"])).size).toBe(10);
    expect(received).toHaveLength(10);
  });
});
