import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";
import { bundleProgram, runProgram } from "./bundle-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
let root: string;
let database: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
let child: ChildProcess;
let port: number;
let apiKey: string;
let log = "";

beforeAll(async () => {
  program = await bundleProgram(new URL("./serve-program.ts", import.meta.url));
  root = mkdtempSync(join(tmpdir(), "referrals-sockets-"));
  if (process.env["TEST_ENGINE"] === "postgres") database = await createTestDatabase();
  else await (await openStore({ dataDir: root, snapshot: await testSnapshot() })).close();
  const addresses = { PORT: "0", APP_URL: "https://app.test" };
  const env = { PATH: process.env["PATH"], DATA_DIR: root, DATABASE_URL: database?.url, ...addresses };
  child = spawn(process.execPath, runProgram(program.path, "fresh"), { env, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (log += text));
  const [line] = await once(child.stdout!, "data");
  ({ port, apiKey } = JSON.parse(String(line)) as { port: number; apiKey: string });
});
afterAll(async () => {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
  await database?.drop();
  program.remove();
  rmSync(root, { recursive: true, force: true });
});

/** What comes back for bytes of our own making: everything up to the end of the connection. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
    // A server that has answered need not read the rest.
    socket.on("error", (error) => received === "" && reject(error)).on("close", () => resolve(received));
  });

const head = (line: string, ...headers: string[]): string =>
  [line, `Authorization: Bearer ${apiKey}`, "Connection: close", ...headers, "", ""].join("\r\n");

const statusOf = (answer: string): number => Number(answer.split(" ")[1]);
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf("{")));
const badRequest = {
  error: { code: "bad_request", message: expect.any(String), doc_url: "https://app.test/docs/errors#bad_request" },
};

describe("a service at its socket", () => {
  it.each([
    ["a broken percent-encoding", (): string => head("GET /api/partners?search=%ZZ HTTP/1.1", "Host: a")],
    ["bytes that are no UTF-8", (): string => head("GET /api/partners/%FF HTTP/1.1", "Host: a")],
    ["headers without end", (): string => head("GET /api/tags HTTP/1.1", "Host: a", `X-Long: ${"a".repeat(66_000)}`)],
    ["a line that is no HTTP", (): string => "HELLO\r\n\r\n"],
    ["no Host", (): string => head("GET /api/tags HTTP/1.1")],
    ["a Host that is none", (): string => head("GET /api/tags HTTP/1.1", "Host: a b")],
    ["a backslash in the path", (): string => head("GET /api/tags\\x HTTP/1.1", "Host: a")],
    ["two lengths", (): string => head("POST /api/tags HTTP/1.1", "Host: a", "Content-Length: 3", "Content-Length: 4")],
    ["an absurd length", (): string => head("POST /api/tags HTTP/1.1", "Host: a", "Content-Length: 99999999999")],
  ])("answers %s with a 400 in the envelope", async (_, text) => {
    const answer = await exchange(text());
    expect(answer).toMatch(/content-type: application\/json; charset=utf-8/i);
    expect({ status: statusOf(answer), body: bodyOf(answer) }).toEqual({ status: 400, body: badRequest });
  });

  it("takes the longest query the contract allows", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `ext_${String(index).padStart(255, "0")}`).join(",");
    const answer = await exchange(head(`DELETE /api/links/bulk?linkIds=${ids} HTTP/1.1`, "Host: a"));
    expect({ status: statusOf(answer), body: bodyOf(answer) }).toEqual({ status: 200, body: { deletedCount: 0 } });
  });

  it("answers an expectation it does not know as if it were not there", async () => {
    expect(statusOf(await exchange(head("GET /api/tags HTTP/1.1", "Host: a", "Expect: nonsense")))).toBe(200);
  });

  it("leaves others alone while slow clients dawdle, and takes their hanging up as no failure of its own", async () => {
    const start = head("POST /api/tags HTTP/1.1", "Host: a", "Content-Type: application/json", "Content-Length: 99");
    const dawdlers = Array.from({ length: 200 }, () => connect(port, "127.0.0.1"));
    await Promise.all(dawdlers.map((socket) => once(socket, "connect")));
    for (const socket of dawdlers) socket.write(`${start}{"name":`);
    expect(statusOf(await exchange(head("GET /api/tags HTTP/1.1", "Host: a")))).toBe(200);
    await Promise.all(dawdlers.map((socket) => once(socket.destroy(), "close")));
    expect(statusOf(await exchange(head("GET /api/tags HTTP/1.1", "Host: a")))).toBe(200);
    expect(log).toBe("");
  });
});
