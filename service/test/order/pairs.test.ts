import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld, type World } from "../contract/world.ts";
import { openOwnStore } from "../open-test-store.ts";
import { batches } from "./batches.ts";
import { bundlesOf } from "./lines.ts";
import { startReplicas, type Replicas } from "./replicas.ts";
import { sameRows } from "./same-rows.ts";
import { writers, writing } from "./writers.ts";

let world: World;
let replicas: Replicas;
beforeAll(async () => {
  // As many connections as run at once: who waits for one holds no lock.
  const store = await openOwnStore({ poolSize: 24 });
  store.pool.on("connect", hesitate);
  world = await openWorld({}, store);
  replicas = await startReplicas(world, 3);
});
afterAll(async () => {
  await replicas.close();
  await world.close();
});

let isMeeting = false;

/** Lets a connection wait a moment before some statements: those who run at once then meet in many different places. */
function hesitate(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const slowly = async (...given: unknown[]): Promise<unknown> => {
    if (isMeeting && Math.random() < 0.5) await pause(Math.random() * 4);
    return query(...given);
  };
  client.query = ((...given: unknown[]) =>
    typeof given.at(-1) === "function" ? query(...given) : slowly(...given)) as PoolClient["query"];
}

const bundles = bundlesOf(writers.length);

/**
 * Bundles of lines that are run. All take minutes, so each run draws some of its own; PAIRS names others: `PAIRS=3,7`, `PAIRS=all`. The
 * embedded store runs one statement after another: there it is about answers only.
 */
const drawn = (): number[] => {
  const given = process.env["PAIRS"];
  const all = bundles.map((_, index) => index);
  if (given === "all") return all;
  if (given) return given.split(",").map(Number);
  const first = Math.floor(Math.random() * all.length);
  const count = world.store.engine === "embedded" ? 1 : 3;
  return all.slice(0, count).map((index) => (first + index) % all.length);
};

/** Deadlocks of the database so far. */
const deadlocks = async (): Promise<number> => {
  if (world.store.engine === "embedded") return 0;
  await sql`SELECT pg_stat_clear_snapshot()`.execute(world.store.db);
  const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(world.store.db);
  return Number(rows[0]!.deadlocks);
};

/** What the service, or its loader of clicks, logs. */
interface Logged {
  err?: Error;
  error?: Error;
}

/** Statuses that each writer met. */
const met = new Map<string, number[]>();

/**
 * Lets writers run at once on the same rows, each of them twice, in their order and in the opposite one.
 * @returns what went wrong
 */
async function meet(indexes: readonly number[]): Promise<string[]> {
  const same = { ...(await sameRows(world)), settled: replicas.settled };
  const there = indexes.map((index) => writers[index]!);
  const runs = [];
  // Those that need the partner banned come last: nothing else can be made for such a one.
  for (const { name, prepare } of there.toSorted((one, other) => endsWhat(one) - endsWhat(other))) {
    runs.push({ name, both: await prepare(same) });
  }
  const inOrder = runs.map(({ name, both: [one] }) => ({ name, run: one }));
  const opposite = runs.map(({ name, both: [, other] }) => ({ name, run: other })).toReversed();
  const before = await deadlocks();
  isMeeting = true;
  const failures = await Promise.all(
    [...inOrder, ...opposite].map(async ({ name, run }, index) => {
      const statuses = await run(replicas.fetches[index % replicas.fetches.length]!).catch((error: Error) => error);
      if (statuses instanceof Error) return `${name}: ${statuses.stack}`;
      met.set(name, [...(met.get(name) ?? []), ...statuses]);
      return statuses.some((status) => status >= 500) ? `${name}: ${statuses.join()}` : "";
    }),
  );
  isMeeting = false;
  const found = failures.filter((failure) => failure !== "");
  if ((await deadlocks()) > before) found.push(`deadlock: ${there.map(({ name }) => name).join(", ")}`);
  found.push(...world.logged.splice(0).map(({ err, error }: Logged) => `logged: ${(err ?? error)?.stack}`));
  return found;
}

/** Whether a writer is prepared by an end of the partner's enrollment, and how far that goes. */
const endsWhat = ({ name }: { name: string }): number =>
  ["partners.unarchive", "partners.reactivate", "partners.unban", "the command erase"].indexOf(name);

/** The same for each two of them alone, to know which two. */
async function pairsOf(line: readonly number[]): Promise<string[]> {
  const found = [];
  for (const [place, one] of line.entries()) {
    for (const other of line.slice(place)) found.push(...(await meet([one, other])));
  }
  return found;
}

it("has every two writers on exactly one line", () => {
  const lines = bundles.flat();
  const pairs = lines.flatMap((line) =>
    line.flatMap((one, at) => line.slice(at + 1).map((other) => `${one} ${other}`)),
  );
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(pairs).toHaveLength((writers.length * (writers.length - 1)) / 2);
});

it("has a batch for every operation that writes many rows", () => {
  const many = writing.filter((name) => name.endsWith("Many") && name !== "commissions.updateMany");
  expect(Object.keys(batches).toSorted()).toEqual(many.toSorted());
});

it("never deadlocks and never answers 500 when any two of all that writes meet in either order (N6)", async () => {
  const chosen = drawn();
  const found: string[] = [];
  for (const number of chosen) {
    for (const line of bundles[number]!) {
      const failures = await meet(line);
      if (failures.length > 0) found.push(...failures, ...(await pairsOf(line)), `again with PAIRS=${number}`);
    }
  }
  expect(found).toEqual([]);
  // Whoever is refused before the first lock meets nobody.
  const statuses = [...met.values()].flat();
  const done = statuses.filter((status) => status < 300).length;
  expect(done / statuses.length).toBeGreaterThan(0.75);
}, 1_800_000);
