import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReferralsTokenReason } from "../../src/contract/embed.ts";
import { deviceTimeZone } from "../../src/http/device-time-zone.ts";
import { createTokenCall, type TokenAnswer } from "../../src/http/token-call.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The token, or the code of what went wrong. */
const read = async (asked: Promise<TokenAnswer>): Promise<string> => {
  const answer = await asked;
  return answer.type === "token" ? answer.token : answer.code;
};

describe("token call", () => {
  it("callers of one moment share one call (EMB-T1, EMB-A4)", async () => {
    const reasons: ReferralsTokenReason[] = [];
    const { ask } = createTokenCall();
    const source = async ({ reason }: { reason: ReferralsTokenReason }): Promise<string> => {
      reasons.push(reason);
      return "one";
    };
    expect(
      await Promise.all([ask(source, "initial"), ask(source, "initial"), ask(source, "rejected")].map(read)),
    ).toEqual(Array(3).fill("one"));
    expect(reasons).toEqual(["initial"]);
  });

  it("a caller with an older token gets the newest without a call; a caller with the newest causes one (EMB-T1, EMB-T3)", async () => {
    let count = 0;
    const { ask } = createTokenCall();
    const source = (): Promise<string> => Promise.resolve(`t${++count}`);
    expect(await read(ask(source, "initial"))).toBe("t1");
    expect(await read(ask(source, "initial"))).toBe("t1");
    expect(await read(ask(source, "expiring", "t1"))).toBe("t2");
    expect(await read(ask(source, "expiring", "t1"))).toBe("t2");
    expect(await read(ask(source, "rejected", "t2"))).toBe("t3");
  });

  it("takes a string or an object with publicToken; anything else is token_fetch_failed (EMB-T2)", async () => {
    const answers = fc.oneof(
      fc.anything(),
      fc.record({ publicToken: fc.oneof(fc.anything(), fc.string()), expires: fc.string() }),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const token = typeof answer === "string" ? answer : (answer as { publicToken?: unknown } | null)?.publicToken;
        const isGood = typeof token === "string" && token !== "";
        const given = createTokenCall().ask((() => Promise.resolve(answer)) as never, "initial");
        expect(await read(given)).toBe(isGood ? token : "token_fetch_failed");
      }),
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it("first data are passed on as text, unless they are no answer of the service", async () => {
    const answerOf = (firstData: unknown): Promise<TokenAnswer> =>
      createTokenCall().ask((() => Promise.resolve({ publicToken: "t", firstData })) as never, "initial");
    const bootstrap = { token: { expires: "" }, links: null };
    expect(await answerOf({ timezone: "Asia/Tokyo", bootstrap })).toEqual({
      type: "token",
      token: "t",
      firstData: { timezone: "Asia/Tokyo", body: JSON.stringify(bootstrap) },
    });
    const none = { type: "token", token: "t" };
    for (const useless of [null, 7, "x", {}, { timezone: "UTC" }, { timezone: "UTC", bootstrap: { error: {} } }])
      expect(await answerOf(useless)).toEqual(none);
  });

  it("the source is told the browser's time zone", async () => {
    const source = vi.fn(() => Promise.resolve("t"));
    await createTokenCall().ask(source, "initial");
    expect(source).toHaveBeenCalledWith(expect.objectContaining({ timezone: deviceTimeZone() }));
  });

  it("a function that throws at once has failed like one that rejects (EMB-T2)", async () => {
    const source = (): never => {
      throw new Error("ref_embed_secret");
    };
    const { ask, stop } = createTokenCall();
    // Nothing of what was thrown goes with it (EMB-T7).
    expect(await ask(source, "initial")).toEqual({ type: "token-failed", code: "token_fetch_failed" });
    stop();
    await vi.advanceTimersByTimeAsync(1);
  });

  it.each([
    ["rejects with the route's answer", () => Promise.reject(new Response("gone", { status: 410 })), 410],
    ["gives the route's answer", () => Promise.resolve(new Response("gone", { status: 404 })), 404],
    [
      "rejects as a client does that names the status",
      () => Promise.reject(Object.assign(new Error(), { status: 503 })),
      503,
    ],
    ["rejects as a client does that keeps the answer", () => Promise.reject({ response: { status: 403 } }), 403],
    ["names a status that is no number", () => Promise.reject({ status: "404", response: null }), undefined],
    ["rejects with nothing", () => Promise.reject(), undefined],
  ])("a function that %s has failed with its status (EMB-T2)", async (_, source, status) => {
    const answer = await createTokenCall().ask(source as never, "initial");
    expect(answer).toMatchObject({ type: "token-failed", code: "token_fetch_failed" });
    expect(answer).toHaveProperty("status", status);
  });

  it.each([
    ["an object without publicToken", { token: "t" }, true],
    ["nothing", undefined, true],
    ["the body of an error", { error: "busy" }, false],
    ["the route's answer that passes", new Response(null, { status: 503 }), false],
  ])("a function that gives %s is asked again only where that may help (EMB-T2)", async (_, given, isFinal) => {
    const answer = await createTokenCall().ask((() => Promise.resolve(given)) as never, "initial");
    expect("isFinal" in answer).toBe(isFinal);
  });

  it("a call that does not answer is aborted after 30 s; the next one may succeed (EMB-T4)", async () => {
    const signals: AbortSignal[] = [];
    const { ask } = createTokenCall();
    const code = read(ask(({ signal }) => (signals.push(signal), new Promise(() => {})), "initial"));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([await code, signals[0]?.aborted]).toEqual(["token_timeout", true]);
    expect(await read(ask(() => Promise.resolve("late"), "initial"))).toBe("late");
  });

  it("so is one whose host hears the signal by its own `onabort` (EMB-T4)", async () => {
    const heard = vi.fn();
    const { ask } = createTokenCall();
    const deaf = ({ signal }: { signal: AbortSignal }): Promise<string> => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- what a host may do, and what must not take our ear
      signal.onabort = heard;
      return new Promise(() => {});
    };
    const code = read(ask(deaf, "initial"));
    await vi.advanceTimersByTimeAsync(30_000);
    expect([await code, heard.mock.calls.length]).toEqual(["token_timeout", 1]);
  });

  it("a string is given once; there is no other until the host has one (EMB-T5)", async () => {
    const { ask } = createTokenCall();
    expect(await read(ask("a", "initial"))).toBe("a");
    expect(await read(ask("a", "rejected", "a"))).toBe("unauthorized");
    expect(await read(ask("b", "rejected", "a"))).toBe("b");
  });

  it("stop aborts one task later, unless a token is asked for before; a late answer is dropped (EMB-T7, EMB-P16)", async () => {
    let give: (token: string) => void = () => {};
    const signals: AbortSignal[] = [];
    const source = ({ signal }: { signal: AbortSignal }): Promise<string> => {
      signals.push(signal);
      return new Promise((resolve) => (give = resolve));
    };
    const { ask, stop } = createTokenCall();
    void read(ask(source, "initial"));
    stop();
    const again = read(ask(source, "initial"));
    await vi.advanceTimersByTimeAsync(1);
    expect([signals.length, signals[0]?.aborted]).toEqual([1, false]);
    stop();
    await vi.advanceTimersByTimeAsync(1);
    give("late");
    expect(signals[0]?.aborted).toBe(true);
    expect(await again).not.toBe("late");
    void read(ask(source, "initial"));
    expect(signals).toHaveLength(2);
    stop();
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
