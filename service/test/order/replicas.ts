import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { startRedirect } from "../../src/clicks/redirect/start-redirect.ts";
import type { World } from "../contract/world.ts";

/** Processes of the service on one store: each has places for calls, a journal and a loader of clicks of its own. */
export interface Replicas {
  fetches: World["fetch"][];
  /** Resolves once every recorded click is stored. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts replicas beside the world's own. */
export async function startReplicas(world: World, count: number): Promise<Replicas> {
  const { deps, store, clock } = world;
  const started = await Promise.all(
    Array.from({ length: count }, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), "order-"));
      const onError = (error: unknown): void => void world.logged.push({ error });
      const config = { ...deps.config, dataDir };
      const redirect = await startRedirect({ store, clock, ids: deps.ids, config, onError });
      const app = createApp({ ...deps, clicks: redirect.clicks });
      const close = async (): Promise<void> => {
        await redirect.close();
        await rm(dataDir, { recursive: true });
      };
      const fetch: World["fetch"] = async (input, init) => app.request(input as string, init);
      return { fetch, close, loaded: () => redirect.clicks.loaded() };
    }),
  );
  return {
    fetches: [world.fetch, ...started.map(({ fetch }) => fetch)],
    settled: async () => void (await Promise.all([world.settled(), ...started.map(({ loaded }) => loaded())])),
    close: async () => void (await Promise.all(started.map(({ close }) => close()))),
  };
}
