import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp } from "../service/src/app.ts";
import { createListener } from "../service/src/clicks/redirect/listener.ts";
import { startRedirect } from "../service/src/clicks/redirect/start-redirect.ts";
import type { LoadResult } from "./load.ts";
import { quantile } from "./stage/quantiles.ts";
import { report } from "./stage/report.ts";
import type { Stage } from "./stage/stage.ts";

const CLICKS_PER_SECOND = 600;
const TARGET = { p50: 100, p99: 400 };
const DURATION_MS = Number(process.env["BENCH_READS_MS"] ?? 30_000);

/** One of the nine kinds of call. */
interface Call {
  name: string;
  method: string;
  path: () => string;
  body?: () => unknown;
  isEmbed?: true;
}

let count = 0;
const someLink = (): string => `ext_bench-${(count += 1)}`;
const calls: Call[] = [
  { name: "list links", method: "GET", path: () => "/links?pageSize=50" },
  { name: "one link", method: "GET", path: () => "/links/info?domain=127.0.0.1&key=k0" },
  { name: "list partners", method: "GET", path: () => "/partners?pageSize=50" },
  { name: "list customers", method: "GET", path: () => "/customers?pageSize=50" },
  { name: "analytics", method: "GET", path: () => "/analytics?interval=30d&groupBy=countries" },
  { name: "embed bootstrap", method: "GET", path: () => "/embed/referrals", isEmbed: true },
  {
    name: "make a link",
    method: "POST",
    path: () => "/links",
    body: () => ({ url: "https://acme.test/", externalId: someLink().slice(4) }),
  },
  {
    name: "change a link",
    method: "PATCH",
    path: () => `/links/ext_bench-${count}`,
    body: () => ({ comments: "changed" }),
  },
  { name: "delete a link", method: "DELETE", path: () => `/links/ext_bench-${count}` },
];

/** How long nine kinds of call wait while visitors come at a steady rate, beside their targets. */
export async function measureReads(name: string, { deps, apiKey, request }: Stage): Promise<void> {
  const redirect = await startRedirect({ ...deps, onError: console.error });
  const app = createApp({ ...deps, clicks: redirect.clicks });
  const { answer, isLinkDomain } = redirect;
  const listener = createListener({
    config: deps.config,
    redirect: answer,
    form: answer,
    isLinkDomain,
    app: (_, response) => response.end(),
  });
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { publicToken } = JSON.parse(await request("/tokens/embed/referrals", { body: { tenantId: "tenant_0" } })) as {
    publicToken: string;
  };
  const make = async ({ name, method, path, body, isEmbed }: Call): Promise<number> => {
    const headers = { authorization: `Bearer ${isEmbed ? publicToken : apiKey}`, "content-type": "application/json" };
    const begun = performance.now();
    const given = body && JSON.stringify(body());
    const answer = await app.request(`/api${path()}`, { method, headers, body: given });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
    return performance.now() - begun;
  };
  const waited = new Map<string, number[]>(calls.map((call) => [call.name, []]));
  const visitors = fork(new URL("./visitors-server.mjs", import.meta.url));
  const visited = once(visitors, "message") as Promise<[LoadResult]>;
  const until = performance.now() + DURATION_MS;
  visitors.send({
    port: (server.address() as AddressInfo).port,
    durationMs: DURATION_MS,
    perSecond: CLICKS_PER_SECOND,
  });
  while (performance.now() < until) for (const call of calls) waited.get(call.name)?.push(await make(call));
  const [clicks] = await visited;
  print(name, waited, clicks);
  visitors.kill();
  server.close();
  server.closeAllConnections();
  await redirect.close();
}

function print(engine: string, waited: ReadonlyMap<string, number[]>, clicks: LoadResult): void {
  console.log(
    `${engine}, calls beside ${clicks.requestsPerSecond.toFixed(0)} clicks/s (wanted ${CLICKS_PER_SECOND}; p50 ${clicks.p50Ms.toFixed(1)} ms, p99 ${clicks.p99Ms.toFixed(1)} ms, failed ${clicks.failed})`,
  );
  const slowest = { p50: 0, p99: 0 };
  for (const [name, times] of waited) {
    const at = (share: number): number => quantile(times, share);
    slowest.p50 = Math.max(slowest.p50, at(0.5));
    slowest.p99 = Math.max(slowest.p99, at(0.99));
    const isKept = at(0.5) <= TARGET.p50 && at(0.99) <= TARGET.p99;
    console.log(
      `  ${name.padEnd(16)} p50 ${at(0.5).toFixed(0).padStart(5)} ms (${TARGET.p50})  p99 ${at(0.99).toFixed(0).padStart(5)} ms (${TARGET.p99})  ${times.length} calls ${isKept ? "" : "TOO SLOW"}`,
    );
  }
  const row = `calls beside ${CLICKS_PER_SECOND} clicks/s, slowest kind`;
  report({ row: `${row}, p50`, engine, value: slowest.p50, unit: "ms", most: TARGET.p50 });
  report({ row: `${row}, p99`, engine, value: slowest.p99, unit: "ms", most: TARGET.p99 });
}
