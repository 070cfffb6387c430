import { partnerSortFields } from "../src/contract/partner.ts";
import { onEachEngine, type Engine } from "./stage/engines.ts";
import { printTable } from "./stage/print-table.ts";
import { measureRounds, type Case, type SizedStage } from "./stage/rounds.ts";
import { searchText, seedEnrollments } from "./stage/seed-enrollments.ts";
import { openStage, verifyStage, type Stage } from "./stage/stage.ts";

const full = process.argv.includes("--full");
/** Each ten times the one before. */
const SIZES = (process.env["BENCH_ENROLLMENTS"] ?? `1000,10000,100000${full ? ",1000000" : ""}`).split(",").map(Number);
const PAGE = 100;
/** Each check of `verify` reads all there is, and the embedded store ends a statement after 30 seconds. */
const MOST_VERIFIED = 10_000;

const sizeOf = new WeakMap<Stage, number>();
/** Some enrollment, every time another; an even number, whose customer bought. */
const some = (stage: Stage, n: number): number => (n * 7919 * 2) % sizeOf.get(stage)!;
const mint = (stage: Stage, body: object): Promise<string> => stage.request("/tokens/embed/referrals", { body });

const partnersAt = (query: (stage: Stage, n: number) => string): Case["request"] => {
  return (stage, n) => stage.request(`/partners?pageSize=${PAGE}&${query(stage, n)}`);
};
const limit = { ms: 15, size: 100_000 };

const cases: Record<string, Case[]> = {
  tokens: [
    {
      title: "mint a token, known tenant",
      repeat: 10,
      request: (stage, n) => mint(stage, { tenantId: `tenant_${some(stage, n)}` }),
    },
    {
      title: "mint a token, new tenant",
      repeat: 10,
      request: (stage, n) =>
        mint(stage, { tenantId: `new_${n}`, partner: { email: `new${n}@mail.test`, name: "New" } }),
    },
  ],
  sales: [
    {
      title: "track a sale",
      repeat: 10,
      request: (stage, n) => {
        const body = { customerExternalId: `customer_${some(stage, n)}`, amount: 4900, invoiceId: `bench_${n}` };
        return stage.request("/track/sale", { body });
      },
    },
  ],
  partners: [
    ...partnerSortFields.flatMap((field) =>
      ["desc", "asc"].flatMap((order) => [
        {
          title: `partners by ${field} ${order}`,
          limit,
          request: partnersAt(() => `sortBy=${field}&sortOrder=${order}`),
        },
        {
          title: `partners by ${field} ${order}, last page`,
          limit,
          request: partnersAt((stage) => `sortBy=${field}&sortOrder=${order}&page=${sizeOf.get(stage)! / PAGE}`),
        },
      ]),
    ),
    {
      title: "partners, substring search",
      limit,
      request: partnersAt((stage, n) => `search=${searchText(some(stage, n))}`),
    },
  ],
  bootstrap: [
    {
      title: "embed bootstrap",
      repeat: 10,
      limit: { ms: 5, size: SIZES.at(-1)! },
      request: async (stage, n) => stage.request("/embed/referrals", { token: await tokenOf(stage, n % 5) }),
    },
  ],
};

const tokens = new WeakMap<Stage, Map<number, string>>();

/** Minted in the round that warms up. */
async function tokenOf(stage: Stage, n: number): Promise<string> {
  const known = tokens.get(stage) ?? new Map<number, string>();
  tokens.set(stage, known);
  if (!known.has(n)) known.set(n, JSON.parse(await mint(stage, { tenantId: `tenant_${some(stage, n)}` })).publicToken);
  return known.get(n)!;
}

const asked = Object.keys(cases).filter((name) => process.argv.includes(name));
const measured = (asked.length > 0 ? asked : Object.keys(cases)).flatMap((name) => cases[name]!);

async function openSized(engine: Engine, size: number): Promise<SizedStage> {
  const stage = await openStage(engine);
  sizeOf.set(stage, size);
  await seedEnrollments(stage, { total: size, until: new Date() });
  if (size <= MOST_VERIFIED) console.log(`  ${size} enrollments seeded, ${await verifyStage(stage)}`);
  return { stage, size };
}

await onEachEngine(async (engine) => {
  const stages: SizedStage[] = [];
  for (const size of SIZES) stages.push(await openSized(engine, size));
  printTable(`${engine.name}, by enrollments`, SIZES, measured, await measureRounds(measured, stages));
  for (const { stage } of stages) await stage.close();
});
