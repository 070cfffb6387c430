import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ReferralsEmbedError } from "../../src/contract/embed.ts";
import type { ReferralsTokenReason, ReferralsTokenSource } from "../../src/contract/embed.ts";
import { createTokenCall } from "../../src/http/token-call.ts";
import { createTokenManager, type TokenManager, type TokenManagerOptions } from "../../src/http/token-manager.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Source = ReferralsTokenSource | null | undefined;
const make = (source: Source, more: Partial<TokenManagerOptions> = {}): TokenManager =>
  createTokenManager({ source: () => source, call: createTokenCall(), random: () => 0.5, ...more });
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (error instanceof ReferralsEmbedError ? error.code : error),
  );

describe("token manager", () => {
  it("callers of one moment share one call (EMB-T1)", async () => {
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

  it("a token in hand is not asked for again, a renewal is (EMB-T1)", async () => {
    let count = 0;
    const tokens = make(() => Promise.resolve(`t${++count}`));
    expect(await tokens.get()).toBe("t1");
    expect(await tokens.get()).toBe("t1");
    expect(await tokens.renew("rejected")).toBe("t2");
    expect(await tokens.get()).toBe("t2");
  });

  it("managers around one call renew once for all (EMB-T1, EMB-A4)", async () => {
    let count = 0;
    const call = createTokenCall();
    const source = (): Promise<string> => Promise.resolve(`t${++count}`);
    const [one, two] = [make(source, { call }), make(source, { call })];
    expect(await Promise.all([one.get(), two.get()])).toEqual(["t1", "t1"]);
    expect(await one.renew("expiring")).toBe("t2");
    expect(await two.renew("expiring")).toBe("t2");
    one.cancel();
    await vi.advanceTimersByTimeAsync(1);
    expect(await two.renew("rejected")).toBe("t3");
  });

  it("asks for its token where there is no `process`, as in a page without a bundler", async () => {
    let given: Source = null;
    const tokens = createTokenManager({ source: () => given, call: createTokenCall(), random: () => 0.5 });
    vi.stubGlobal("process", undefined);
    const waiting = tokens.get();
    vi.unstubAllGlobals();
    given = "late";
    tokens.retryNow();
    expect(await waiting).toBe("late");
  });

  it("without a source it waits, and looks again on retryNow (EMB-T2)", async () => {
    let source: Source = null;
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const tokens = createTokenManager({ source: () => source, call: createTokenCall() });
    const token = tokens.get();
    tokens.retryNow();
    await vi.advanceTimersByTimeAsync(9000);
    expect(warn).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    source = "late";
    tokens.retryNow();
    expect(await token).toBe("late");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("an unanswered call is aborted after 30 s and tried again after 1, 2, 4, 8, 16 s (EMB-T4)", async () => {
    const starts: number[] = [];
    const signals: AbortSignal[] = [];
    const failures: ReferralsEmbedError[] = [];
    const begin = Date.now();
    const tokens = make(
      ({ signal }) => {
        starts.push(Date.now() - begin);
        signals.push(signal);
        return new Promise(() => {});
      },
      { onFailure: (error) => failures.push(error) },
    );
    const code = codeOf(tokens.get());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await code).toBe("token_timeout");
    expect(starts).toEqual([0, 31_000, 63_000, 97_000, 135_000, 181_000]);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining("token_timeout")]);
  });

  it.each([
    [404, 1],
    [401, 1],
    [429, 6],
    [503, 6],
  ])("a route that answers %i is asked %i times (EMB-T4)", async (status, times) => {
    const source = vi.fn(() => Promise.reject(new Response(null, { status })));
    const failures: ReferralsEmbedError[] = [];
    const tokens = make(source as never, { onFailure: (error) => failures.push(error) });
    const error = tokens.get().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await error).toMatchObject({ code: "token_fetch_failed", status, retryable: times > 1 });
    expect([source.mock.calls.length, failures.length]).toEqual([times, times > 1 ? 1 : 0]);
  });

  it("a function that gives no token has failed at once, and is not asked again (EMB-T4)", async () => {
    const source = vi.fn(() => Promise.resolve({ token: "t" }));
    const error = await make(source as never)
      .get()
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "token_fetch_failed", retryable: false });
    expect(source).toHaveBeenCalledOnce();
  });

  it("retryNow ends the pause at once (EMB-T4)", async () => {
    let count = 0;
    const tokens = make(() => (++count === 1 ? Promise.reject(new Error("503")) : Promise.resolve("ok")));
    const token = tokens.get();
    await vi.advanceTimersByTimeAsync(10);
    expect(count).toBe(1);
    tokens.retryNow();
    expect(await token).toBe("ok");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("a string is given once; renewing it is unauthorized until the host gives another (EMB-T5)", async () => {
    let source = "a";
    const tokens = createTokenManager({ source: () => source, call: createTokenCall() });
    expect(await tokens.get()).toBe("a");
    expect(await codeOf(tokens.renew("rejected"))).toBe("unauthorized");
    source = "b";
    expect(await tokens.renew("rejected")).toBe("b");
    source = "c";
    expect(await tokens.get()).toBe("c");
  });

  it("cancel drops a late answer, ends a pause and leaves no timer; the owner of the call aborts it (EMB-T7)", async () => {
    const call = createTokenCall();
    let answer: (token: string) => void = () => {};
    let aborted: AbortSignal | undefined;
    const source = ({ signal }: { signal: AbortSignal }): Promise<string> => {
      aborted = signal;
      return new Promise((resolve) => (answer = resolve));
    };
    const tokens = make(source, { call });
    const first = codeOf(tokens.get());
    await vi.advanceTimersByTimeAsync(1);
    tokens.cancel();
    call.stop();
    await vi.advanceTimersByTimeAsync(1);
    answer("late");
    expect(await first).toMatchObject({ name: "AbortError" });
    expect(aborted?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const second = tokens.get();
    await vi.advanceTimersByTimeAsync(1);
    answer("fresh");
    expect(await second).toBe("fresh");

    const pausing = make(() => Promise.reject(new Error("503")));
    const third = codeOf(pausing.get());
    await vi.advanceTimersByTimeAsync(10);
    pausing.cancel();
    expect(await third).toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("no error holds the token or what the host's function threw (EMB-T7)", async () => {
    const tokens = make(() => Promise.reject(new Error("ref_embed_secret")));
    const error = tokens.get().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    const failure = (await error) as Error;
    expect(JSON.stringify([failure.message, failure, failure.cause])).not.toContain("secret");
  });
});

describe("the renewal of a token", () => {
  const next = (): Promise<string> => Promise.resolve("next");
  let now = 0;
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  beforeEach(() => (now = 0));

  it("starts 60 s before the end, once (EMB-T3)", async () => {
    const onRenewed = vi.fn<() => void>();
    make(next, { now: () => now }).recordLife(300_000, onRenewed);
    await pass(239_999);
    expect(onRenewed).not.toHaveBeenCalled();
    await pass(1);
    await pass(300_000);
    expect(onRenewed).toHaveBeenCalledTimes(1);
  });

  it("never starts sooner than 10 s after the last one (EMB-T3)", async () => {
    const onRenewed = vi.fn<() => void>();
    const tokens = make(next, { now: () => now });
    tokens.recordLife(60_000, onRenewed);
    await pass(0);
    tokens.recordLife(30_000, onRenewed);
    await pass(9_999);
    expect(onRenewed).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(onRenewed).toHaveBeenCalledTimes(2);
  });

  it("is made up for when a device that slept is looked at again (EMB-T3)", async () => {
    const onRenewed = vi.fn<() => void>();
    const tokens = make(next, { now: () => now });
    tokens.recordLife(300_000, onRenewed);
    now += 400_000;
    tokens.retryNow();
    await pass(0);
    expect(onRenewed).toHaveBeenCalledTimes(1);
  });

  it("asks for nothing and leaves no timer once it is stopped (EMB-P16)", async () => {
    const source = vi.fn<typeof next>(next);
    const tokens = make(source, { now: () => now });
    tokens.recordLife(100_000, () => {})();
    expect(vi.getTimerCount()).toBe(0);
    now += 200_000;
    tokens.retryNow();
    expect(source).not.toHaveBeenCalled();
  });

  it("a string is not renewed (EMB-T5)", async () => {
    const onRenewed = vi.fn<() => void>();
    make("given", { now: () => now }).recordLife(60_000, onRenewed);
    await pass(60_000);
    expect(onRenewed).not.toHaveBeenCalled();
  });
});
