import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The floor: what Node answers when there is nothing to look up, decide or record. */
const server = createServer((_request, response) => {
  response.writeHead(302, { Location: "https://example.com/landing", "Content-Length": "0" });
  response.end();
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 });
});
