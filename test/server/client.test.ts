import { describe, expect, it } from "vitest";
import { operations, type OperationName } from "../../src/contract/index.ts";
import { createReferralsClient, NetworkError, ReferralsError } from "../../src/server/index.ts";
import { serverOperations } from "../../src/server/create-referrals-client.ts";
import { failure, json, recordFetch } from "./record-fetch.ts";

const apiKey = `ref_${"a".repeat(40)}`;
const client = (fetch: typeof globalThis.fetch, retries = 0) =>
  createReferralsClient({ apiKey, baseUrl: "https://app.test/api/", fetch, retries });

type AnyMethod = (...args: unknown[]) => Promise<unknown>;
const methodOf = (fetch: typeof globalThis.fetch, name: OperationName): AnyMethod => {
  const [group, method] = name.split(".") as [string, string];
  return (client(fetch) as unknown as Record<string, Record<string, AnyMethod>>)[group]![method]!;
};

describe("createReferralsClient", () => {
  it.each(serverOperations())("%s is sent as its row of the contract says", async (name) => {
    const row = operations[name];
    const { fetch, seen } = recordFetch(json([]));
    const parameters = [...row.path.matchAll(/\{\w+\}/g)].map((_, index) => `id ${index}`);
    await methodOf(fetch, name)(...parameters, { probe: "x y" });
    const path = row.path.replace(/\{\w+\}/g, () => encodeURIComponent(parameters.shift()!));
    const inQuery = row.method === "GET" || name === "links.deleteMany";
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: row.method,
      url: `https://app.test/api${path}${inQuery ? "?probe=x+y" : ""}`,
      body: inQuery ? undefined : { probe: "x y" },
    });
    expect(seen[0]!.headers.get("authorization")).toBe(`Bearer ${apiKey}`);
  });

  it("joins lists with commas and leaves absent values out", async () => {
    const { fetch, seen } = recordFetch(json([]));
    await client(fetch).links.list({ tagIds: ["tag_1", "tag_2"], search: undefined });
    expect(seen[0]!.url).toBe("https://app.test/api/links?tagIds=tag_1%2Ctag_2");
  });

  it("throws the service's error with code, status, request id and wait", async () => {
    const { fetch } = recordFetch(failure(429, "rate_limit_exceeded", { "Retry-After": "7", "X-Request-Id": "r1" }));
    const error = await client(fetch)
      .links.get("link_1")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ReferralsError);
    expect(error).toMatchObject({ code: "rate_limit_exceeded", status: 429, retryAfter: 7, requestId: "r1" });
  });

  it.each([
    ["3000000", 86_400],
    ["-5", undefined],
    ["Thu, 26 Nov 2026 18:00:00 GMT", undefined],
  ])("reads Retry-After %s as a wait that a timer holds", async (given, retryAfter) => {
    const { fetch } = recordFetch(failure(429, "rate_limit_exceeded", { "Retry-After": given }));
    await expect(client(fetch).links.get("link_1")).rejects.toHaveProperty("retryAfter", retryAfter);
  });

  it("gives a failed answer without an envelope the nearest code", async () => {
    const { fetch } = recordFetch(new Response("<html>bad gateway</html>", { status: 502 }));
    await expect(client(fetch).program.get()).rejects.toMatchObject({ code: "internal_server_error" });
  });

  it("says what to check where another server answers", async () => {
    const answer = (status: number): typeof fetch => recordFetch(new Response("Not found", { status })).fetch;
    const messageOf = (status: number): Promise<unknown> =>
      client(answer(status))
        .program.get()
        .catch((error: Error) => error.message);
    expect(await messageOf(404)).toMatch(
      /answered 404 with .*, not as the API does\. Is baseUrl the address of the API/,
    );
    expect(await messageOf(502)).not.toContain("baseUrl");
    const { fetch } = recordFetch(failure(404, "not_found"));
    await expect(client(fetch).program.get()).rejects.toThrow(/^The not_found happened\.$/);
  });

  it("throws NetworkError when no answer comes", async () => {
    const { fetch } = recordFetch(new TypeError("fetch failed"));
    await expect(client(fetch).program.get()).rejects.toBeInstanceOf(NetworkError);
  });

  it("walks every page of a list", async () => {
    const page = (from: number, count: number) => json(Array.from({ length: count }, (_, i) => ({ id: from + i })));
    const { fetch, seen } = recordFetch(page(0, 2), page(2, 2), page(4, 1));
    const ids: unknown[] = [];
    for await (const partner of client(fetch).partners.list({ pageSize: 2, status: "approved" })) ids.push(partner.id);
    expect(ids).toEqual([0, 1, 2, 3, 4]);
    expect(seen.map((request) => new URL(request.url).search)).toEqual(
      [1, 2, 3].map((page) => `?pageSize=2&status=approved&page=${page}`),
    );
  });

  it.each([
    ["apiKey", { apiKey: undefined as unknown as string, baseUrl: "https://x.test" }],
    ["apiKey", { apiKey: "", baseUrl: "https://x.test" }],
    ["baseUrl", { apiKey, baseUrl: undefined as unknown as string }],
    ["baseUrl", { apiKey, baseUrl: "/api" }],
  ])("is made without its %s, as in a build, and says so when it is called (N8)", async (name, options) => {
    const { fetch, seen } = recordFetch();
    const made = createReferralsClient({ ...options, fetch });
    await expect(made.program.get()).rejects.toThrow(`createReferralsClient needs ${name}: `);
    await expect(made.partners.list()).rejects.toThrow(`createReferralsClient needs ${name}: `);
    expect(seen).toEqual([]);
  });

  it("refuses to run where there is a document", () => {
    Object.assign(globalThis, { document: {} });
    try {
      expect(() => createReferralsClient({ apiKey, baseUrl: "https://x.test" })).toThrow(/must not run in a browser/);
    } finally {
      delete (globalThis as { document?: unknown }).document;
    }
  });
});

describe("the browser condition", () => {
  it("throws on import, naming why", async () => {
    await expect(import("../../src/server/browser-stub.ts")).rejects.toThrow(/holds your API key/);
  });
});

describe("embedTokens.withFirstData", () => {
  const token = { publicToken: "ref_embed_x", expires: "2026-01-01T00:00:00.000Z" };
  const bootstrap = { token: { scopes: [] }, links: [] };
  const input = { tenantId: "t_1" };

  it("mints a token, and reads with it what the dashboard reads first in the browser's time zone", async () => {
    const { fetch, seen } = recordFetch(json(token, 201), json(bootstrap));
    const answer = await client(fetch).embedTokens.withFirstData(input, { timezone: "Europe/Berlin" });
    expect(answer).toEqual({ ...token, firstData: { timezone: "Europe/Berlin", bootstrap } });
    expect(seen.map(({ method, url, headers }) => [method, url, headers.get("authorization")])).toEqual([
      ["POST", "https://app.test/api/tokens/embed/referrals", `Bearer ${apiKey}`],
      [
        "GET",
        "https://app.test/api/embed/referrals?interval=30d&timezone=Europe%2FBerlin",
        `Bearer ${token.publicToken}`,
      ],
    ]);
  });

  it.each([
    ["the read is refused, as for a time zone that does not exist", failure(422, "unprocessable_entity")],
    ["the service does not answer the read", new TypeError("fetch failed")],
  ])("answers the token alone when %s", async (_, second) => {
    const { fetch } = recordFetch(json(token, 201), second);
    expect(await client(fetch).embedTokens.withFirstData(input, { timezone: "Mars/Base" })).toEqual(token);
  });

  it.each([undefined, "", ["a", "b"], {}])("reads nothing for the time zone %s", async (timezone) => {
    const { fetch, seen } = recordFetch(json(token, 201));
    expect(await client(fetch).embedTokens.withFirstData(input, { timezone })).toEqual(token);
    expect(seen).toHaveLength(1);
  });

  it("throws what the token call throws", async () => {
    const { fetch } = recordFetch(failure(403, "forbidden"));
    await expect(client(fetch).embedTokens.withFirstData(input, { timezone: "UTC" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
