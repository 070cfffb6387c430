import { errorStatuses } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { WAIT_MS } from "../../../test/patience.ts";
import { ways } from "../../src/bounds.ts";
import { readBody } from "../../src/middleware/read-body.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Bodies that a test sends and does not end. They end with the test, also when it fails: unread bytes are counted for the whole process. */
function openBodies(): ReadableStreamDefaultController[] {
  const open: ReadableStreamDefaultController[] = [];
  onTestFinished(() => endAll(open));
  return open;
}

function endAll(bodies: ReadableStreamDefaultController[]): void {
  for (const body of bodies) body.error(new Error("gone"));
}

describe("errors", () => {
  it("have exactly code, message and doc_url, as JSON", async () => {
    const { body, headers } = await service.request("GET", "/nothing");
    expect(body).toEqual({
      error: {
        code: "not_found",
        message: expect.any(String),
        doc_url: "https://app.test/docs/errors#not_found",
      },
    });
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("an unknown path is 404 without a credential too", async () => {
    expect((await service.request("GET", "/nothing", { key: null })).status).toBe(404);
    expect((await service.request("GET", "/PARTNERS")).status).toBe(404);
  });

  it("another method on a known path is 404 and names the methods in Allow", async () => {
    const { status, headers } = await service.request("DELETE", "/partners");
    expect({ status, allow: headers.get("allow")?.split(", ").sort() }).toEqual({
      status: 404,
      allow: ["GET", "HEAD", "POST"],
    });
  });

  it("what is unexpected is a constant 500 whose details are only in the log", async () => {
    const store = service.deps.store;
    const { createApp } = await import("../../src/app.ts");
    const broken = { ...store, db: undefined as never };
    const logged: object[] = [];
    const app = createApp({ ...service.deps, store: broken, log: { error: (fields) => void logged.push(fields) } });
    const answer = await app.request("/api/partners", {
      headers: { authorization: `Bearer ${service.apiKey}`, "x-request-id": "trace-1" },
    });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text).error.code).toBe("internal_server_error");
    expect(text).not.toContain("undefined");
    expect(logged).toEqual([expect.objectContaining({ requestId: "trace-1" })]);
  });
});

describe("bodies", () => {
  it.each([
    ["another content type", { body: "{}", headers: { "content-type": "text/plain" } }],
    ["none", { headers: { "content-type": "application/json" } }],
    ["malformed JSON", { body: '{"a":' }],
    ["nesting without end", { body: `{"linkProps":${"[".repeat(500_000)}${"]".repeat(500_000)}}` }],
    ["a broken escape", { body: '"\\uZZZZ"' }],
    ["more than 1 MiB", { body: JSON.stringify({ email: "x".repeat(1024 * 1024) }) }],
  ])("refuses %s with 400", async (_, options) => {
    const answer = await service.request("POST", "/partners", options);
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status: 400, code: "bad_request" });
  });

  it("the credential is judged before a byte of the body is read", async () => {
    const body = new ReadableStream({
      pull: () => {
        throw new Error("the body was read");
      },
    });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" } as const;
    expect((await service.fetch("https://app.test/api/partners", init as never)).status).toBe(401);
  });

  it("answers 429 with Retry-After while other bodies of its address hold all there is for them, and takes the next one after", async () => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${service.apiKey}` };
    const open = openBodies();
    const send = (start: (body: ReadableStreamDefaultController) => void): Promise<Response> => {
      const init = { method: "POST", headers, body: new ReadableStream({ start }), duplex: "half" } as const;
      return service.fetch("https://app.test/api/partners", init as never);
    };
    const most = ways.unread.bytesOfAddress / ways.body.bytes;
    const begun = Array.from({ length: most }, () =>
      send((body) => {
        body.enqueue(new Uint8Array(ways.body.bytes));
        open.push(body);
      }),
    );
    const small = (body: ReadableStreamDefaultController): void => {
      body.enqueue(new TextEncoder().encode("{}"));
      body.close();
    };
    await vi.waitFor(async () => {
      const refused = await send(small);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    }, WAIT_MS);
    endAll(open);
    await Promise.all(begun);
    expect((await send(small)).status).toBe(422);
  });

  it("unread bodies of one address leave room for those of others, and all addresses together have a bound", async () => {
    const open = openBodies();
    const read = (address: string, start: (body: ReadableStreamDefaultController) => void): Promise<Uint8Array> => {
      const init = { method: "POST", body: new ReadableStream({ start }), duplex: "half" } as const;
      return readBody(new Request("https://app.test", init as never), address);
    };
    const small = (address: string): Promise<Uint8Array> =>
      read(address, (body) => {
        body.enqueue(new Uint8Array(2));
        body.close();
      });
    const fill = (address: string): Promise<unknown>[] =>
      Array.from({ length: ways.unread.bytesOfAddress / ways.body.bytes }, () =>
        read(address, (body) => {
          body.enqueue(new Uint8Array(ways.body.bytes));
          open.push(body);
        }).catch(() => undefined),
      );
    const refused = expect.objectContaining({ code: "rate_limit_exceeded" });
    const begun = fill("2001:db8::1");
    await vi.waitFor(() => expect(small("2001:db8::2")).rejects.toEqual(refused), WAIT_MS);
    expect(await small("203.0.113.1")).toHaveLength(2);
    const others = ways.unread.bytes / ways.unread.bytesOfAddress - 1;
    for (let other = 0; other < others; other += 1) begun.push(...fill(`198.51.100.${other}`));
    await vi.waitFor(() => expect(small("203.0.113.1")).rejects.toEqual(refused), WAIT_MS);
    endAll(open);
    await Promise.all(begun);
    expect(await small("203.0.113.1")).toHaveLength(2);
  });

  it("takes a charset in the content type and ignores unknown keys", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    const body = { email: "keys@mail.test", nonsense: { a: 1 } };
    expect((await service.request("POST", "/partners", { body, headers })).status).toBe(201);
  });

  it("names the first issue in document order", async () => {
    const body = '{"description":1,"name":2,"email":3}';
    const answer = await service.request("POST", "/partners", { body });
    expect(answer.body.error.message).toBe("invalid_type: description: must be a string");
    const missing = await service.request("POST", "/partners", { body: '{"name":2}' });
    expect(missing.body.error.message).toBe("invalid_type: name: must be a string");
  });

  it("writes paths in object notation", async () => {
    const variant = (percentage: number) => ({ url: "https://a.test", percentage });
    const body = { url: "https://a.test", testVariants: [variant(5), variant(95)] };
    const answer = await service.request("POST", "/links", { body });
    expect(answer.body.error.message).toBe("too_small: testVariants[0].percentage: must be at least 10");
  });
});

describe("headers", () => {
  it("X-Request-Id echoes a harmless one and replaces others", async () => {
    const echoed = await service.request("GET", "/partners", { headers: { "x-request-id": "abc_1-2" } });
    expect(echoed.headers.get("x-request-id")).toBe("abc_1-2");
    const replaced = await service.request("GET", "/partners", { headers: { "x-request-id": "a b" } });
    expect(replaced.headers.get("x-request-id")).toMatch(/^req_/);
    expect(replaced.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("a preflight of a secret-key operation finds nothing to allow", async () => {
    const answer = await service.request("OPTIONS", "/partners", { key: null, headers: { origin: "https://a.test" } });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("open operations allow any page", async () => {
    const answer = await service.request("OPTIONS", "/track/click", { key: null });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST, GET, OPTIONS");
  });
});

describe("PUT /links/{linkId}", () => {
  it("is PATCH under another name, named in Allow and described", async () => {
    const { body: link } = await service.request("POST", "/links", { body: { url: "https://a.test" } });
    const { status, body } = await service.request("PUT", `/links/${link.id}`, { body: { comments: "put" } });
    expect([status, body.comments]).toEqual([200, "put"]);
    const { headers } = await service.request("POST", `/links/${link.id}`, { body: {} });
    expect(headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "PATCH", "PUT"]);
    const { paths } = (await service.request("GET", "/openapi.json", { key: null })).body;
    const { patch, put } = paths["/links/{linkId}"];
    expect(put).toEqual({ ...patch, operationId: "links.update.put" });
  });
});

describe("GET /openapi.json", () => {
  it("describes every operation that is served, with its errors, without a credential", async () => {
    const { status, body } = await service.request("GET", "/openapi.json", { key: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: "3.1.0", info: { version: "0.0.1" } });
    const { responses, parameters } = body.paths["/partners"].get;
    expect(
      Object.keys(responses)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual([200, 400, 401, 403, 404, 409, 410, 422, 429, 500]);
    expect(parameters.find(({ name }: { name: string }) => name === "pageSize").schema).toMatchObject({
      type: "integer",
      maximum: 100,
    });
    expect(body.components.schemas.Partner.additionalProperties).toBe(false);
    const { properties } = body.paths["/partners"].post.requestBody.content["application/json"].schema;
    expect(properties.name).toMatchObject({ type: ["string", "null"], minLength: 0, maxLength: 190 });
    expect(properties.linkProps.$ref).toBe("#/components/schemas/PartnerLinkProps");
    const { expiresAt } = body.components.schemas.PartnerLinkProps.properties;
    expect(expiresAt).toMatchObject({ type: ["string", "null"], format: "date-time" });
    expect(Object.keys(errorStatuses)).toHaveLength(9);
  });
});
