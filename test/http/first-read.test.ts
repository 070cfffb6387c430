import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { firstReader } from "../../src/http/first-read.ts";

const ADDRESS = "https://app.example/api/embed/referrals";
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
/** The request that the dashboard will send. */
const asked = `${ADDRESS}?${new URLSearchParams({ interval: "30d", timezone: timeZone })}`;
let sent: {
  url: string;
  init: RequestInit | undefined;
  answer(response: Response): void;
  fail(error: Error): void;
}[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(
      (url: string, init?: RequestInit) =>
        new Promise<Response>((answer, fail) => {
          sent.push({ url, init, answer, fail });
        }),
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

const same = { headers: { Authorization: "Bearer t" } };

describe("the first read", () => {
  it("is sent at once, and its answer is given to the same request of the same token, once", async () => {
    const fetchEarly = firstReader("https://app.example/api/")("t")!;
    expect(sent.map(({ url }) => url)).toEqual([ADDRESS]);
    const read = fetchEarly(asked, same);
    sent[0]!.answer(new Response("first"));
    expect(await (await read).text()).toBe("first");
    void fetchEarly(asked, same);
    expect(sent).toHaveLength(2);
  });

  it("needs no preflight: a form with the token, and no header of ours", () => {
    firstReader("https://app.example/api")("t");
    const { init } = sent[0]!;
    expect(init).toEqual({ method: "POST", body: expect.any(URLSearchParams), credentials: "omit" });
    expect(String(init?.body)).toBe(
      String(new URLSearchParams({ access_token: "t", interval: "30d", timezone: timeZone })),
    );
  });

  it("is repeated by the dashboard's own request where an older service does not know the form", async () => {
    const fetchEarly = firstReader("https://app.example/api")("t")!;
    const read = fetchEarly(asked, same);
    sent[0]!.answer(new Response("", { status: 404 }));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ url: asked, init: same });
    sent[1]!.answer(new Response("second"));
    expect(await (await read).text()).toBe("second");
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
    void fetchEarly(asked, { headers: { Authorization: "Bearer u" } });
    void fetchEarly("https://app.example/api/embed/referrals/links", same);
    expect(sent).toHaveLength(3);
  });

  it("that fails is told once; the next try is a request of its own", async () => {
    const fetchEarly = firstReader("https://app.example/api")("t")!;
    const read = fetchEarly(asked, same);
    sent[0]!.fail(new TypeError("Failed to fetch"));
    await expect(read).rejects.toThrow("Failed to fetch");
    void fetchEarly(asked, same);
    expect(sent).toHaveLength(2);
  });

  it("is left to the next who asks when one gives up waiting", async () => {
    const fetchEarly = firstReader("https://app.example/api")("t")!;
    const waiting = new AbortController();
    const given = fetchEarly(asked, { ...same, signal: waiting.signal });
    waiting.abort();
    await expect(given).rejects.toThrow("aborted");
    const next = fetchEarly(asked, same);
    sent[0]!.answer(new Response("first"));
    expect(await (await next).text()).toBe("first");
    expect(sent).toHaveLength(1);
  });

  it("is not sent for a demo token", () => {
    expect(firstReader("https://app.example/api")("demo:10k")).toBeUndefined();
    expect(sent).toEqual([]);
  });
});
