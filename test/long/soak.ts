import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { arrive, load, type LoadResult } from "../../bench/load.ts";
import { browser, exported, LINK_HOST, openHome, Service, violations, type EngineName } from "./home.ts";
import type { Result } from "./kills.ts";
import { Traffic } from "./traffic.ts";

const CONNECTIONS = 32;
const LINKS = 200;
const SHARE_OF_LIMIT = 0.7;
/** Visitors who come again and again; one visit in ten is of somebody new. */
const REGULARS = 20_000;
const WINDOW_MS = 30_000;

/** What may grow from the middle third of the time to the last one, and by how much: measures move by themselves. */
const GROWTH = { memory: 1.1, descriptors: 1.1, latency: 2 };

interface Sample {
  megabytes: number;
  descriptors: number;
  p50: number;
  p99: number;
  /** Latency of a server that does nothing at the same time: how busy the machine is. */
  bare: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Visits at 70 % of what the service can take, beside the calls of a host, for so many minutes. */
export async function soak(engine: EngineName, minutes: number): Promise<Result> {
  const home = await openHome(engine);
  const bare = createServer((_, response) => response.writeHead(302, { location: "/" }).end());
  try {
    const service = new Service(home);
    await service.ready();
    const traffic = new Traffic();
    await traffic.prepare(service);
    for (let from = 0; from < LINKS; from += 100) {
      const key = (i: number): object => ({
        url: "https://app.test/landing",
        key: `s${from + i}`,
        trackConversion: true,
      });
      await service.api(
        "POST",
        "/links/bulk",
        Array.from({ length: 100 }, (_, i) => key(i)),
      );
    }
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const measure = new Measure(service, (bare.address() as AddressInfo).port);
    const limit = await measure.limit();
    const rate = Math.round(limit * SHARE_OF_LIMIT);
    const until = Date.now() + minutes * 60_000;
    const host = traffic.client(service, () => Date.now() > until, 250);
    while (Date.now() < until && !service.isDead) await measure.window(rate);
    await host;
    if (service.isDead) return { did: `died after ${measure.samples.length} samples`, found: service.log.slice(-20) };
    await service.ready();
    // While the command below reads all there is, the embedded store's jobs wait for it, and say so.
    const log = [...service.log];
    const rows = await exported(home);
    const found = [
      ...measure.growth(),
      ...traffic.problems,
      ...traffic.promises.compare(rows),
      ...(await violations(home)),
    ];
    const stored = (rows.get("click_events") ?? []).length - (traffic.promises.counts["click"] ?? 0);
    // What was under way when a measure closed its connections is stored and not answered.
    if (stored < measure.answered || stored > measure.answered + measure.open)
      found.push(`${measure.answered} clicks were answered, ${stored} are stored`);
    if (measure.failed > 0) found.push(`${measure.failed} clicks were not answered with 302`);
    await service.end("SIGTERM");
    return {
      did: `${minutes} min at ${rate}/s of ${limit}/s, ${measure.answered} clicks, ${measure.unsent} not sent in time; ${measure.summary()}`,
      found: [...found, ...log],
    };
  } finally {
    bare.close();
    await home.remove();
  }
}

/** Load from outside, and what the process needs meanwhile. */
class Measure {
  readonly samples: Sample[] = [];
  answered = 0;
  failed = 0;
  unsent = 0;
  /** Requests that may have been under way when connections were closed. */
  open = 0;
  readonly #service: Service;
  readonly #barePort: number;
  #sent = 0;

  constructor(service: Service, barePort: number) {
    this.#service = service;
    this.#barePort = barePort;
  }

  /** Answers a second without a pause until their clicks are stored, the median of three tries. */
  async limit(): Promise<number> {
    const tries: number[] = [];
    for (let i = 0; i < 4; i++) {
      const begun = performance.now();
      const result = await load({ ...this.#visits(), durationMs: 5_000 });
      this.#count(result);
      await this.#service.ready();
      // The first warms up.
      if (i > 0) tries.push((result.answered * 1_000) / (performance.now() - begun));
    }
    return Math.round(median(tries));
  }

  async window(perSecond: number): Promise<void> {
    const probes = load({
      port: this.#barePort,
      connections: 1,
      durationMs: 2_000,
      request: () => "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    });
    const result = await arrive({ ...this.#visits(), durationMs: WINDOW_MS, perSecond });
    this.#count(result);
    const pid = this.#service.child.pid;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    this.samples.push({
      megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      p50: result.p50Ms,
      p99: result.p99Ms,
      bare: (await probes).p50Ms,
    });
    process.stdout.write(".");
  }

  /** What grew from the middle third to the last. */
  growth(): string[] {
    const { middle, last } = this.#thirds();
    const found: string[] = [];
    const check = (name: keyof typeof GROWTH, of: (sample: Sample) => number): void => {
      const [before, after] = [median(middle.map(of)), median(last.map(of))];
      if (after > before * GROWTH[name]) found.push(`${name} grew from ${before.toFixed(1)} to ${after.toFixed(1)}`);
    };
    check("memory", ({ megabytes }) => megabytes);
    check("descriptors", ({ descriptors }) => descriptors);
    check("latency", ({ p50, bare }) => p50 / bare);
    return found;
  }

  summary(): string {
    const { middle, last } = this.#thirds();
    const both = (of: (sample: Sample) => number): string =>
      `${median(middle.map(of)).toFixed(0)} → ${median(last.map(of)).toFixed(0)}`;
    return [
      `memory ${both(({ megabytes }) => megabytes)} MB`,
      `descriptors ${both(({ descriptors }) => descriptors)}`,
      `p50 ${both(({ p50 }) => p50)} ms`,
      `p99 ${both(({ p99 }) => p99)} ms`,
      `bare server ${both(({ bare }) => bare * 1000)} µs`,
    ].join(", ");
  }

  #thirds(): { middle: Sample[]; last: Sample[] } {
    const third = Math.max(1, Math.floor(this.samples.length / 3));
    return { middle: this.samples.slice(-2 * third, -third), last: this.samples.slice(-third) };
  }

  #visits(): { port: number; connections: number; request: (n: number) => string } {
    return { port: this.#service.port, connections: CONNECTIONS, request: () => this.#visit((this.#sent += 1)) };
  }

  #visit(n: number): string {
    const visitor = n % 10 === 0 ? REGULARS + n : (n * 7919) % REGULARS;
    const address = `${10 + ((visitor >> 24) & 7)}.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    return `GET /s${visitor % LINKS} HTTP/1.1\r\nHost: ${LINK_HOST}\r\nUser-Agent: ${browser}\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  }

  #count({ answered, failed, unsent }: LoadResult): void {
    this.answered += answered;
    // What was due and not sent says that the machine is slower than when the limit was measured.
    this.failed += failed - unsent;
    this.unsent += unsent;
    this.open += CONNECTIONS;
  }
}
