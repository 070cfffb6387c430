import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createListener } from "../service/src/clicks/redirect/listener.ts";
import { startRedirect } from "../service/src/clicks/redirect/start-redirect.ts";
import type { LoadResult } from "./load.ts";
import { measureReads } from "./reads.ts";
import { onEachEngine } from "./stage/engines.ts";
import { printTable } from "./stage/print-table.ts";
import { report } from "./stage/report.ts";
import { median } from "./stage/quantiles.ts";
import { measureRounds, type Case } from "./stage/rounds.ts";
import { seedClicks } from "./stage/seed-clicks.ts";
import { seedEnrollments } from "./stage/seed-enrollments.ts";
import { keepAddresses, openStage, verifyStage, type Stage } from "./stage/stage.ts";

const full = process.argv.includes("--full");
/** Clicks of the last year; the second stage has five times the first one's. */
const SIZES = (process.env["BENCH_EVENTS"] ?? `1000000${full ? ",5000000" : ""}`).split(",").map(Number);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? (full ? 7 : 5));
const DURATION_MS = Number(process.env["BENCH_MS"] ?? 2000);
/** Each check of `verify` reads all there is. */
const MOST_VERIFIED = full ? 5_000_000 : 1_000_000;
const YEAR_MS = 365 * 86_400_000;

const start = new Date(Date.now() - YEAR_MS + 86_400_000).toISOString();
/** The target is for 5 million; fewer have to keep it too. */
const limit = { ms: 60, size: SIZES.at(-1) ?? 0 };
const asked = (title: string, query: string): Case => ({
  title,
  row: "analytics of a year",
  limit,
  request: (stage) => stage.request(`/analytics?${query}`),
});
const year = (title: string, query: string): Case => asked(title, `start=${start}&timezone=UTC&${query}`);
const parisian = (title: string, query: string): Case =>
  asked(title, `start=${start.slice(0, 10)}&timezone=Europe/Paris&${query}`);
/** Of the links with the most clicks the one with some 100,000 of its own; the first has a tenth of all. */
const ownTenant = (SIZES.at(-1) ?? 0) > 2_000_000 ? "tenant_1" : "tenant_0";
const own = (title: string, query: string): Case => ({
  ...year(`a partner's ${title}`, `tenantId=${ownTenant}&${query}`),
  row: "analytics of a partner with 100,000 clicks",
});
const cases: Case[] = [
  // The contract cuts up to 180 days into days and more into months; both are summed from hours.
  year("a year by month", "groupBy=timeseries"),
  asked("90 days by day", "interval=90d&groupBy=timeseries"),
  year("a year by country", "groupBy=countries"),
  year("a year by city", "groupBy=cities"),
  parisian("a year by country, Paris", "groupBy=countries"),
  year("a year by link", "groupBy=top_links"),
  parisian("a year by partner, Paris", "groupBy=top_partners"),
  asked("30 days by link", "interval=30d&groupBy=top_links"),
  year("a year, count", "groupBy=count"),
  year("a year by address", "groupBy=top_urls"),
  year("a year by referring page", "groupBy=referer_urls"),
  year("a year by UTM source", "groupBy=utm_sources"),
  year("a year by address without its parameters", "groupBy=top_base_urls"),
  own("year by month", "groupBy=timeseries"),
  own("year by country", "groupBy=countries"),
  own("year by device", "groupBy=devices"),
];

/** Asked again and again beside redirects: one answered from sums, one that reads every event of the year. */
const questions = [
  { title: "a year by country", path: `/analytics?start=${start}&timezone=UTC&groupBy=countries` },
  {
    title: "a year of events by country",
    path: `/analytics?start=${start}&timezone=UTC&groupBy=countries&device=-none`,
  },
];

/** How long redirects wait while nothing else runs, and while a question is asked again and again. */
async function measureIsolation(name: string, { deps, request }: Stage): Promise<void> {
  const redirect = await startRedirect({ ...deps, onError: console.error });
  const server = createServer(
    createListener({
      ...redirect,
      config: deps.config,
      redirect: redirect.answer,
      form: redirect.answer,
      app: (_, response) => response.end(),
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const visitors = fork(new URL("./visitors-server.mjs", import.meta.url));
  const visit = async (durationMs: number): Promise<LoadResult> => {
    visitors.send({ port: (server.address() as AddressInfo).port, durationMs });
    return ((await once(visitors, "message")) as [LoadResult])[0];
  };
  const analyse = async (path: string, until: AbortSignal): Promise<number> => {
    let queries = 0;
    for (; !until.aborted; queries++) await request(path);
    return queries;
  };
  await visit(500);
  for (const { title, path } of questions) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await visit(DURATION_MS);
      await redirect.clicks.loaded();
      const visited = new AbortController();
      const analysed = analyse(path, visited.signal);
      const beside = await visit(DURATION_MS);
      visited.abort();
      rounds.push({ alone, beside, queries: await analysed });
      await redirect.clicks.loaded();
    }
    const slower = printIsolation(`${name}, redirects on 4 connections with ${title} in a loop (without)`, rounds);
    report({ row: `p99 of redirects beside ${title} in a loop`, engine: name, value: slower, unit: "×", most: 1.3 });
  }
  visitors.kill();
  server.close();
  server.closeAllConnections();
  await redirect.close();
}

interface Round {
  alone: LoadResult;
  beside: LoadResult;
  queries: number;
}

function printIsolation(title: string, rounds: readonly Round[]): number {
  const of = (pick: (round: Round) => number): string => median(rounds.map(pick)).toFixed(1);
  const slower = median(rounds.map(({ beside, alone }) => beside.p99Ms / alone.p99Ms));
  console.log(title);
  console.log(
    `  p50 ${of((r) => r.beside.p50Ms)} ms (${of((r) => r.alone.p50Ms)}), p99 ${of((r) => r.beside.p99Ms)} ms (${of((r) => r.alone.p99Ms)}), ratio ${slower.toFixed(1)}`,
  );
  const failed = rounds.reduce((sum, { alone, beside }) => sum + alone.failed + beside.failed, 0);
  console.log(
    `  ${of((r) => r.beside.requestsPerSecond)} redirects/s (${of((r) => r.alone.requestsPerSecond)}), ${of((r) => r.queries)} queries a round, failed ${failed}`,
  );
  return slower;
}

const parts = ["analytics", "isolation", "start"];
const wants = (name: string): boolean =>
  process.argv.includes(name) || !parts.some((other) => process.argv.includes(other));

await onEachEngine(async (engine) => {
  const stages: { stage: Stage; size: number }[] = [];
  for (const size of SIZES) {
    const stage = await openStage(engine);
    await seedEnrollments(stage, { total: 1000, until: new Date(Date.now() - YEAR_MS - 86_400_000) });
    await seedClicks(stage, size);
    console.log(`  addresses summed in ${await keepAddresses(stage)}`);
    if (size <= MOST_VERIFIED) console.log(`  ${size} clicks seeded, ${await verifyStage(stage)}`);
    stages.push({ stage, size });
  }
  if (wants("analytics")) {
    const medians = await measureRounds(cases, stages);
    printTable({ engine: engine.name, things: "clicks", sizes: SIZES, cases, medians });
  }
  if (wants("isolation")) {
    await measureIsolation(engine.name, stages.at(-1)!.stage);
    await measureReads(engine.name, stages.at(-1)!.stage);
  }
  if (wants("start")) {
    for (const { stage, size } of stages) {
      const row = `second start, ${size.toLocaleString("en")} clicks`;
      const { startedInMs, stop } = await stage.serve();
      await stop();
      report({ row, engine: engine.name, value: startedInMs / 1000, unit: "s", most: 3 });
    }
  }
  for (const { stage } of stages) await stage.close();
});
