import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readConfig } from "../service/src/config.ts";
import { createIds } from "../service/src/domain/ids.ts";
import { createListener } from "../service/src/clicks/redirect/listener.ts";
import { startRedirect } from "../service/src/clicks/redirect/start-redirect.ts";
import { present } from "../service/src/present.ts";
import { openStore } from "../service/src/store/open.ts";

/** Links the load is spread over. */
export const LINKS = 1000;

/** The redirect as it ships: store, journal, loader. Told `drain`, it answers how many clicks are in the tables and how long that took. */
const dataDir = present(process.env["BENCH_DATA_DIR"], "BENCH_DATA_DIR");
const databaseUrl = process.env["BENCH_DATABASE_URL"];
const config = readConfig({
  DATA_DIR: dataDir,
  APP_URL: "http://127.0.0.1",
  TRUSTED_PROXIES: "127.0.0.1",
  ...process.env,
});
const clock = { now: () => Date.now() };
const store = await openStore(databaseUrl ? { databaseUrl } : { dataDir });
const onError = (error: unknown): void => console.error(error);
const redirect = await startRedirect({ store, clock, ids: createIds(clock), config, onError });

await store.pool.query(
  "insert into workspaces (id, name, slug, created_at) values ('ws_bench', 'Bench', 'bench', now()) on conflict do nothing",
);
await store.pool.query(
  `insert into links (id, workspace_id, domain, key, key_folded, short_link, url, track_conversion, created_at, updated_at)
  select 'link_' || i, 'ws_bench', '127.0.0.1', 'k' || i, 'k' || i, 'http://127.0.0.1/k' || i, 'https://example.com/landing', true, now(), now()
  from generate_series(0, $1::int - 1) i on conflict do nothing`,
  [LINKS],
);

const server = createServer(
  createListener({
    config,
    redirect: redirect.answer,
    form: redirect.answer,
    isLinkDomain: redirect.isLinkDomain,
    app: (_request, response) => response.end(),
  }),
);
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on("message", async (message) => {
  if (message === "drain") {
    const begun = performance.now();
    await redirect.clicks.loaded();
    const { rows } = await store.pool.query<{ clicks: number }>("select sum(clicks)::int8 as clicks from links");
    process.send?.({
      clicks: rows[0]?.clicks,
      drainMs: performance.now() - begun,
      memoryMb: process.resourceUsage().maxRSS / 1024,
    });
    return;
  }
  server.close();
  server.closeAllConnections();
  await redirect.close();
  await store.close();
  process.disconnect();
});
