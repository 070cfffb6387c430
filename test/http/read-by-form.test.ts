import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readByForm } from "../../src/http/read-by-form.ts";

const address = "https://api.example/api/embed/referrals?interval=30d&timezone=Europe%2FRome";
const read = { method: "GET", headers: { Accept: "application/json", Authorization: "Bearer t" } };
const fetched = vi.fn(async () => new Response("answer"));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal("location", new URL("https://host.example/account"));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** What was sent: a request as browsers build it. */
async function sent(input: string, init?: RequestInit): Promise<Request> {
  await readByForm(input, init);
  const [url, given] = fetched.mock.calls[0] as unknown as [string, RequestInit | undefined];
  return new Request(new URL(url, location.href), given);
}

describe("a read of another origin", () => {
  it("is a form with its token, which browsers send without a preflight", async () => {
    const request = await sent(address, read);
    expect([request.method, request.url]).toEqual(["POST", "https://api.example/api/embed/referrals"]);
    expect(await request.text()).toBe("interval=30d&timezone=Europe%2FRome&access_token=t");
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    });
  });

  it("keeps its signal and sends no cookies", async () => {
    const { signal } = new AbortController();
    await readByForm(address, { ...read, signal, credentials: "omit" });
    expect(fetched.mock.calls[0]).toMatchObject([expect.any(String), { signal, credentials: "omit" }]);
  });

  it.each([
    ["a read of the page's own origin", "https://host.example/api/embed/referrals", read],
    ["a write", address, { ...read, method: "POST", body: "{}" }],
    ["a stream", address, { ...read, headers: { ...read.headers, Accept: "text/event-stream" } }],
    ["a request without a token", address, { method: "GET", headers: { Accept: "application/json" } }],
  ])("is nothing else: %s is sent as it is", async (_, input, init) => {
    await readByForm(input, init);
    expect(fetched.mock.calls[0]).toEqual([input, init]);
  });
});
