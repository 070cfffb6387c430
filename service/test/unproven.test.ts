import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../src/app.ts";
import { limits } from "../src/limits.ts";
import { createUnprovenBound, ProvenCredentials } from "../src/unproven.ts";
import { createTestService, type TestService } from "./harness.ts";

const { amount, seconds } = limits.unproven;
const config = { appUrl: "https://app.test", trustedProxies: ["127.0.0.1"], rateLimits: true };

describe("an address", () => {
  let server: Server;
  let agent: Agent;
  let proven: ProvenCredentials;
  let served: number;
  /** Stands still: no request is made up for while a slow machine sends them. */
  let now = 0;
  const listen = async (rateLimits = true): Promise<void> => {
    proven = new ProvenCredentials();
    served = 0;
    const bound = createUnprovenBound({ proven, config: { ...config, rateLimits }, now: () => now });
    const app = bound((request, response) => {
      served += 1;
      request.resume().once("end", () => response.end("served"));
    });
    server = createServer(app).listen(0, "127.0.0.1");
    agent = new Agent({ keepAlive: true });
    await once(server, "listening");
  };
  beforeEach(() => listen());
  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });

  const ask = (from: string, { path = "/", authorization = "" } = {}): Promise<IncomingMessage | "ended"> =>
    new Promise((resolve) => {
      const { port } = server.address() as AddressInfo;
      const headers = { "x-forwarded-for": from, ...(authorization && { authorization }) };
      httpRequest({ port, path, headers, agent }, (response) => resolve(response.resume()))
        .on("error", () => resolve("ended"))
        .end();
    });
  const statusOf = (answer: IncomingMessage | "ended"): number | "ended" =>
    answer === "ended" ? answer : (answer.statusCode ?? 0);
  /** Sends far more than an address may at once. */
  const flood = (from: string) => Promise.all(Array.from({ length: 2 * amount }, () => ask(from)));
  const answersOf = (answers: readonly (IncomingMessage | "ended")[], status: number | "ended"): number =>
    answers.filter((answer) => statusOf(answer) === status).length;
  /** How many more find a turn within a second. */
  const more = amount / seconds;

  it("has one share over all that is bounded: the application, and passwords of links", async () => {
    const bound = createUnprovenBound({ proven, config, now: () => 0 });
    const both = [bound((_, response) => response.end("app")), bound((_, response) => response.end("form"))];
    let asked = 0;
    const shared = createServer((...given) => both[(asked += 1) % 2]?.(...given)).listen(0, "127.0.0.1");
    await once(shared, "listening");
    const { port } = shared.address() as AddressInfo;
    const headers = { "x-forwarded-for": "192.0.2.77" };
    const sent = Array.from({ length: amount }, () => fetch(`http://127.0.0.1:${port}/`, { headers }));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
    // Twice the share would be left if each had its own; after a second's wait the next ones are refused.
    const more = Array.from({ length: 2 * (amount / seconds) }, () => fetch(`http://127.0.0.1:${port}/`, { headers }));
    expect((await Promise.all(more)).some(({ status }) => status === 429)).toBe(true);
    shared.closeAllConnections();
    shared.close();
  });

  it("has its share of requests without an accepted credential; more wait, and are refused beyond a second", async () => {
    const answers = await flood("192.0.2.1");
    expect(answersOf(answers, 200)).toBe(served);
    expect(served).toBeGreaterThanOrEqual(amount);
    expect(served).toBeLessThanOrEqual(amount + more);
    const refused = answers.find((answer) => statusOf(answer) === 429) as IncomingMessage;
    expect(refused.headers).toMatchObject({ "retry-after": "2", connection: "close" });
    // Of refusals 200 are held back at once, the others ended without an answer.
    expect(answersOf(answers, 429)).toBeGreaterThanOrEqual(200);
    expect(answersOf(answers, 429) + answersOf(answers, "ended")).toBe(2 * amount - served);
    now += 1000 * seconds;
    expect(statusOf(await ask("192.0.2.1"))).toBe(200);
  });

  it.each(["announced", "in chunks"])("spends its share by the bytes of bodies too: %s", async (how) => {
    const { port } = server.address() as AddressInfo;
    const body = Buffer.alloc(1_000_000);
    const send = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const length = how === "announced" ? { "content-length": body.length } : {};
        const headers = { "x-forwarded-for": "192.0.2.9", ...length };
        const request = httpRequest({ port, method: "POST", headers }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0));
        }).on("error", reject);
        request.end(body);
      });
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) statuses.push(await send().catch(() => 0));
    // A megabyte is 61 requests more.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(9);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(12);
    expect(served).toBeLessThanOrEqual(12);
    expect(statusOf(await ask("192.0.2.2"))).toBe(200);
  });

  it("whose requests are more than can be held back is cut off", async () => {
    const answers = await Promise.all(Array.from({ length: 5 * amount }, () => ask("192.0.2.1")));
    expect(answersOf(answers, "ended")).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(amount + more);
  });

  it("that spends its share leaves that of others, who are answered at once", async () => {
    await flood("192.0.2.1");
    expect(statusOf(await ask("192.0.2.2"))).toBe(200);
    expect(statusOf(await ask("2001:db8::1"))).toBe(200);
  });

  it("that spends its share keeps nobody there from working with an accepted credential, nor a probe of the process", async () => {
    proven.accept("Bearer known");
    await flood("192.0.2.1");
    expect(statusOf(await ask("192.0.2.1", { authorization: "Bearer known" }))).toBe(200);
    expect(statusOf(await ask("192.0.2.1", { path: "/health" }))).toBe(200);
    proven.refuse("Bearer known");
    expect(statusOf(await ask("192.0.2.1", { authorization: "Bearer known" }))).toBe(429);
  });

  it("has no limit with RATE_LIMITS=off", async () => {
    server.close();
    await listen(false);
    expect(answersOf(await flood("192.0.2.1"), 200)).toBe(2 * amount);
  });
});

describe("a credential", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ rateLimits: true });
  });
  afterAll(() => service.close());

  it("passes once it was accepted, and no longer when it is refused or over its own limit", async () => {
    const proven = new ProvenCredentials();
    const app = createApp({ ...service.deps, proven });
    const call = async (header: string, path = "/api/partners/count"): Promise<number> =>
      (await app.request(path, { headers: { authorization: header } })).status;
    const { apiKey } = await service.createWorkspace({ plan: "free" });
    const key = `Bearer ${apiKey}`;
    expect([await call("Bearer ref_unknown"), proven.has("Bearer ref_unknown")]).toEqual([401, false]);
    expect([await call(key), proven.has(key)]).toEqual([200, true]);
    for (let calls = 1; calls < 60; calls += 1) await call(key);
    expect([await call(key), proven.has(key)]).toEqual([429, false]);
    service.clock.advance(60_000);
    expect([await call(key), proven.has(key)]).toEqual([200, true]);

    const { id } = await service.createPartner();
    const token = `Bearer ${await service.embedToken(id)}`;
    expect([await call(token, "/api/embed/referrals"), proven.has(token)]).toEqual([200, true]);
    await service.request("DELETE", "/tokens/embed/referrals", { body: { partnerId: id } });
    expect([await call(token, "/api/embed/referrals"), proven.has(token)]).toEqual([401, false]);
  });

  it("that stands in public pages never passes", async () => {
    const proven = new ProvenCredentials();
    const app = createApp({ ...service.deps, proven });
    const { publishableKey } = await service.createWorkspace();
    const authorization = `Bearer ${publishableKey}`;
    const body = JSON.stringify({ customerExternalId: "c", eventName: "Sign up", clickId: "none" });
    const headers = { authorization, "content-type": "application/json" };
    const { status } = await app.request("/api/track/lead/client", { method: "POST", headers, body });
    expect(status).not.toBe(401);
    expect(proven.has(authorization)).toBe(false);
  });
});
