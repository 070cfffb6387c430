import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDoor, type Door } from "../../src/before-app.ts";

const WAIT_MS = 300;
const config = { appUrl: "https://app.test", trustedProxies: ["127.0.0.1"] };

let logged: [object, string][];
let door: Door;
let server: Server;
let url: string;
beforeEach(async () => {
  logged = [];
  door = openDoor(config, { error: (fields, message) => void logged.push([fields, message]) }, WAIT_MS);
  server = createServer((request, response) => door.listener(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

/** From here on requests wait for longer than a test lasts: what is answered did not come by waiting. */
const waitForEver = (): void => void (door = openDoor(config, { error: () => {} }, 600_000));
const open = (): void => door.open((request, response) => response.end(`served ${request.url}`));

it("a service that starts answers /health with 200 and /ready with 503, at once", async () => {
  waitForEver();
  const health = await fetch(`${url}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  const ready = await fetch(`${url}/ready?verbose`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: "unavailable", checks: { start: "unavailable" } },
  ]);
});

it.each(["/api/partners", "/abc"])(
  "a request to %s that comes while the service starts is answered by it",
  async (path) => {
    const answered = fetch(`${url}${path}`, { method: "POST", body: "sent before" });
    await once(server, "request");
    open();
    expect(await (await answered).text()).toBe(`served ${path}`);
    expect(await (await fetch(`${url}/health`)).text()).toBe("served /health");
  },
);

it.each(["/api/partners", "/api", "/api?x"])(
  "a request to %s that waited too long gets 500 in the envelope, with Retry-After",
  async (path) => {
    const startedAt = performance.now();
    const answer = await fetch(`${url}${path}`);
    expect(performance.now() - startedAt).toBeGreaterThan(WAIT_MS - 20);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "1"]);
    const doc_url = "https://app.test/docs/errors#internal_server_error";
    const message = "The service is starting. Repeat the call in a moment.";
    const requestId = answer.headers.get("x-request-id");
    expect(requestId).toMatch(/^req_/);
    expect(logged).toEqual([[{ requestId, method: "GET", path: path.split("?")[0], status: 500 }, message]]);
    expect(await answer.json()).toEqual({ error: { code: "internal_server_error", message, doc_url } });
  },
);

it.each(["/abc", "/apiary", "/embed/referrals?token=secret"])(
  "a request to %s that waited too long gets 503 in the envelope, and is logged without its query",
  async (path) => {
    const answer = await fetch(`${url}${path}`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    const message = "The service is starting. Repeat the call in a moment.";
    expect(await answer.json()).toMatchObject({ error: { code: "internal_server_error", message } });
    const requestId = answer.headers.get("x-request-id");
    expect(logged).toEqual([[{ requestId, method: "GET", path: path.split("?")[0], status: 503 }, message]]);
  },
);

it("an address has at most a hundred requests waiting, and leaves place for others", async () => {
  waitForEver();
  let arrived = 0;
  const allArrived = new Promise<void>((done) => server.on("request", () => (arrived += 1) === 102 && done()));
  const ask = (from: string): Promise<Response> =>
    fetch(`${url}/api/partners`, { headers: { "x-forwarded-for": from } });
  const greedy = Array.from({ length: 101 }, () => ask("203.0.113.1"));
  const other = ask("203.0.113.2");
  await allArrived;
  open();
  const refused = (await Promise.all(greedy)).filter(({ status }) => status === 500);
  expect(refused.map(({ headers }) => headers.get("retry-after"))).toEqual(["1"]);
  expect(await (await other).text()).toBe("served /api/partners");
});

it("requests that wait are answered at once when the start fails", async () => {
  waitForEver();
  const answered = fetch(`${url}/api/partners`);
  await once(server, "request");
  door.shut();
  for (const answer of [await answered, await fetch(`${url}/api/partners`)]) {
    expect(answer.status).toBe(500);
    const message = "The service could not start; its log says why. Repeat the call when it has been started again.";
    expect(await answer.json()).toMatchObject({ error: { message } });
  }
});
