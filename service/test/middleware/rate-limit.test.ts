import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { createSlidingWindow } from "../../src/middleware/sliding-window.ts";
import { createTestService, testClock, type TestService } from "../harness.ts";

let service: TestService;
let poor: string;
beforeAll(async () => {
  service = await createTestService({ rateLimits: true });
  poor = (await service.createWorkspace({ plan: "free" })).apiKey;
});
afterAll(() => service.close());

const limits = (headers: Headers) => ["limit", "remaining"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

describe("answers 429", () => {
  it("a key of plan free has 60 requests in any 60 s, with the limits on every answer, then 429 with Retry-After", async () => {
    const first = await service.request("GET", "/partners", { key: poor });
    expect(limits(first.headers)).toEqual([60, 59]);
    expect(Number(first.headers.get("x-ratelimit-reset"))).toBe(service.clock.now() / 1000 + 60);
    for (let i = 1; i < 60; i += 1) await service.request("GET", "/partners/nobody", { key: poor });
    const refused = await service.request("GET", "/partners", { key: poor });
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe("rate_limit_exceeded");
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(limits(refused.headers)).toEqual([60, 0]);
    service.clock.advance(60_000);
    expect((await service.request("GET", "/partners", { key: poor })).status).toBe(200);
  });

  it("failed credentials of one address: 60, then 429 instead of 401", async () => {
    const fail = () => service.request("GET", "/partners", { key: "ref_wrong" });
    for (let i = 0; i < 60; i += 1) expect((await fail()).status).toBe(401);
    expect((await fail()).status).toBe(429);
    expect((await service.request("GET", "/partners")).status).toBe(200);
  });

  it("analytics have an additional bucket, and the headers show the tightest", async () => {
    const { headers } = await service.request("GET", "/analytics");
    expect(limits(headers)[0]).toBe(600);
  });

  it("a preflight, a body that is too large, and a description tell the limits too", async () => {
    const body = JSON.stringify("x".repeat(1024 * 1024));
    const answers = [
      await service.request("OPTIONS", "/track/click", { key: null }),
      await service.request("OPTIONS", "/embed/referrals/links", { key: null }),
      await service.request("OPTIONS", "/openapi.json", { key: null }),
      await service.request("POST", "/partners", { body }),
      await service.request("GET", "/openapi.json", { key: null }),
      await service.request("GET", "/qr?url=https://a.test", { key: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 400, 200, 200]);
    // A QR code costs work, so it has a bucket of its own.
    expect(answers.map(({ headers }) => limits(headers)[0])).toEqual([60, 60, 60, 3000, 60, 120]);
  });

  it("an unknown path still sends the limit headers", async () => {
    expect(limits((await service.request("GET", "/nowhere")).headers)[0]).toBe(60);
  });
});

describe("the publishable key, which anybody can read, as a limit", () => {
  const told: unknown[] = [];
  let shop: TestService;
  /** Posts what a page reports, from an address. */
  let post: (path: string, body: object, address: string) => Promise<number>;
  beforeAll(async () => {
    shop = await createTestService({ rateLimits: true, trustedProxies: ["127.0.0.1"] });
    const app = createApp({ ...shop.deps, onExhausted: (...what) => void told.push(what) });
    post = async (path, body, address) => {
      const headers = {
        authorization: `Bearer ${shop.publishableKey}`,
        "content-type": "application/json",
        "x-forwarded-for": address,
      };
      return (await app.request(`/api/track/${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
    };
  });
  afterAll(() => shop.close());
  const lead = (number: number) => ({ clickId: "", eventName: "Sign up", customerExternalId: `person-${number}` });
  const sale = { customerExternalId: "person-1", amount: 100, eventName: "Purchase" };

  it("lets 600 empty posts of one address refuse nobody else's lead, sale or click", async () => {
    const statuses = new Map<number, number>();
    for (let count = 0; count < 600; count += 1) {
      const status = await post("lead/client", {}, "203.0.113.1");
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [422, 120],
      [429, 480],
    ]);
    expect(await post("lead/client", lead(0), "203.0.113.2")).toBe(200);
    expect(await post("sale/client", sale, "203.0.113.2")).toBe(200);
    expect(await post("visit", { domain: "none.test", url: "https://a.test" }, "203.0.113.2")).toBe(404);
  });

  it("counts in its total what was stored, not what was refused, and tells when that is exhausted", async () => {
    shop.clock.advance(60_000);
    for (let count = 0; count < 720; count += 1) {
      const unknown = { ...lead(count), clickId: "unknown000000000" };
      expect(await post("lead/client", unknown, `198.51.100.${Math.floor(count / 120)}`)).toBe(404);
    }
    for (let count = 0; count < 600; count += 1) {
      expect(await post("lead/client", lead(count), `203.0.113.${10 + Math.floor(count / 100)}`)).toBe(200);
    }
    expect(told).toEqual([]);
    expect(await post("lead/client", lead(601), "203.0.113.99")).toBe(429);
    expect(told).toEqual([["storedByPage", expect.any(String)]]);
    // The server's own reports go on.
    const known = { ...sale, customerExternalId: "person-2", invoiceId: "in_1" };
    expect((await shop.request("POST", "/track/sale", { body: known })).status).toBe(200);
  });
});

describe("a sliding window", () => {
  it("never lets more than its limit through in any 60 s, and refuses only when it is full", async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (waits, limit) => {
        const clock = testClock();
        const window = createSlidingWindow(clock);
        const passed: number[] = [];
        for (const wait of waits) {
          clock.advance(wait);
          const { exceeded } = await window.take("k", limit);
          const recent = passed.filter((at) => at > clock.now() - 60_000).length;
          expect(exceeded).toBe(recent >= limit);
          if (!exceeded) passed.push(clock.now());
        }
      }),
    );
  });
});
