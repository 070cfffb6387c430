import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer, type RequestListener, type Server } from "node:http";
import { join, resolve } from "node:path";
import { createAdmission } from "./middleware/admission.ts";
import { bucketOf, openDoor, refuseUnreadable, unreadableAnswer } from "./before-app.ts";
import { parseRanges } from "./address-ranges.ts";
import { UnreadAnswers } from "./unread-answers.ts";
import { boundConnections, createEntrance, serverOptions } from "./connections.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./middleware/request-address.ts";
import { keyPath, onSharedHost } from "referrals-embed/rules";
import type { AppDeps } from "./app-deps.ts";
import { checkGeoipFile } from "./clicks/redirect/geography.ts";
import type { Config } from "./config.ts";
import { ExhaustedLimits } from "./exhausted-limits.ts";
import { createContext, isAhead, type Clock, type Context } from "./domain/context.ts";
import { pageOrigins } from "./domain/embed/page-origins.ts";
import { queueMonthlySummaries, queueOwnerDigests } from "./domain/mail/queue-digests.ts";
import { moveNextMoney } from "./domain/payouts/move-money.ts";
import { moveNextLinks } from "./domain/programs/move-default-links.ts";
import { passNextOffers } from "./domain/programs/pass-on-offer.ts";
import { programGaps } from "./domain/programs/program-gaps.ts";
import { createIds } from "./domain/ids.ts";
import { settleClickRewards } from "./jobs/click-rewards.ts";
import { copyFigures, foldCounts, keepLeaderboards, sumAddressDays } from "./jobs/keep-sums.ts";
import { WebhookDelivery } from "./jobs/deliver-webhooks.ts";
import { forgetExpired } from "./jobs/forget-expired.ts";
import { retryParkedEvents } from "./jobs/parked-events.ts";
import { MailDelivery } from "./jobs/send-mails.ts";
import { createSmtp, type MailTransport } from "./jobs/smtp.ts";
import { createPost } from "./jobs/post-webhook.ts";
import type { Schema } from "./docs/fields.ts";
import type { GuideChapter } from "./docs/guides.ts";
import { recallAttempts } from "./jobs/recall-attempts.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createListener } from "./clicks/redirect/listener.ts";
import { startRedirect, type ClickState } from "./clicks/redirect/start-redirect.ts";
import { createAnalyticsScript } from "./routes/analytics-script.ts";
import { createJoinPages } from "./routes/join-pages.ts";
import { createMailPages } from "./routes/mail-pages.ts";
import { createPartnerPages } from "./routes/partner-pages.ts";
import { createConsole } from "./routes/console.ts";
import { createEmbedPage } from "./routes/embed-page.ts";
import { createDocs } from "./routes/docs.ts";
import { createMetricsRoute } from "./routes/metrics.ts";
import { serviceAddresses, type Figures } from "./routes/service-addresses.ts";
import { DirectoryInUse } from "./store/directory-lock.ts";
import { NoConnection } from "./store/lanes.ts";
import { SetAside } from "./clicks/journal/set-aside.ts";
import { openStore, type Store } from "./store/open.ts";
import { mailLagMs } from "./store/queries/delivery/mails.ts";
import { isAnswering, outboxLagMs } from "./store/queries/operation/readiness.ts";
import { linksBehind, unservedLinkHosts } from "./store/queries/links/link-hosts.ts";
import { alignCommissionTotals } from "./store/queries/operation/upkeep.ts";
import { throttledLog } from "./log.ts";
import { createUnprovenBound, ProvenCredentials } from "./unproven.ts";

/** Options for starting a service. */
export interface ServiceOptions {
  config: Config;
  /** Tar of a migrated database to start an empty embedded store from; default: the one shipped with the build, if any. */
  snapshot?: string;
  clock?: Clock;
  log: AppDeps["log"];
  /** Folder of the built embed page. */
  pageDir: string;
  /** The built browser script; default none is served. */
  analyticsScript?: string;
  /** The built script-tag file of the embed, for the page where partners sign in; default none is served. */
  embedScript?: string;
  /** The API description from the build; default: generated at the first request. */
  description?: string;
  /** The rendered guides; default: none are served. */
  guides?: readonly GuideChapter[];
  /** What mails go by; default SMTP. */
  mailTransport?: MailTransport;
  /** Whether the embed page accepts demo tokens when `DEMO_TOKENS` is not set. */
  demoTokens: boolean;
  /** Adds further addresses before the service answers requests. */
  extend?: (app: Hono<{ Bindings: Bindings }>, service: Parts) => Promise<void> | void;
}

/** Parts of a running service. */
export interface Parts {
  store: Store;
  deps: AppDeps;
  /** A context of the system itself, for work beside requests. */
  systemContext(workspaceId?: string): Context;
}

/** A service that listens. */
export interface RunningService extends Parts {
  /** Port it listens on. */
  port: number;
  /** Stops listening, finishes what is under way, and closes the store. */
  close(): Promise<void>;
}

/** Age of an undelivered event, and of an unstored click, from which `/ready` reports it. */
const outboxLimitMs = 5 * 60_000;
const clickLimitMs = 60_000;

/**
 * Listens, opens the store, starts the redirect and the jobs, then answers.
 * @throws Error with one readable line: port in use, data directory not writable or in use, database not reachable
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, log } = options;
  if (config.geoipFile !== undefined) checkGeoipFile(config.geoipFile);
  const door = openDoor(config, log);
  // The port comes first: a start that cannot listen must not seed or migrate anything.
  const server = createServer(serverOptions());
  boundConnections(server);
  const trusted = parseRanges(config.trustedProxies);
  const unread = new UnreadAnswers((request) => bucketOf(request, trusted), log);
  const entrance = createEntrance(server, door.listener, unread);
  server.on("request", entrance.listener);
  server.on("clientError", refuseUnreadable(config));
  server.on("checkExpectation", entrance.listener);
  const port = await listen(server, config);
  const work = createWork();
  const stopRequests = (): Promise<void> => entrance.close(work.ended);
  const stops = [stopRequests];
  const close = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const { parts, listener, mails } = await assemble(options, { stops, work, isEnding: entrance.isClosing });
    door.open(listener);
    const stopJobs = startJobs(parts, { config, log, mails });
    // Requests end first, then jobs, then the store and redirect that both use.
    stops.splice(stops.indexOf(stopRequests), 1);
    stops.push(stopJobs, work.ended, stopRequests);
    return { ...parts, port, close };
  } catch (error) {
    door.shut();
    await close();
    throw error;
  }
}

/** Opens everything a request needs; registers each part for closing as it opens. */
async function assemble(
  options: ServiceOptions,
  { stops, work, isEnding }: { stops: (() => Promise<void>)[]; work: Work; isEnding: () => boolean },
): Promise<{ parts: Parts; listener: RequestListener; mails: MailDelivery | undefined }> {
  const { config, snapshot, clock = { now: () => Date.now() } } = options;
  const log = throttledLog(options.log, clock.now);
  const ids = createIds(clock);
  const exhausted = new ExhaustedLimits(clock.now, log.error.bind(log));
  const onExhausted = exhausted.note.bind(exhausted);
  const mails = config.mail && new MailDelivery(options.mailTransport ?? createSmtp(config.mail), log);
  const metrics: Metrics = createMetrics({
    clicks: () => redirect.clicks.recorded,
    clickState: () => redirect.state,
    outboxLagMs: () => outboxLagMs(store.db, new Date(clock.now())),
    refusals: (limit) => exhausted.times(limit),
    mails: () => mails?.counts,
    mailLagMs: () => mailLagMs(store.db, new Date(clock.now())),
  });
  const opened = await onceFree(() =>
    openStore(
      config.databaseUrl
        ? { databaseUrl: config.databaseUrl }
        : { dataDir: config.dataDir, ...(snapshot && { snapshot }) },
    ),
  );
  stops.push(() => opened.close());
  const store = metrics.watchStore(opened);
  while ((await alignCommissionTotals(store.db, config.commissionTotals === "earned")) > 0);
  const onError = (err: unknown): void => log.error({ err }, clickTrouble(err));
  const redirect = await startRedirect({
    store,
    clock,
    ids,
    config,
    onError,
    onExhausted,
    disk: metrics.watchedDisk,
  }).catch((error: NodeJS.ErrnoException) => {
    throw isJournals(error, config) ? journalUnusable(error, config) : error;
  });
  stops.push(() => redirect.close());
  await tellUnservedHosts(store, options);
  await tellHiddenLinks(store, options);
  const admission = createAdmission(store);
  const proven = new ProvenCredentials();
  const deps: AppDeps = {
    store,
    clock,
    ids,
    config,
    log,
    onExhausted,
    admission,
    proven,
    clicks: redirect.clicks,
    ...(options.description && { description: options.description }),
  };
  const parts: Parts = { store, deps, systemContext: (workspaceId = "") => systemContext(deps, workspaceId) };
  const app = createApp(deps);
  app.route("/embed", embedPage(options, parts));
  const doorDeps = { ...deps, context: parts.systemContext };
  app.route("/partners/mails", createMailPages(doorDeps));
  app.route("/partners", createPartnerPages({ ...doorDeps, script: options.embedScript }));
  app.route("/join", createJoinPages(doorDeps));
  const consoleDir = join(options.pageDir, "../console");
  app.route("/console", createConsole({ deps, context: parts.systemContext, pageDir: consoleDir }));
  app.route("/", addresses(parts, { clicks: redirect.state, exhausted, isEnding, demoTokens: acceptsDemo(options) }));
  app.route("/", docs(app, options));
  if (options.analyticsScript) app.route("/", createAnalyticsScript(options.analyticsScript));
  app.route("/", createMetricsRoute(metrics, config));
  await options.extend?.(app, parts);
  const answerAll = getRequestListener((request, env) => work.watch(app.fetch(request, env)), {
    overrideGlobalObjects: false,
    errorHandler: (error) => unreadableAnswer(error, config, log),
  });
  const bound = createUnprovenBound({ proven, config, now: () => performance.now() });
  const answerLink = metrics.watchRedirect(redirect.answer);
  const listener = createListener({
    config,
    redirect: answerLink,
    form: (request, response, domain) => bound((...given) => answerLink(...given, domain))(request, response),
    isLinkDomain: redirect.isLinkDomain,
    app: metrics.watchApp(bound(answerAll)),
  });
  return { parts, listener, mails };
}

/** How long a start waits for a directory in use: an operator's command may hold it for a moment. */
const IN_USE_MS = 10_000;

/** Opens something as soon as its directory is free. @throws DirectoryInUse after too long a wait */
async function onceFree<T>(open: () => Promise<T>): Promise<T> {
  const until = performance.now() + IN_USE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || performance.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Requests in progress, including those of disconnected clients: they still read the store, which must not close before they end. */
interface Work {
  watch(answer: Response | Promise<Response>): Promise<Response>;
  ended(): Promise<void>;
}

function createWork(): Work {
  const running = new Set<Promise<Response>>();
  return {
    async watch(answer) {
      const promise = Promise.resolve(answer);
      running.add(promise);
      try {
        return await promise;
      } finally {
        running.delete(promise);
      }
    },
    async ended() {
      await Promise.allSettled(running);
    },
  };
}

function clickTrouble(error: unknown): string {
  if (error instanceof NoConnection)
    return "The database gives no connection. Clicks are kept in the journal; links that are not in memory answer 503.";
  return error instanceof SetAside
    ? "Clicks that cannot be stored were set aside. All others are stored."
    : "Clicks cannot be stored right now. Those that were answered are kept and tried again.";
}

/** Logs link hosts that are in the data but not configured: their visitors get 404 until `LINK_DOMAINS` has them. */
async function tellUnservedHosts({ db }: Store, { config, log }: ServiceOptions): Promise<void> {
  const hosts = await unservedLinkHosts(
    db,
    config.linkDomains.map((origin) => new URL(origin).host),
  );
  if (hosts.length === 0) return;
  const scheme = config.appUrl.split(":", 1)[0];
  const setting = [...config.linkDomains, ...hosts.map((host) => `${scheme}://${host}`)].join(",");
  log.error(
    { hosts },
    `There are links on ${hosts.join(", ")}, which this service does not answer for: visitors get 404. Set LINK_DOMAINS=${setting} to bring them back.`,
  );
}

/** Links that were made on the application's own host before it had a page there. */
async function tellHiddenLinks({ db }: Store, { config, log }: ServiceOptions): Promise<void> {
  const { host, origin } = new URL(config.appUrl);
  if (!config.linkDomains.some((domain) => new URL(domain).host === host)) return;
  const keys = await linksBehind(db, host, onSharedHost);
  if (keys.length === 0) return;
  const now = keys.map((key) => `${origin}/r/${keyPath(key)} for ${origin}/${keyPath(key)}`).join(", ");
  log.error(
    { keys },
    `Pages of the service stand at the addresses of links. Visitors reach the links at others: ${now}.`,
  );
}

function isJournals({ path }: NodeJS.ErrnoException, { dataDir }: Config): boolean {
  return path !== undefined && resolve(path).startsWith(resolve(dataDir));
}

function journalUnusable(cause: NodeJS.ErrnoException, { dataDir }: Config): Error {
  const why = `the click journal in ${resolve(dataDir)} cannot be written (${cause.code})`;
  return new Error(`${why}: set DATA_DIR to a writable directory`, { cause });
}

function systemContext(deps: AppDeps, workspaceId: string): Context {
  return createContext({ ...deps, actor: { type: "system", id: null }, workspaceId, requestId: null });
}

function acceptsDemo({ config, demoTokens }: ServiceOptions): boolean {
  return config.demoTokens ?? demoTokens;
}

function embedPage(options: ServiceOptions, parts: Parts): Hono {
  const { config, pageDir } = options;
  return createEmbedPage({
    findOrigins: pageOrigins(() => parts.systemContext()),
    pageDir,
    appUrl: config.appUrl,
    apiUrl: config.apiUrl,
    demoTokens: acceptsDemo(options),
  });
}

function docs(app: ReturnType<typeof createApp>, { config, guides = [] }: ServiceOptions): Hono {
  const readDescription = async (): Promise<Schema> => (await app.request("/api/openapi.json")).json();
  return createDocs({ config, guides, readDescription });
}

function addresses(
  { store, deps }: Parts,
  {
    clicks,
    exhausted,
    isEnding,
    demoTokens,
  }: { clicks: ClickState; exhausted: ExhaustedLimits; isEnding: () => boolean; demoTokens: boolean },
): Hono {
  const checks = {
    database: () => isAnswering(store.db),
    // openStore applies them or throws, so a running service has them.
    migrations: () => Promise.resolve(true),
    outbox: async () => (await outboxLagMs(store.db, new Date(deps.clock.now()))) < outboxLimitMs,
    clicks: () => Promise.resolve(clicks.lagMs() <= clickLimitMs),
    disk: () => clicks.checkDisk().then(() => true),
    // A load balancer must send no more requests to a process that ends.
    end: () => Promise.resolve(!isEnding()),
  };
  const problems = remembered(deps.clock, async () => [
    ...new Set((await programGaps(systemContext(deps, ""))).map(({ problem }) => problem)),
  ]);
  const figures = (): Figures => {
    const limits = exhausted.current();
    return { clickLagSeconds: clicks.lagMs() / 1000, ...(limits.length > 0 && { limits }) };
  };
  return serviceAddresses(checks, { figures, problems, demoUrl: demoTokens ? deps.config.appUrl : null });
}

const rememberedMs = 5_000;

/** Repeats the last result for some seconds: several probes ask, each every few seconds. */
function remembered<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { value: T; until: number } | undefined;
  return async () => {
    if (last === undefined || !isAhead(last.until, clock.now(), rememberedMs))
      last = { value: await read(), until: clock.now() + rememberedMs };
    return last.value;
  };
}

function startJobs(
  { deps }: Parts,
  { config, log, mails }: { config: Config; log: AppDeps["log"]; mails: MailDelivery | undefined },
): () => Promise<void> {
  // No caller waits for these: on the embedded store calls go first.
  const context = (): Context => systemContext({ ...deps, store: deps.store.in("jobs") }, "");
  const webhooks = new WebhookDelivery(createPost(config.webhookAllow, () => deps.clock.now()));
  const stop = runJobs(
    [
      { name: "webhooks", pauseMs: 1_000, run: () => webhooks.round(context()) },
      { name: "click rewards", pauseMs: 60_000, run: () => settleClickRewards(context()) },
      { name: "partner order", pauseMs: 1_000, run: () => copyFigures(context()) },
      { name: "leaderboards", pauseMs: 10_000, run: () => keepLeaderboards(context()) },
      { name: "addresses", pauseMs: 60_000, run: () => sumAddressDays(context()) },
      { name: "link counts", pauseMs: 10_000, run: () => foldCounts(context()) },
      { name: "first addresses", pauseMs: 1_000, run: () => moveNextLinks(context()) },
      { name: "offers to pass on", pauseMs: 1_000, run: () => passNextOffers(context()) },
      { name: "commissions to move", pauseMs: 1_000, run: () => moveNextMoney(context()) },
      { name: "parked events", pauseMs: 1_000, run: () => retryParkedEvents(context()) },
      { name: "early attempts", pauseMs: 600_000, run: () => recallAttempts(context()) },
      { name: "forgetting", pauseMs: 600_000, run: () => forgetExpired(context()) },
      ...(mails
        ? [
            { name: "mails", pauseMs: 1_000, run: () => mails.round(context()) },
            { name: "digests", pauseMs: 600_000, run: () => queueOwnerDigests(context()) },
            { name: "summaries", pauseMs: 600_000, run: () => queueMonthlySummaries(context()) },
          ]
        : []),
    ],
    (error, job) => log.error({ err: error, job }, "A job failed and is tried again."),
  );
  return async () => {
    const ended = stop();
    await mails?.close(ended);
    await ended;
    await webhooks.ended();
  };
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
  if (["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EINVAL"].includes(error.code ?? "")) {
    const why = `${host} is no address of this machine (${error.code})`;
    return new Error(`${why}. Set HOST to one, such as 127.0.0.1, or to 0.0.0.0 for all.`, { cause: error });
  }
  return new Error(`Cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}
