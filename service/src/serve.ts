import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { resolve } from "node:path";
import { answerStarting } from "./answer-starting.ts";
import { createApp, type Bindings } from "./app.ts";
import type { AppDeps } from "./app-deps.ts";
import { checkGeoipFile } from "./check-geoip-file.ts";
import type { Config } from "./config.ts";
import { createContext, type Clock, type Context } from "./domain/context.ts";
import { pageOrigins } from "./domain/embed/page-origins.ts";
import { createIds } from "./domain/ids.ts";
import { settleClickRewards } from "./jobs/click-rewards.ts";
import { copyFigures } from "./jobs/copy-figures.ts";
import { deliverWebhooks } from "./jobs/deliver-webhooks.ts";
import { forgetExpired } from "./jobs/forget-expired.ts";
import { createPost } from "./jobs/post-webhook.ts";
import type { Schema } from "./docs/fields.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createListener } from "./redirect/listener.ts";
import { startRedirect } from "./redirect/start-redirect.ts";
import { createAnalyticsScript } from "./routes/analytics-script.ts";
import { createEmbedPage } from "./routes/embed-page.ts";
import { createDocs } from "./routes/docs.ts";
import { createMetricsRoute } from "./routes/metrics.ts";
import { serviceAddresses } from "./routes/service-addresses.ts";
import { openStore, type Store } from "./store/open.ts";
import { isAnswering, outboxLagMs } from "./store/queries/readiness.ts";
import { alignCommissionTotals } from "./store/queries/upkeep.ts";
import { tellSeldom } from "./tell-seldom.ts";
import { refuseUnreadable, unreadableAnswer } from "./unreadable-request.ts";

/** What a service is started with. */
export interface ServiceOptions {
  config: Config;
  clock?: Clock;
  log: AppDeps["log"];
  /** Folder of the built embed page. */
  pageDir: string;
  /** The built browser script; default none is served. */
  analyticsScript?: string;
  /** Whether the embed page takes demo tokens when `DEMO_TOKENS` says nothing. */
  demoTokens: boolean;
  /** Adds addresses of its own, before anything is answered. */
  extend?: (app: Hono<{ Bindings: Bindings }>, service: Parts) => Promise<void> | void;
}

/** What a running service is made of. */
export interface Parts {
  store: Store;
  deps: AppDeps;
  /** A context of the system itself, for what runs beside requests. */
  systemContext(workspaceId?: string): Context;
}

/** A service that listens. */
export interface RunningService extends Parts {
  /** Port it listens on. */
  port: number;
  /** Stops listening, finishes what is under way, and closes the store. */
  close(): Promise<void>;
}

/** Room for the longest query the contract allows, and a request without `Host` is answered like any other that cannot be read. */
const limits: ServerOptions = { maxHeaderSize: 64 * 1024, requireHostHeader: false };

/** How old an undelivered event may be before `/ready` says so. */
const outboxLimitMs = 5 * 60_000;

/**
 * Listens, opens the store, starts the redirect and the jobs, then answers.
 * @throws Error with one readable line: port in use, data directory not writable or in use, database not reachable
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, log } = options;
  if (config.geoipFile !== undefined) checkGeoipFile(config.geoipFile);
  let answer: RequestListener = answerStarting(config);
  // The port comes first: a start that cannot listen must not seed or migrate anything.
  const server = createServer(limits, (request, response) => answer(request, response));
  server.on("clientError", refuseUnreadable(config));
  server.on("checkExpectation", (request, response) => answer(request, response));
  const port = await listen(server, config);
  const stops: (() => Promise<void>)[] = [() => stopListening(server)];
  const close = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const { parts, listener } = await assemble(options, stops);
    answer = listener;
    const stopJobs = startJobs(parts, config, log);
    // Requests end first, then jobs, then what both stand on.
    stops.push(stopJobs, stops.shift()!);
    return { ...parts, port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens everything a request needs; what must be closed again is noted as it opens. */
async function assemble(
  options: ServiceOptions,
  stops: (() => Promise<void>)[],
): Promise<{ parts: Parts; listener: RequestListener }> {
  const { config, log, clock = { now: () => Date.now() } } = options;
  const ids = createIds(clock);
  const metrics: Metrics = createMetrics({
    clicks: () => redirect.clicks.recorded,
    outboxLagMs: () => outboxLagMs(store.db, new Date(clock.now())),
  });
  const opened = await openStore(
    config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir },
  );
  stops.push(() => opened.close());
  const store = metrics.watchStore(opened);
  while ((await alignCommissionTotals(store.db, config.commissionTotals === "earned")) > 0);
  const tell = (err: unknown, untold: number): void =>
    log.error({ err, untold }, "Clicks cannot be stored right now. Those that were answered are kept and tried again.");
  const onError = tellSeldom(tell, { now: clock.now, pauseMs: 1_000 });
  const redirect = await startRedirect({ store, clock, ids, config, onError, disk: metrics.watchedDisk }).catch(
    (error: NodeJS.ErrnoException) => {
      throw isJournals(error, config) ? journalUnusable(error, config) : error;
    },
  );
  stops.push(() => redirect.close());
  const deps: AppDeps = { store, clock, ids, config, log, clicks: redirect.clicks };
  const parts: Parts = { store, deps, systemContext: (workspaceId = "") => systemContext(deps, workspaceId) };
  const app = createApp(deps);
  app.route("/embed", embedPage(options, parts));
  app.route("/", addresses(parts));
  app.route("/", docs(app));
  if (options.analyticsScript) app.route("/", createAnalyticsScript(options.analyticsScript));
  app.route("/", createMetricsRoute(metrics, config.metricsToken));
  await options.extend?.(app, parts);
  const listener = createListener({
    config,
    redirect: metrics.watchRedirect(redirect.answer),
    isLinkDomain: redirect.isLinkDomain,
    app: metrics.watchApp(
      getRequestListener(app.fetch, {
        overrideGlobalObjects: false,
        errorHandler: (error) => unreadableAnswer(error, config),
      }),
    ),
  });
  return { parts, listener };
}

function isJournals({ path }: NodeJS.ErrnoException, { dataDir }: Config): boolean {
  return path !== undefined && resolve(path).startsWith(resolve(dataDir));
}

function journalUnusable(cause: NodeJS.ErrnoException, { dataDir }: Config): Error {
  const why = `the click journal in ${resolve(dataDir)} cannot be written (${cause.code})`;
  return new Error(`${why}: set DATA_DIR to a writable directory`, { cause });
}

/** Takes no more connections and lets those under way finish, for three seconds at most. */
function stopListening(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 3_000).unref();
  });
}

function systemContext(deps: AppDeps, workspaceId: string): Context {
  return createContext({ ...deps, actor: { type: "system", id: null }, workspaceId, requestId: null });
}

function embedPage({ config, pageDir, demoTokens }: ServiceOptions, parts: Parts): Hono {
  return createEmbedPage({
    findOrigins: (token) => pageOrigins(parts.systemContext(), token),
    pageDir,
    appUrl: config.appUrl,
    apiUrl: config.apiUrl,
    demoTokens: config.demoTokens ?? demoTokens,
  });
}

function docs(app: ReturnType<typeof createApp>): Hono {
  return createDocs(async () => (await app.request("/api/openapi.json")).json() as Promise<Schema>);
}

function addresses({ store, deps }: Parts): Hono {
  return serviceAddresses({
    database: () => isAnswering(store.db),
    // openStore applies them or throws, so a service that answers at all has them.
    migrations: () => Promise.resolve(true),
    outbox: async () => (await outboxLagMs(store.db, new Date(deps.clock.now()))) < outboxLimitMs,
  });
}

function startJobs(parts: Parts, config: Config, log: AppDeps["log"]): () => Promise<void> {
  const post = createPost(config.webhookAllow, () => parts.deps.clock.now());
  return runJobs(
    [
      { name: "webhooks", pauseMs: 1_000, run: () => deliverWebhooks(parts.systemContext(), post) },
      { name: "click rewards", pauseMs: 60_000, run: () => settleClickRewards(parts.systemContext()) },
      { name: "partner order", pauseMs: 1_000, run: () => copyFigures(parts.systemContext()) },
      { name: "forgetting", pauseMs: 600_000, run: () => forgetExpired(parts.systemContext()) },
    ],
    (error, job) => log.error({ err: error, job }, "A job failed and is tried again."),
  );
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(readable(error, port, host)));
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}

function readable(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(`Port ${port} on ${host} is in use. Stop what uses it, or set PORT to a free one.`, {
      cause: error,
    });
  }
  if (error.code === "EACCES")
    return new Error(`Port ${port} may not be used. Set PORT to one above 1023.`, { cause: error });
  return new Error(`Cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}
