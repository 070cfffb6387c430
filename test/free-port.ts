import { createServer } from "node:net";

/** Below the ports that systems give to connections: one of those may be taken by any request before the server listens on it. */
const FIRST = 11_000;
const LAST = 32_000;

/** A port nobody listens on; the addresses a service gives out must be known before it starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

/** On every address: what listens on one of them alone would otherwise be found by some requests and not by others. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, () => probe.close(() => resolve(true)));
  });
}
