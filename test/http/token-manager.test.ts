import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ReferralsEmbedError } from "../../src/contract/embed.ts";
import type { ReferralsTokenReason, ReferralsTokenSource } from "../../src/contract/embed.ts";
import { createTokenManager, type TokenManager, type TokenManagerOptions } from "../../src/http/token-manager.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Source = ReferralsTokenSource | null | undefined;
const make = (source: Source, more: Partial<TokenManagerOptions> = {}): TokenManager =>
  createTokenManager({ source: () => source, random: () => 0.5, ...more });
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (error instanceof ReferralsEmbedError ? error.code : error),
  );

describe("token manager", () => {
  it("EMB-T1: everyone who asks at one moment shares one call", async () => {
    const reasons: ReferralsTokenReason[] = [];
    const tokens = make(({ reason }) => {
      reasons.push(reason);
      return Promise.resolve("one");
    });
    expect(await Promise.all([tokens.get(), tokens.get(), tokens.renew("rejected"), tokens.get()])).toEqual(
      Array(4).fill("one"),
    );
    expect(reasons).toEqual(["initial"]);
  });

  it("EMB-T1: a token in hand is not asked for again, a renewal is", async () => {
    let count = 0;
    const tokens = make(() => Promise.resolve(`t${++count}`));
    expect(await tokens.get()).toBe("t1");
    expect(await tokens.get()).toBe("t1");
    expect(await tokens.renew("rejected")).toBe("t2");
    expect(await tokens.get()).toBe("t2");
  });

  it("EMB-T2: takes a string or an object with publicToken, refuses everything else at once", async () => {
    expect(await make(() => Promise.resolve({ publicToken: "x", expires: "soon" })).get()).toBe("x");
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (answer) => {
        const token = typeof answer === "string" ? answer : (answer as { publicToken?: unknown } | null)?.publicToken;
        const good = typeof token === "string" && token !== "";
        expect(await codeOf(make((() => Promise.resolve(answer)) as never).get())).toBe(
          good ? token : "token_fetch_failed",
        );
      }),
    );
  });

  it("EMB-T2: without a source it waits, and a nudge makes it look again", async () => {
    let source: Source = null;
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const tokens = createTokenManager({ source: () => source });
    const token = tokens.get();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    source = "late";
    tokens.nudge();
    expect(await token).toBe("late");
  });

  it("EMB-T3: a renewal ahead of time within 10 s of the last one answers the token in hand", async () => {
    let count = 0;
    const clock = { now: () => now };
    let now = 0;
    const tokens = make(() => Promise.resolve(`t${++count}`), { clock });
    await tokens.get();
    now = 9_999;
    expect(await tokens.renew("expiring")).toBe("t1");
    expect(await tokens.renew("rejected")).toBe("t2");
    now = 30_000;
    expect(await tokens.renew("expiring")).toBe("t3");
  });

  it("EMB-T4: an unanswered call is aborted after 30 s and tried again after 1, 2, 4, 8, 16 s", async () => {
    const starts: number[] = [];
    const signals: AbortSignal[] = [];
    const failures: string[] = [];
    const begin = Date.now();
    const tokens = make(
      ({ signal }) => {
        starts.push(Date.now() - begin);
        signals.push(signal);
        return new Promise(() => {});
      },
      { onFailure: (error) => failures.push(error.code) },
    );
    const code = codeOf(tokens.get());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await code).toBe("token_timeout");
    expect(starts).toEqual([0, 31_000, 63_000, 97_000, 135_000, 181_000]);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
    expect(failures).toEqual(["token_timeout"]);
  });

  it("EMB-T4: a nudge ends the pause at once", async () => {
    let count = 0;
    const tokens = make(() => (++count === 1 ? Promise.reject(new Error("503")) : Promise.resolve("ok")));
    const token = tokens.get();
    await vi.advanceTimersByTimeAsync(10);
    expect(count).toBe(1);
    tokens.nudge();
    expect(await token).toBe("ok");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("EMB-T5: a string is given once; renewing it is unauthorized until the host gives another", async () => {
    let source = "a";
    const tokens = createTokenManager({ source: () => source });
    expect(await tokens.get()).toBe("a");
    expect(await codeOf(tokens.renew("rejected"))).toBe("unauthorized");
    source = "b";
    expect(await tokens.renew("rejected")).toBe("b");
    source = "c";
    expect(await tokens.get()).toBe("c");
  });

  it("EMB-T7: cancel aborts the call, drops its late answer and leaves no timer", async () => {
    let answer: (token: string) => void = () => {};
    let aborted: AbortSignal | undefined;
    const tokens = make(({ signal }) => {
      aborted = signal;
      return new Promise<string>((resolve) => (answer = resolve));
    });
    const first = codeOf(tokens.get());
    tokens.cancel();
    answer("late");
    expect(await first).toMatchObject({ name: "AbortError" });
    expect(aborted?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const second = tokens.get();
    answer("fresh");
    expect(await second).toBe("fresh");
  });

  it("EMB-T7: no error holds the token or what the host's function threw", async () => {
    const tokens = make(() => Promise.reject(new Error("ref_embed_secret")));
    const error = tokens.get().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    const failure = (await error) as Error;
    expect(JSON.stringify([failure.message, failure, failure.cause])).not.toContain("secret");
  });
});
