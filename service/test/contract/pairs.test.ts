import { operations, type OperationName, type Partner } from "referrals-embed/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { settleClickRewards } from "../../src/jobs/click-rewards.ts";
import { copyFigures } from "../../src/jobs/copy-figures.ts";
import { foldCounts } from "../../src/jobs/fold-link-counts.ts";
import { keepLeaderboards } from "../../src/jobs/keep-leaderboards.ts";
import { sumAddressDays } from "../../src/jobs/sum-addresses.ts";
import { endpoints } from "../../src/routes/all.ts";
import { ask, type Answer } from "./ask.ts";
import { scenes } from "./scenes.ts";
import { openWorld, type Call, type World } from "./world.ts";

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(async () => world.close());

const served = new Set(endpoints.map(({ name }) => name));
const writing = (Object.keys(operations) as OperationName[]).filter(
  (name) => operations[name].method !== "GET" && served.has(name),
);

/** What two writers name at once: partners, with their links. */
interface Shared {
  partners: Partner[];
  links: string[];
}

/** Bodies of what changes many rows, in the order of the list; every operation of many rows is here. */
const batches: Partial<Record<OperationName, (shared: Shared, round: number) => Call>> = {
  "partners.createMany": ({ partners }, round) => ({
    body: partners.map((partner, index) => ({
      email: `bulk-${round}-${index}@mail.test`,
      links: [{ key: `bulk-${round}-${index % 3}-${index}` }],
      tenantId: `tenant-${round}-${partner.id}`,
    })),
  }),
  "links.createMany": ({ partners }, round) => ({
    body: partners.map((_, index) => ({ url: "https://acme.test", key: `bulk-${round}-${index % 3}-${index}` })),
  }),
  "links.updateMany": ({ links }, round) => ({ body: { linkIds: links, data: { comments: `round ${round}` } } }),
  "links.deleteMany": ({ links }) => ({ query: { linkIds: links.slice(0, 2).join() } }),
  "customers.createMany": ({ partners }, round) => ({
    body: partners.map(({ id }, index) => ({ externalId: `customer-${round}-${index}`, partnerId: id })),
  }),
  "commissions.createMany": ({ partners }, round) => ({
    body: partners.map(({ id }, index) => ({
      partnerId: id,
      customer: { externalId: `customer-${round}-${index}` },
      invoiceId: `invoice-${round}-${index}`,
      amount: 4900,
      earnings: 1470,
      date: "2024-05-04",
    })),
  }),
  "discountCodes.createMany": ({ partners }, round) => ({
    body: partners.map(({ id }, index) => ({ partnerId: id, code: `CODE${round}X${index}` })),
  }),
};

const reversed = (call: Call): Call => ({
  ...call,
  ...(Array.isArray(call.body) && { body: call.body.toReversed() }),
  ...(typeof call.query?.["linkIds"] === "string" && {
    query: { linkIds: call.query["linkIds"].split(",").toReversed().join() },
  }),
});

const shared = async (): Promise<Shared> => {
  const partners: Partner[] = [];
  for (let count = 0; count < 8; count += 1) partners.push(await world.createPartner());
  return { partners, links: partners.map(({ links }) => links![0]!.id) };
};

/** Makes the scenes of operations name one partner, one link, one sale and one unused name. */
const sameRows = async (): Promise<World> => {
  const [partner, link, sale, name] = [
    await world.createPartner(),
    await world.link(),
    await world.sale(),
    world.unique(),
  ];
  return {
    ...world,
    createPartner: async () => partner,
    link: async () => link,
    sale: async () => sale,
    unique: () => name,
  };
};

const jobs = [settleClickRewards, copyFigures, keepLeaderboards, sumAddressDays, foldCounts];
/** Everything that writes without being asked. */
const background = async (): Promise<void> => {
  for (const job of jobs) await job(world.ctx(""));
  await world.settled();
};

/** Deadlocks of the database so far; the embedded engine runs one statement after another. */
const deadlocks = async (): Promise<number> => {
  if (world.store.engine === "embedded") return 0;
  await sql`SELECT pg_stat_clear_snapshot()`.execute(world.store.db);
  const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(world.store.db);
  return Number(rows[0]!.deadlocks);
};

const broken = (answers: readonly Answer[], names: readonly string[]): string[] =>
  answers.flatMap(({ status, text }, index) => (status >= 500 ? [`${names[index % names.length]}: ${text}`] : []));

it("has a batch for every operation that writes many rows", () => {
  const many = writing.filter((name) => name.endsWith("Many") && name !== "commissions.updateMany");
  expect(Object.keys(batches).toSorted()).toEqual(many.toSorted());
});

it("never answers 500 for batches at once in opposite orders, with and without an Idempotency-Key", async () => {
  const before = await deadlocks();
  const failures: string[] = [];
  const names = Object.keys(batches) as OperationName[];
  for (const [round, name] of names.entries()) {
    const rows = await shared();
    const calls = names.map((other) => batches[other]!(rows, round));
    for (const [index, other] of names.entries()) {
      const [mine, theirs] = [batches[name]!(rows, round * 100 + index), calls[index]!];
      const keyed = { ...reversed(mine), headers: { "idempotency-key": world.unique() } };
      const answers = await Promise.all([
        ask(world, operations[name], mine),
        ask(world, operations[other], reversed(theirs)),
        ask(world, operations[name], reversed(mine)),
        ask(world, operations[other], theirs),
        ask(world, operations[name], keyed),
        background(),
      ]);
      failures.push(
        ...broken(
          answers.filter((answer) => answer !== undefined),
          [name, other],
        ),
      );
    }
  }
  expect(failures).toEqual([]);
  expect(await deadlocks()).toBe(before);
});

// Some thousands of pairs: on a busy machine they take minutes.
it("never deadlocks and never answers 500 for any two writing operations on the same rows (N6)", async () => {
  const before = await deadlocks();
  const failures: string[] = [];
  for (const [index, name] of writing.entries()) {
    const same = await sameRows();
    const mine = await scenes[name].ok(same);
    for (const other of writing.slice(index)) {
      const theirs = await Promise.resolve(same)
        .then(scenes[other].ok)
        .catch(() => undefined);
      if (!theirs) continue;
      const answers = await Promise.all([ask(world, operations[name], mine), ask(world, operations[other], theirs)]);
      failures.push(...broken(answers, [name, other]));
    }
    await background();
  }
  expect(failures).toEqual([]);
  expect(await deadlocks()).toBe(before);
}, 900_000);
