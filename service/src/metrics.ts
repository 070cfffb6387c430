import type { RequestListener } from "node:http";
import { performance } from "node:perf_hooks";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { operations } from "referrals-embed/contract";
import type { MailCounts } from "./jobs/send-mails.ts";
import { sharedLimits, type SharedLimit } from "./limits.ts";
import type { AnswerLink } from "./clicks/redirect/listener.ts";
import type { ClickState } from "./clicks/redirect/start-redirect.ts";
import { disk, type Disk } from "./clicks/journal/disk.ts";
import { eachLaneOnce } from "./store/lanes.ts";
import type { Store } from "./store/open.ts";

/** The service's figures at `/metrics`. */
export interface Metrics {
  /** Times requests to the application and counts those that were refused for their number. */
  watchApp(app: RequestListener): RequestListener;
  /** Counts answers of short links and times one in 64: monitoring must not slow redirects. */
  watchRedirect(answer: AnswerLink): AnswerLink;
  /** Times transactions. */
  watchStore(store: Store): Store;
  /** The journal's disk with timed writes: redirects wait for them. */
  watchedDisk: Disk;
  /** The figures as Prometheus text. */
  text(): Promise<string>;
  contentType: string;
}

const sampleMask = 63;
const resources = new Set(Object.values(operations).map(({ path }) => path.split("/")[1] ?? ""));
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Sources read at each scrape. */
export interface MetricSources {
  /** Clicks recorded so far. */
  clicks: () => number;
  clickState: () => ClickState;
  /** Age of the oldest waiting event. */
  outboxLagMs: () => Promise<number>;
  /** Requests that a total over all addresses has refused. */
  refusals: (limit: SharedLimit) => number;
  /** How attempts to send a mail ended; undefined where no mails are sent. */
  mails: () => MailCounts | undefined;
  /** Age of the oldest mail that waits. */
  mailLagMs: () => Promise<number>;
}

export function createMetrics(read: MetricSources): Metrics {
  const registers = [new Registry()] as const;
  const [registry] = registers;
  collectDefaultMetrics({ register: registry, prefix: "referrals_" });
  const histogram = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Histogram({ name: `referrals_${name}_seconds`, help, labelNames, buckets: seconds, registers: [...registers] });
  const requests = histogram("request", "Time until a request is answered.", ["method", "resource", "status"]);
  const redirects = histogram("redirect", "Time until a short link is answered; one in 64 is measured.");
  const transactions = histogram("transaction", "Time of a transaction from begin to commit.", ["outcome"]);
  const journal = histogram("journal_commit", "Time until a batch of clicks is on disk.");
  const limited = new Counter({
    name: "referrals_rate_limited_total",
    help: "Requests refused with 429.",
    registers: [...registers],
  });
  const exhausted = new Counter({
    name: "referrals_limit_exhausted_total",
    help: "Requests refused by a total over all addresses, which somebody may exhaust on purpose.",
    labelNames: ["limit"],
    registers: [],
    collect() {
      this.reset();
      for (const limit of Object.keys(sharedLimits) as SharedLimit[]) this.inc({ limit }, read.refusals(limit));
    },
  });
  registry.registerMetric(exhausted);
  const mails = new Counter({
    name: "referrals_mails_total",
    help: "Attempts to send a mail: sent, tried again later, or given up.",
    labelNames: ["outcome"],
    registers: [],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(read.mails() ?? {})) this.inc({ outcome }, count);
    },
  });
  registry.registerMetric(mails);
  let answered = 0;
  counted(registry, { name: "redirects_total", help: "Answers of short links.", read: () => answered });
  counted(registry, { name: "clicks_total", help: "Clicks recorded by this process.", read: read.clicks });
  gauge(registry, {
    name: "outbox_lag_seconds",
    help: "Age of the oldest event that waits for delivery.",
    read: () => read.outboxLagMs().then((ms) => ms / 1000),
  });
  gauge(registry, {
    name: "mail_lag_seconds",
    help: "Age of the oldest mail that waits to be sent.",
    read: () => read.mailLagMs().then((ms) => ms / 1000),
  });
  gauge(registry, {
    name: "click_lag_seconds",
    help: "Age of the oldest answered click that is not in the database.",
    read: async () => {
      return read.clickState().lagMs() / 1000;
    },
  });
  gauge(registry, {
    name: "clicks_refused",
    help: "Clicks that the database refused, kept in refused_clicks.",
    read: () => read.clickState().countRefused(),
  });
  gauge(registry, {
    name: "journal_damaged",
    help: "Damaged stretches of the click journal, kept in files.",
    read: async () => {
      return read.clickState().countDamaged();
    },
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    watchApp: (app) => (request, response) => {
      const startedAt = performance.now();
      response.once("close", () => {
        const { statusCode } = response;
        if (statusCode === 429) limited.inc();
        const labels = { method: methodOf(request.method), resource: resourceOf(request.url), status: statusCode };
        requests.observe(labels, (performance.now() - startedAt) / 1000);
      });
      app(request, response);
    },
    watchRedirect: (answer) => (request, response, domain) => {
      answered += 1;
      if ((answered & sampleMask) === 0) {
        const startedAt = performance.now();
        response.once("close", () => redirects.observe((performance.now() - startedAt) / 1000));
      }
      answer(request, response, domain);
    },
    watchStore: watched,
    watchedDisk: timed(disk, journal),
  };

  function watched(store: Store): Store {
    // All lanes have the same lanes: one that is asked for its neighbour gives what the store itself gives.
    const inLane: Store["in"] = eachLaneOnce((...given) => counted(store.in(...given)));
    const counted = (lane: Store): Store => ({
      ...lane,
      in: inLane,
      transaction: (async (...given: Parameters<Store["transaction"]>) => {
        const end = transactions.startTimer();
        try {
          const result = await lane.transaction(...given);
          end({ outcome: "committed" });
          return result;
        } catch (error) {
          end({ outcome: "rolled_back" });
          throw error;
        }
      }) as Store["transaction"],
    });
    return counted(store);
  }
}

/** A figure read at the scrape; NaN when that fails, so that an unreachable database does not affect the other figures. */
function gauge(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => Promise<number> },
): void {
  const metric = new Gauge({
    name: `referrals_${name}`,
    help,
    registers: [],
    async collect() {
      this.set(await read().catch(() => Number.NaN));
    },
  });
  registry.registerMetric(metric);
}

function counted(registry: Registry, { name, help, read }: { name: string; help: string; read: () => number }): void {
  const counter = new Counter({
    name: `referrals_${name}`,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
  registry.registerMetric(counter);
}

/** The real disk, each write timed from its start to the medium. */
function timed(real: Disk, histogram: Histogram): Disk {
  return {
    create: (path) => real.create(path),
    write(at, bytes, done) {
      const startedAt = performance.now();
      real.write(at, bytes, (error) => {
        histogram.observe((performance.now() - startedAt) / 1000);
        done(error);
      });
    },
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function methodOf(method = ""): string {
  return methods.has(method) ? method : "other";
}

/** First segment of an API path, else the kind of page; a fixed set of labels for any request. */
function resourceOf(url = ""): string {
  const [, first = "", second = ""] = url.split(/[/?#]/, 3);
  if (first === "api") return resources.has(second) ? second : "other";
  return ["embed", "docs", "assets", "health", "ready", "metrics"].includes(first) ? `/${first}` : "other";
}
