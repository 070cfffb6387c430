import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Dub } from "dub";
import { openWorld, type World } from "../contract/world.ts";

/** The service over real HTTP, and the published SDK, unmodified, told where it is. */
export interface SdkWorld {
  world: World;
  sdk: Dub;
  /** The SDK with another credential. */
  sdkWith(token: string): Dub;
  /** The header `Warning` of a call's answer. */
  warningOf(call: () => Promise<unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Listens on a free port with {base_url} under it. */
export async function openSdk(overrides: Parameters<typeof openWorld>[0] = {}): Promise<SdkWorld> {
  const world = await openWorld(overrides);
  let warning = "";
  const fetchWorld = async (request: Request): Promise<Response> => {
    const response = await world.fetch(request);
    warning = response.headers.get("warning") ?? "";
    return response;
  };
  const server = createServer(getRequestListener(fetchWorld, { overrideGlobalObjects: false }));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const serverURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const sdkWith = (token: string): Dub => new Dub({ token, serverURL, retryConfig: { strategy: "none" } });
  return {
    world,
    sdk: sdkWith(world.apiKey),
    sdkWith,
    warningOf: (call) => call().then(() => warning),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await world.close();
    },
  };
}
