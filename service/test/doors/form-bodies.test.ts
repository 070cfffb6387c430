import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDoorService, own, type DoorService } from "./door-service.ts";

const urlencoded = "application/x-www-form-urlencoded";
const doors = [
  ["/join", 422],
  ["/join/confirm", 410],
  ["/partners/link", 422],
  ["/partners/sign-in", 410],
  ["/partners/accept", 410],
  ["/partners/program", 303],
  ["/partners/sign-out", 303],
  ["/partners/token", 401],
  ["/partners/mails/none", 404],
  ["/console/ask", 200],
  ["/console/sign-in", 410],
  ["/console/sign-out", 303],
  ["/console/view/pn_none", 401],
] as const;

let service: DoorService;
let server: Server;
beforeAll(async () => {
  service = await createDoorService();
  await service.request("PATCH", "/program", { body: { joining: "open" } });
  // As `serve` answers, by real HTTP: there a body without Content-Length is another kind of request.
  server = createServer(getRequestListener(service.pages.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

/** Sends a body in one piece, or without its length, as proxies pass it on. */
function send(path: string, body: string, { type = urlencoded, isChunked = false } = {}): Promise<number> {
  const length = isChunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": Buffer.byteLength(body) };
  const headers = { ...own, ...(type && { "Content-Type": type }), ...length };
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject).end(body);
  });
}

describe("a form of the doors", () => {
  it("is read alike with and without its length, as proxies send it", async () => {
    for (const [path, status] of doors) {
      expect([path, await send(path, "code=x")]).toEqual([path, status]);
      expect([path, await send(path, "code=x", { isChunked: true })]).toEqual([path, status]);
      expect([path, await send(path, "", { isChunked: true, type: "" })]).toEqual([path, status]);
    }
  });

  it("that is broken or in another encoding is answered like an empty one", async () => {
    for (const type of ["multipart/form-data; boundary=x", "multipart/form-data", "text/plain", "application/json"]) {
      for (const [path, status] of doors)
        expect([type, path, await send(path, "{}", { type })]).toEqual([type, path, status]);
    }
  });

  it("that is too long is refused as the request's fault", async () => {
    for (const [path, length] of [
      ["/join", 262_145],
      ["/partners/accept", 262_145],
      ["/partners/link", 4_097],
      ["/join/confirm", 4_097],
    ] as const) {
      const answer = await service.post(path, { code: "x".repeat(length) });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });

  it("of tens of thousands of fields or parts is not taken apart", async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@mail.test\r\n';
    const parts = `${part.repeat(3_000)}--x--\r\n`;
    expect(await send("/join", parts, { type: "multipart/form-data; boundary=x" })).toBe(422);
    expect(await send("/join", `email=many%40mail.test&name=Many${"&a=".repeat(80_000)}`)).toBe(422);
    expect(await service.mailsTo("many@mail.test")).toEqual([]);
  });
});
