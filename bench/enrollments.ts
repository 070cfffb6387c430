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

/** A read of the embed data API, by five partners in turn. */
function embedAt(title: string, path: string): Case {
  const request: Case["request"] = async (stage, n) =>
    stage.request(`/embed/referrals${path}`, { token: await tokenOf(stage, n % 5) });
  return { title, repeat: 10, request };
}

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
  lists: [
    { title: "commissions", request: (stage) => stage.request("/commissions") },
    { title: "commissions of a status nobody has", request: (stage) => stage.request("/commissions?status=fraud") },
    { title: "customers", request: (stage) => stage.request("/customers") },
    { title: "links", request: (stage) => stage.request("/links") },
    { title: "events", request: (stage) => stage.request("/events?event=clicks") },
  ],
  bootstrap: [{ ...embedAt("embed bootstrap", ""), limit: { ms: 5, size: SIZES.at(-1)! } }],
  embed: [
    embedAt("embed leaderboard", "/leaderboard"),
    embedAt("embed links", "/links"),
    embedAt("embed commissions", "/earnings"),
    embedAt("embed commissions by day", "/earnings/timeseries?interval=30d"),
    embedAt("embed payouts", "/payouts"),
    embedAt("embed events", "/events"),
    embedAt("embed events of a year", "/events?interval=1y"),
    embedAt("embed clicks by country", "/analytics?groupBy=countries"),
    embedAt("embed referrals", "/referrals"),
    embedAt("embed profile", "/profile"),
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
