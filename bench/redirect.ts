import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../service/test/postgres-server.ts";
import { load, type LoadResult } from "./load.ts";
import { median } from "./stage/quantiles.ts";
import { report } from "./stage/report.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const DURATION_MS = Number(process.env["BENCH_MS"] ?? 2000);
const CONNECTIONS = Number(process.env["BENCH_CONNECTIONS"] ?? 64);
const LINKS = 1000;
/** Processes beside each other on one database. */
const REPLICAS = [1, 2, 3];

const agents = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
];

/** Visitor `n` of link `n mod 1000`: every click unique, which is the most there is to do. */
const request = (n: number): string => {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return `GET /k${n % LINKS} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${agents[n % 3]}\r\nX-Forwarded-For: ${address}\r\n\r\n`;
};

interface Server {
  child: ChildProcess;
  port: number;
}

async function start(name: string, env: Record<string, string> = {}): Promise<Server> {
  const child = fork(new URL(`./${name}.mjs`, import.meta.url), { env: { ...process.env, ...env } });
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended before it listened`)));
  const [message] = (await Promise.race([once(child, "message"), failed])) as [{ port: number }];
  return { child, port: message.port };
}

async function stop({ child }: Server): Promise<void> {
  const exit = once(child, "exit");
  if (child.connected) child.send("stop");
  if (child.spawnargs.some((argument) => argument.includes("bare-server"))) child.kill();
  await exit;
}

/** Interleaved rounds of floor and redirect, so that whatever else the machine does meets both alike. */
async function measure(title: string, env: Record<string, string>, aim?: Aim): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "referrals-bench-"));
  const given = { ...env, BENCH_DATA_DIR: dataDir };
  // Measured is a start on a store that is there: making one takes more memory than any load.
  await stop(await start("redirect-server", given));
  const bare = await start("bare-server");
  const redirect = await start("redirect-server", given);
  const rounds: { floor: LoadResult; ours: LoadResult; drainMs: number }[] = [];
  let offset = 0;
  let answered = 0;
  const visit = async (durationMs: number): Promise<LoadResult> => {
    const begin = offset;
    const result = await load({
      port: redirect.port,
      connections: CONNECTIONS,
      durationMs,
      request: (n) => request(begin + n),
    });
    offset += result.answered + result.failed;
    answered += result.answered;
    return result;
  };
  await load({ port: bare.port, connections: CONNECTIONS, durationMs: 500, request });
  await visit(1000);
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await load({ port: bare.port, connections: CONNECTIONS, durationMs: DURATION_MS, request });
    const ours = await visit(DURATION_MS);
    const { drainMs } = await drained(redirect);
    rounds.push({ floor, ours, drainMs });
  }
  const { clicks, memoryMb } = await drained(redirect);
  await stop(redirect);
  await stop(bare);
  rmSync(dataDir, { recursive: true, force: true });
  const { ratio, sustained } = print(title, rounds, { clicks, answered, memoryMb });
  if (!aim) return;
  const row = "durable redirect over a bare node:http 302";
  report({ row, engine: title, value: ratio, unit: "×", least: aim.ratio });
  report({ row: `${row}, until stored`, engine: title, value: sustained, unit: "×", least: 0.28 });
  report({ row: "most memory under load", engine: title, value: memoryMb, unit: "MB", most: aim.memoryMb });
}

/** What is aimed at on an engine. */
interface Aim {
  ratio: number;
  memoryMb: number;
}

/** What a server says when all its clicks are in the tables. */
interface Drained {
  clicks: number;
  drainMs: number;
  memoryMb: number;
}

/** Processes on one database, by how many of them the same load is spread over; each round has the floor and every number once. */
async function measureReplicas(env: Record<string, string>): Promise<void> {
  const dataDirs = REPLICAS.map(() => mkdtempSync(join(tmpdir(), "referrals-bench-")));
  const bare = await start("bare-server");
  const servers: Server[] = [];
  for (const dataDir of dataDirs) servers.push(await start("redirect-server", { ...env, BENCH_DATA_DIR: dataDir }));
  let offset = 0;
  const visit = async (count: number): Promise<{ perSecond: number; storedPerSecond: number }> => {
    const begun = performance.now();
    const visited = servers.slice(0, count);
    const results = await Promise.all(
      visited.map((server, index) =>
        load({
          port: server.port,
          connections: Math.floor(CONNECTIONS / count),
          durationMs: DURATION_MS,
          request: (n) => request(offset + n * count + index),
        }),
      ),
    );
    const answered = results.reduce((sum, result) => sum + result.answered, 0);
    offset += count * Math.max(...results.map((result) => result.answered + result.failed));
    await Promise.all(visited.map(drained));
    const perSecond = results.reduce((sum, result) => sum + result.requestsPerSecond, 0);
    return { perSecond, storedPerSecond: answered / ((performance.now() - begun) / 1000) };
  };
  const rounds: { answered: number[]; stored: number[] }[] = [];
  for (const count of REPLICAS) await visit(count);
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await load({ port: bare.port, connections: CONNECTIONS, durationMs: DURATION_MS, request });
    const answered: number[] = [];
    const stored: number[] = [];
    for (const count of REPLICAS) {
      const { perSecond, storedPerSecond } = await visit(count);
      answered.push(perSecond / floor.requestsPerSecond);
      stored.push(storedPerSecond / floor.requestsPerSecond);
    }
    rounds.push({ answered, stored });
  }
  for (const [index, count] of REPLICAS.entries()) {
    const answered = median(rounds.map((round) => round.answered[index] ?? Number.NaN));
    const stored = median(rounds.map((round) => round.stored[index] ?? Number.NaN));
    console.log(`${count} on one PostgreSQL: ratio ${answered.toFixed(3)} (until stored: ${stored.toFixed(3)})`);
    const row = `durable redirect of ${count} ${count === 1 ? "process" : "processes"} on one database`;
    report({ row, engine: "PostgreSQL", value: answered, unit: "×" });
    report({ row: `${row}, until stored`, engine: "PostgreSQL", value: stored, unit: "×" });
  }
  for (const server of [...servers, bare]) await stop(server);
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
}

async function drained({ child }: Server): Promise<Drained> {
  child.send("drain");
  const [message] = (await once(child, "message")) as [Drained];
  return message;
}

function print(
  title: string,
  rounds: { floor: LoadResult; ours: LoadResult; drainMs: number }[],
  { clicks, answered, memoryMb }: { clicks: number; answered: number; memoryMb: number },
): { ratio: number; sustained: number } {
  const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
  const floor = of(({ floor }) => floor.requestsPerSecond);
  const ours = of(({ ours }) => ours.requestsPerSecond);
  const ratio = of((round) => round.ours.requestsPerSecond / round.floor.requestsPerSecond);
  // Sustained: the clicks of a round over its duration and the time until the last of them was in the tables.
  const sustained = of((round) => {
    const seconds = round.ours.answered / round.ours.requestsPerSecond + round.drainMs / 1000;
    return round.ours.answered / seconds / round.floor.requestsPerSecond;
  });
  const failed = rounds.reduce((sum, round) => sum + round.ours.failed, 0);
  console.log(`${title}: ${ours.toFixed(0)} redirects/s, bare node:http 302 ${floor.toFixed(0)}/s`);
  console.log(`  ratio ${ratio.toFixed(3)} (until every click is in the tables: ${sustained.toFixed(3)})`);
  console.log(
    `  p50 ${of(({ ours }) => ours.p50Ms).toFixed(1)} ms, p99 ${of(({ ours }) => ours.p99Ms).toFixed(1)} ms (bare ${of(({ floor }) => floor.p99Ms).toFixed(1)})`,
  );
  console.log(`  answered ${answered}, stored ${clicks}, failed ${failed}, most memory ${memoryMb.toFixed(0)} MB`);
  return { ratio, sustained };
}

const wanted = process.argv.slice(2);
console.log(`Redirect with durable click, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${DURATION_MS} ms, medians`);
if (wanted.includes("redirect")) {
  await measure("embedded", {}, { ratio: 0.32, memoryMb: 600 });
  if (wanted.includes("--full")) await measure("embedded, CLICK_DURABILITY=async", { CLICK_DURABILITY: "async" });
  await onPostgres((env) => measure("PostgreSQL", env, { ratio: 0.28, memoryMb: 200 }));
}
if (wanted.includes("replicas")) await onPostgres(measureReplicas);

/** On `BENCH_DATABASE_URL`, an empty database, else on a server of this machine's own binaries, if there are any. */
async function onPostgres(run: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const given = process.env["BENCH_DATABASE_URL"];
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: true }).catch(String);
  if (typeof server === "string") return console.log(`PostgreSQL: not measured (${server})`);
  await run({ BENCH_DATABASE_URL: server.url });
  await server.stop();
}
