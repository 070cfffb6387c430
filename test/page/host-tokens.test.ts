import { describe, expect, it } from "vitest";
import type { HostLink } from "../../src/frame/connect-to-host.ts";
import type { PageMessage } from "../../src/frame/protocol.ts";
import { createHostTokens, type HostTokens } from "../../src/page/host-tokens.ts";

function open(given?: string, origin: string | undefined = "https://host.example") {
  const posted: PageMessage[] = [];
  let pushes = 0;
  const link: HostLink = { origin, post: (message) => void posted.push(message), listen: () => {} };
  const tokens: HostTokens = createHostTokens(link, given, () => pushes++);
  return { posted, tokens, pushes: () => pushes };
}
const codeOf = (promise: Promise<string>): Promise<string> =>
  promise.catch((error: { code: string }) => `refused: ${error.code}`);

describe("tokens by message", () => {
  it("waits for the first one without asking: the host sends it by itself", async () => {
    const { tokens, posted, pushes } = open();
    const both = Promise.all([tokens.get(), tokens.get()]);
    tokens.receive("one");
    expect(await both).toEqual(["one", "one"]);
    expect(await tokens.get()).toBe("one");
    expect(posted).toEqual([]);
    expect(pushes()).toBe(0);
  });

  it("EMB-T1: asks once for a renewal, however many wait for it", async () => {
    const { tokens, posted } = open();
    tokens.receive("one");
    const both = Promise.all([tokens.renew("rejected"), tokens.renew("rejected")]);
    tokens.receive("two");
    expect(await both).toEqual(["two", "two"]);
    expect(posted).toEqual([{ type: "token-needed", reason: "rejected" }]);
  });

  it("a token nobody asked for is what the next renewal answers; the same one again is nothing", async () => {
    const { tokens, posted, pushes } = open();
    tokens.receive("one");
    tokens.receive("one");
    expect(pushes()).toBe(0);
    tokens.receive("two");
    expect(pushes()).toBe(1);
    expect(await tokens.renew("rejected")).toBe("two");
    expect(posted).toEqual([]);
  });

  it("a refusal reaches who waits, or who asks first; after it one may ask again", async () => {
    const { tokens, posted } = open();
    tokens.refuse("token_fetch_failed");
    expect(await codeOf(tokens.get())).toBe("refused: token_fetch_failed");
    const again = codeOf(tokens.get());
    expect(posted).toEqual([{ type: "token-needed", reason: "initial" }]);
    tokens.refuse("token_timeout");
    expect(await again).toBe("refused: token_timeout");
  });

  it("a bare page has its one token, and none other to ask for", async () => {
    const posted: PageMessage[] = [];
    const link: HostLink = { origin: undefined, post: (message) => void posted.push(message), listen: () => {} };
    const tokens = createHostTokens(link, "given", () => {});
    expect(await tokens.get()).toBe("given");
    expect(await codeOf(tokens.renew("rejected"))).toBe("refused: unauthorized");
    expect(posted).toEqual([]);
  });
});
