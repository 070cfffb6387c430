import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HostLink } from "../../src/frame/connect-to-host.ts";
import type { PageMessage } from "../../src/frame/protocol.ts";
import { createHostTokens, type HostTokens } from "../../src/page/host-tokens.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Opened {
  posted: PageMessage[];
  tokens: HostTokens;
  failures: string[];
  pushes: () => number;
}

function open(given?: string): Opened {
  const posted: PageMessage[] = [];
  const failures: string[] = [];
  let pushes = 0;
  const origin = given === undefined ? "https://host.example" : undefined;
  const link: HostLink = { origin, ready: () => {}, post: (message) => void posted.push(message), listen: () => {} };
  const onFailure = ({ code }: { code: string }): void => void failures.push(code);
  const tokens = createHostTokens({ link, given, onPush: () => pushes++, onFailure });
  return { posted, tokens, failures, pushes: () => pushes };
}
const codeOf = (promise: Promise<string>): Promise<string> =>
  promise.catch((error: { code: string }) => `refused: ${error.code}`);

describe("tokens by message", () => {
  it("waits for the first token, which the host sends unasked", async () => {
    const { tokens, posted, pushes } = open();
    const both = Promise.all([tokens.get(), tokens.get()]);
    tokens.receive("one");
    expect(await both).toEqual(["one", "one"]);
    expect(await tokens.get()).toBe("one");
    expect(posted).toEqual([]);
    expect(pushes()).toBe(0);
  });

  it("asks once for a renewal, however many wait for it (EMB-T1)", async () => {
    const { tokens, posted } = open();
    tokens.receive("one");
    await tokens.get();
    const both = Promise.all([tokens.renew("rejected"), tokens.renew("rejected")]);
    await vi.advanceTimersByTimeAsync(1);
    tokens.receive("two");
    expect(await both).toEqual(["two", "two"]);
    expect(posted).toEqual([{ type: "token-needed", reason: "rejected" }]);
  });

  it("an unrequested token answers the next renewal; the same token again is ignored", async () => {
    const { tokens, posted, pushes } = open();
    tokens.receive("one");
    tokens.receive("one");
    await tokens.get();
    expect(pushes()).toBe(0);
    tokens.receive("two");
    expect(pushes()).toBe(1);
    expect(await tokens.renew("rejected")).toBe("two");
    expect(posted).toEqual([]);
  });

  it("after a failure it retries in 1, 2, 4, 8, 16 s or at once on retryNow, and reports the first failure (EMB-T4)", async () => {
    const { tokens, posted, failures } = open();
    tokens.refuse({ code: "token_fetch_failed" });
    const token = tokens.get();
    await vi.advanceTimersByTimeAsync(700);
    expect([posted.length, failures]).toEqual([0, ["token_fetch_failed"]]);
    await vi.advanceTimersByTimeAsync(600);
    expect(posted).toEqual([{ type: "token-needed", reason: "initial" }]);
    tokens.refuse({ code: "token_timeout" });
    await vi.advanceTimersByTimeAsync(1);
    tokens.retryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(posted).toHaveLength(2);
    tokens.receive("late");
    expect(await token).toBe("late");
    expect(failures).toHaveLength(1);
  });

  it("a refusal for good is not tried again (EMB-T5)", async () => {
    const { tokens, posted } = open();
    tokens.receive("one");
    await tokens.get();
    const renewal = codeOf(tokens.renew("rejected"));
    await vi.advanceTimersByTimeAsync(1);
    tokens.refuse({ code: "unauthorized" });
    expect(await renewal).toBe("refused: unauthorized");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(posted).toHaveLength(1);
  });

  it("a route that answers 4xx is told with its status and what the host says of it, and not asked again (EMB-T4)", async () => {
    const { tokens, posted } = open();
    tokens.receive("one");
    await tokens.get();
    const renewal = tokens.renew("rejected").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1);
    tokens.refuse({ code: "token_fetch_failed", status: 404, message: "It answered 404." });
    expect(await renewal).toMatchObject({ status: 404, message: "It answered 404.", retryable: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(posted).toHaveLength(1);
  });

  it("waits for ever for a host without a token, with one warning after 10 s (EMB-T2)", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { tokens } = open();
    const token = tokens.get();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    tokens.receive("at last");
    expect(await token).toBe("at last");
  });

  it("a bare page has its one token, and none other to ask for", async () => {
    const { tokens, posted } = open("given");
    expect(await tokens.get()).toBe("given");
    expect(await codeOf(tokens.renew("rejected"))).toBe("refused: unauthorized");
    expect(posted).toEqual([]);
  });
});
