import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * An API that misbehaves by address: `silent` never answers, `always-503` is down, `once-503` recovers and tells the keys it got.
 *
 * @param delivery answers `delivery`, made anew each time
 */
export async function startTrouble(delivery: () => object): Promise<{ url: string; close(): Promise<void> }> {
  const keys = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const [, way, runtime] = (request.url ?? "").split("/") as [string, string, string];
    if (way === "silent") return;
    if (way === "delivery")
      return void response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(delivery()));
    const got = keys.get(runtime) ?? [];
    const down = way === "always-503" || got.length === 0;
    if (way === "once-503") keys.set(runtime, [...got, String(request.headers["idempotency-key"])]);
    const error = { code: "internal_server_error", message: "Down.", doc_url: "" };
    const body = down ? { error } : { keys: keys.get(runtime) };
    response.writeHead(down ? 503 : 200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
