import { partnerSortFields } from "../src/contract/partner.ts";
import { createContext } from "../service/src/domain/context.ts";
import { keepLeaderboards } from "../service/src/jobs/keep-sums.ts";
import { onEachEngine, type Engine } from "./stage/engines.ts";
import { printTable } from "./stage/print-table.ts";
import { measureRounds, type Case, type SizedStage } from "./stage/rounds.ts";
import { searchText, seedEnrollments } from "./stage/seed-enrollments.ts";
import { openStage, verifyStage, type Stage } from "./stage/stage.ts";

const full = process.argv.includes("--full");
/** Each ten times the one before. */
const SIZES = (process.env["BENCH_ENROLLMENTS"] ?? (full ? "100000,1000000" : "10000,100000")).split(",").map(Number);
const PAGE = 100;
/** Each check of `verify` reads all there is. */
const MOST_VERIFIED = full ? 1_000_000 : 10_000;

const sizeOf = new WeakMap<Stage, number>();
/** Some enrollment, every time another; an even number, whose customer bought. */
const some = (stage: Stage, n: number): number => (n * 7919 * 2) % sizeOf.get(stage)!;
const mint = (stage: Stage, body: object): Promise<string> => stage.request("/tokens/embed/referrals", { body });

/** The first click of an enrollment that was clicked. */
const someClick = (stage: Stage, n: number): string => `click${String(some(stage, n)).padStart(26, "0")}1`;
const limit = { ms: 15, size: SIZES.at(-1) ?? 0 };
const bootstrapLimit = { ms: 5, size: limit.size };
const read = (title: string, path: string): Case => ({
  title,
  row: "lists, sorts and searches",
  repeat: 3,
  limit,
  request: (stage) => stage.request(path),
});
const search = (title: string, path: string): Case => ({
  ...read(title, path),
  request: (stage, n) => stage.request(`${path}${searchText(some(stage, n))}`),
});

/** A read of the embed data API, by five partners in turn. */
function embedAt(title: string, path: string): Case {
  const request: Case["request"] = async (stage, n) =>
    stage.request(`/embed/referrals${path}`, { token: await tokenOf(stage, n % 5) });
  return { title, row: "embed reads", repeat: 10, limit, request };
}

const bothWays = (path: string, fields: readonly string[], more = ""): Case[] =>
  fields.flatMap((field) =>
    ["desc", "asc"].map((order) =>
      read(`${path} by ${field} ${order}`, `/${path}?sortBy=${field}&sortOrder=${order}${more}`),
    ),
  );

const row = "writes";
const cases: Record<string, Case[]> = {
  tokens: [
    {
      title: "mint a token, known tenant",
      row,
      repeat: 10,
      request: (stage, n) => mint(stage, { tenantId: `tenant_${some(stage, n)}` }),
    },
    {
      title: "mint a token, new tenant",
      row,
      repeat: 10,
      request: (stage, n) =>
        mint(stage, { tenantId: `new_${n}`, partner: { email: `new${n}@mail.test`, name: "New" } }),
    },
  ],
  sales: [
    {
      title: "first sale of a customer, with a lead",
      row: "first sale",
      limit: { ms: 8, size: limit.size },
      repeat: 10,
      request: (stage, n) => {
        const body = { clickId: someClick(stage, n), amount: 4900, invoiceId: `first_${n}` };
        return stage.request("/track/sale", { body: { ...body, customerExternalId: `first_${n}` } });
      },
    },
    {
      title: "later sale of a customer",
      row: "later sale",
      limit: { ms: 8, size: limit.size },
      repeat: 10,
      request: (stage, n) => {
        const body = { customerExternalId: `customer_${some(stage, n)}`, amount: 4900, invoiceId: `bench_${n}` };
        return stage.request("/track/sale", { body });
      },
    },
  ],
  partners: [
    ...partnerSortFields.flatMap((field) =>
      ["desc", "asc"].flatMap((order) => {
        const path = `/partners?pageSize=${PAGE}&sortBy=${field}&sortOrder=${order}`;
        const first = read(`partners by ${field} ${order}`, path);
        const last: Case = {
          ...first,
          title: `${first.title}, last page`,
          request: (stage) => stage.request(`${path}&page=${sizeOf.get(stage)! / PAGE}`),
        };
        return [first, last];
      }),
    ),
    search("partners, substring search", `/partners?pageSize=${PAGE}&search=`),
  ],
  lists: [
    read("commissions", "/commissions"),
    read("commissions of a status nobody has", "/commissions?status=fraud"),
    ...bothWays("commissions", ["amount"]),
    read("customers", "/customers"),
    search("customers, substring search", "/customers?search="),
    ...bothWays("customers", ["saleAmount", "firstSaleAt", "subscriptionCanceledAt"]),
    ...bothWays("payouts", ["amount", "initiatedAt", "paidAt"]),
    read("links", "/links"),
    search("links, substring search", "/links?search="),
    read("links, count", "/links/count"),
    read("links, count by domain", "/links/count?groupBy=domain"),
    read("links, count by folder", "/links/count?groupBy=folderId"),
    read("events, clicks", "/events?event=clicks"),
    read("events, leads", "/events?event=leads"),
    read("events, sales", "/events?event=sales"),
  ],
  bootstrap: [{ ...embedAt("embed bootstrap", ""), row: "embed bootstrap", limit: bootstrapLimit }],
  embed: [
    leaderboardOf("all"),
    leaderboardOf("month"),
    leaderboardOf("30d"),
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

/**
 * The leaderboard of a period, which is the program's setting and not the request's; kept as the service's job keeps it. A service
 * changes it once a day or a month and vacuums in between, where here a million rows come and go before each round.
 */
function leaderboardOf(period: "all" | "month" | "30d"): Case {
  const prepare: Case["prepare"] = async ({ deps, programId }) => {
    await deps.store.pool.query(
      `update programs set embed = embed || jsonb_build_object('leaderboard',
        jsonb_build_object('period', $2::text, 'amounts', 'bands')) where id = $1`,
      [programId, period],
    );
    const ctx = createContext({ ...deps, actor: { type: "system", id: null }, workspaceId: "", requestId: null });
    while ((await keepLeaderboards(ctx, { few: 500, batch: 20_000 })) > 0);
    for (const table of ["ranked_enrollments", "ranked_counts"]) await deps.store.pool.query(`vacuum analyze ${table}`);
  };
  return { ...embedAt(`embed leaderboard, ${period}`, "/leaderboard"), prepare };
}

const tokens = new WeakMap<Stage, Map<number, string>>();

/** Minted in the round that warms up. */
async function tokenOf(stage: Stage, n: number): Promise<string> {
  const known = tokens.get(stage) ?? new Map<number, string>();
  tokens.set(stage, known);
  if (!known.has(n)) known.set(n, JSON.parse(await mint(stage, { tenantId: `tenant_${some(stage, n)}` })).publicToken);
  return known.get(n)!;
}

const asked = Object.keys(cases).filter((name) => process.argv.includes(name));
const measured: Case[] = (asked.length > 0 ? asked : Object.keys(cases)).flatMap((name) => cases[name]!);

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
  const medians = await measureRounds(measured, stages);
  printTable({ engine: engine.name, things: "enrollments", sizes: SIZES, cases: measured, medians });
  for (const { stage } of stages) await stage.close();
});
