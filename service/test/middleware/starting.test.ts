import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerStarting } from "../../src/answer-starting.ts";

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(answerStarting({ appUrl: "https://app.test" })).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

it.each(["/api/partners", "/api", "/api?x"])(
  "a service that starts answers %s with 500 in the envelope",
  async (path) => {
    const answer = await fetch(`${url}${path}`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "1"]);
    const doc_url = "https://app.test/docs/errors#internal_server_error";
    const message = expect.stringContaining("X-Request-Id");
    expect(await answer.json()).toEqual({ error: { code: "internal_server_error", message, doc_url } });
  },
);

it.each(["/ready", "/abc", "/apiary"])("a service that starts answers %s with 503 and says so", async (path) => {
  const answer = await fetch(`${url}${path}`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: "unavailable", checks: { start: "unavailable" } },
  ]);
});
