import { describe, expect, it } from "vitest";
import { operations, ReferralsError, type OperationName } from "../../src/contract/index.ts";
import { createCaller, serviceErrors } from "../../src/http/call.ts";
import { retryDelayMs, withRetry, type RetryPolicy } from "../../src/http/retry.ts";
import { failure, json, recordFetch } from "./record-fetch.ts";

const waited: number[] = [];
const retry: RetryPolicy = {
  attempts: 3,
  baseDelayMs: 500,
  maxDelayMs: 60_000,
  sleep: async (delayMs) => void waited.push(delayMs),
  random: () => 0.5,
};
const rowOf = (name: OperationName) => operations[name];
const baseUrl = "https://app.test/api";
const caller = (fetch: typeof globalThis.fetch) =>
  withRetry(createCaller({ rowOf, baseUrl, credential: "key", fetch }), rowOf, retry);

describe("retry", () => {
  it("repeats a read after no answer, 429 and 5xx, with growing delays", async () => {
    waited.length = 0;
    const { fetch, seen } = recordFetch(new TypeError("reset"), failure(500, "internal_server_error"), json([]));
    expect((await caller(fetch)("partners.list", { query: {} })).value).toEqual([]);
    expect([seen.length, waited]).toEqual([3, [500, 1000]]);
  });

  it("waits as long as Retry-After asks", async () => {
    waited.length = 0;
    const { fetch } = recordFetch(failure(429, "rate_limit_exceeded", { "Retry-After": "9" }), json([]));
    await caller(fetch)("partners.list", { query: {} });
    expect(waited).toEqual([9000]);
  });

  it("never repeats a write without an idempotency key", async () => {
    const { fetch, seen } = recordFetch(failure(500, "internal_server_error"));
    await expect(caller(fetch)("links.create", { body: { url: "https://x.test" } })).rejects.toBeInstanceOf(
      ReferralsError,
    );
    expect(seen).toHaveLength(1);
  });

  it("repeats a keyed write under the same key", async () => {
    const { fetch, seen } = recordFetch(failure(500, "internal_server_error"), json({ id: "link_1" }));
    await caller(fetch)("links.create", { body: { url: "https://x.test" } }, { idempotencyKey: "k1" });
    expect(seen.map((request) => request.headers.get("idempotency-key"))).toEqual(["k1", "k1"]);
  });

  it("does not repeat what the service refused for good", () => {
    for (const code of ["bad_request", "unauthorized", "forbidden", "not_found", "conflict"] as const) {
      expect(retryDelayMs(new ReferralsError(code, ""), 1, retry)).toBeUndefined();
    }
    expect(retryDelayMs(serviceErrors.unreached("No answer.", false, new Error("x")), 3, retry)).toBeUndefined();
  });

  it("stops at once when aborted", async () => {
    const { fetch, seen } = recordFetch(new TypeError("reset"));
    const signal = AbortSignal.abort(new Error("left"));
    await expect(caller(fetch)("partners.list", { query: {} }, { signal })).rejects.toThrow("left");
    expect(seen.length).toBeLessThanOrEqual(1);
  });
});
