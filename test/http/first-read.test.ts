import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceTimeZone } from "../../src/http/device-time-zone.ts";
import { firstReader } from "../../src/http/first-read.ts";

const URL_30D = /^https:\/\/app\.example\/api\/embed\/referrals\?interval=30d&timezone=/;
let sent: { url: string; answer(response: Response): void; fail(error: Error): void }[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("location", new URL("https://app.example/embed/referrals"));
  vi.stubGlobal(
    "fetch",
    vi.fn(
      (url: string) =>
        new Promise<Response>((answer, fail) => {
          sent.push({ url, answer, fail });
        }),
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

const same = { headers: { Authorization: "Bearer t" } };

describe("the first read", () => {
  it("is sent at once, and its answer is given to the same request of the same token, once", async () => {
    const fetchEarly = firstReader("https://app.example/api/")("t")!;
    expect(sent.map(({ url }) => url)).toEqual([expect.stringMatching(URL_30D)]);
    const { url, answer } = sent[0]!;
    const read = fetchEarly(url, same);
    answer(new Response("first"));
    expect(await (await read).text()).toBe("first");
    void fetchEarly(url, same);
    expect(sent).toHaveLength(2);
  });

  it("has looked up the time zone before there is a token: the first look is slow", () => {
    const look = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
    const readFirst = firstReader("https://app.example/api");
    expect(look).toHaveBeenCalledTimes(1);
    readFirst("t");
    expect(look).toHaveBeenCalledTimes(1);
    look.mockRestore();
  });

  it("answers no other request, and none of another token", async () => {
    const fetchEarly = firstReader("https://app.example/api")("t")!;
    void fetchEarly(sent[0]!.url, { headers: { Authorization: "Bearer u" } });
    void fetchEarly("https://app.example/api/embed/referrals/links", same);
    expect(sent).toHaveLength(3);
  });

  it("that fails is told once; the next try is a request of its own", async () => {
    const fetchEarly = firstReader("https://app.example/api")("t")!;
    const { url, fail } = sent[0]!;
    const read = fetchEarly(url, same);
    fail(new TypeError("Failed to fetch"));
    await expect(read).rejects.toThrow("Failed to fetch");
    void fetchEarly(url, same);
    expect(sent).toHaveLength(2);
  });

  it("is left to the next who asks when one gives up waiting", async () => {
    const fetchEarly = firstReader("https://app.example/api")("t")!;
    const { url, answer } = sent[0]!;
    const waiting = new AbortController();
    const given = fetchEarly(url, { ...same, signal: waiting.signal });
    waiting.abort();
    await expect(given).rejects.toThrow("aborted");
    const next = fetchEarly(url, same);
    answer(new Response("first"));
    expect(await (await next).text()).toBe("first");
    expect(sent).toHaveLength(1);
  });

  it("is not sent when its answer came with the token; the next read is", async () => {
    const given = { timezone: deviceTimeZone(), body: "given" };
    const fetchEarly = firstReader("https://app.example/api")("t", given)!;
    expect(sent).toEqual([]);
    const query = new URLSearchParams({ interval: "30d", timezone: given.timezone });
    const url = `https://app.example/api/embed/referrals?${query}`;
    expect(await (await fetchEarly(url, same)).text()).toBe("given");
    void fetchEarly(url, same);
    expect(sent.map((one) => one.url)).toEqual([url]);
  });

  it("is sent when what came with the token is of another time zone", () => {
    firstReader("https://app.example/api")("t", { timezone: "Asia/Kathmandu", body: "given" });
    expect(sent).toHaveLength(1);
  });

  it("is not sent for a demo token", () => {
    expect(firstReader("https://app.example/api")("demo:10k")).toBeUndefined();
    expect(sent).toEqual([]);
  });
});
