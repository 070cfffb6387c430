import { setTimeout as sleep } from "node:timers/promises";
import { onEachEngine, type Engine } from "./stage/engines.ts";
import { quantile } from "./stage/quantiles.ts";
import { report } from "./stage/report.ts";
import { openStage, type Stage } from "./stage/stage.ts";

/** What others wait while all commissions of one partner follow a payout or a ban. */
const COMMISSIONS = Number(process.env["BENCH_COMMISSIONS"] ?? 100_000);
const MOST_MS = 400;
/** How often it is asked whether all have followed. */
const LOOK_MS = 500;
/** How long others are measured alone. */
const ALONE_MS = 5_000;

type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

/** A change of a partner's money, and the status that no commission has any more once all have followed. */
interface Change {
  title: string;
  begin: (partnerId: string, payoutId: string) => Parameters<Ask>[];
  left: string;
}

const collect: Change = {
  title: "a payout takes them in",
  begin: (partnerId) => [["POST", "/payouts", { partnerId }]],
  left: "pending",
};
const ended = (status: string): Change["begin"] => {
  return (_partner, payoutId) => [["PATCH", `/payouts/${payoutId}`, { status }]];
};

const changes: Change[] = [
  collect,
  {
    title: "ban",
    begin: (partnerId) => [["POST", "/partners/ban", { partnerId, reason: "fraud" }]],
    left: "processed",
  },
  { title: "unban", begin: (partnerId) => [["POST", "/partners/unban", { partnerId }]], left: "canceled" },
  {
    title: "the payout fails",
    begin: (...ids) => [...ended("processing")(...ids), ...ended("failed")(...ids)],
    left: "processed",
  },
  { ...collect, title: "another takes them in" },
  { title: "it is completed", begin: ended("completed"), left: "processed" },
];

/** A partner with commissions that are payable. */
async function seedPartner({ deps, workspaceId }: Stage, partnerId: string): Promise<void> {
  const { pool } = deps.store;
  const portion = 10_000;
  for (let from = 0; from < COMMISSIONS; from += portion) {
    await pool.query(
      `insert into commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, amount, gross_earnings, earnings,
          currency, status, payable_at, created_at, updated_at)
        select 'cm_' || lpad(i::text, 26, '0'), e.workspace_id, e.program_id, e.id, e.partner_id, 'custom', 100, 100, 100, 'usd',
          'pending', at, at, at
        from enrollments e, generate_series($3::int, $4::int) i, lateral (select now() - interval '1 hour' as at) moment
        where e.workspace_id = $1 and e.partner_id = $2`,
      [workspaceId, partnerId, from, Math.min(from + portion, COMMISSIONS) - 1],
    );
  }
  await pool.query("analyze");
}

/** Waits of calls one after the other until it is told to end. */
function askOthers(calls: Readonly<Record<string, () => Promise<unknown>>>): () => Promise<Map<string, number[]>> {
  const over = new AbortController();
  const waits = new Map<string, number[]>();
  const loops = Object.entries(calls).map(async ([name, call]) => {
    const own: number[] = [];
    waits.set(name, own);
    while (!over.signal.aborted) {
      const begun = performance.now();
      await call();
      own.push(performance.now() - begun);
      await sleep(5);
    }
  });
  return async () => {
    over.abort();
    await Promise.all(loops);
    return waits;
  };
}

const shown = (ms: number): string => `${ms.toFixed(0).padStart(5)} ms`;
const p99 = (waits: readonly number[]): number => quantile(waits, 0.99);
const worst = (waits: readonly number[]): number => Math.max(...waits);

async function measure(engine: Engine): Promise<void> {
  const stage = await openStage(engine);
  const partner = async (email: string): Promise<{ id: string; links: { shortLink: string }[] }> =>
    JSON.parse(await stage.request("/partners", { body: { email, country: "DE" } }));
  const large = await partner("large@mail.test");
  const other = await partner("other@mail.test");
  await seedPartner(stage, large.id);
  const service = await stage.serve();
  const base = `http://127.0.0.1:${service.port}`;
  const ask: Ask = async (method, path, body) => {
    const key = path === "/track/click" ? undefined : { authorization: `Bearer ${stage.apiKey}` };
    const headers = { ...key, "content-type": "application/json" };
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  await ask("PUT", `/partners/${large.id}/payout-method`, { method: "paypal", paypalEmail: "large@mail.test" });
  const { host, pathname } = new URL(other.links[0]!.shortLink);
  const { clickId } = await ask("POST", "/track/click", { domain: host, key: pathname.slice(1) });
  await ask("POST", "/track/lead", { clickId, eventName: "Sign up", customerExternalId: "buyer" });
  const visit = { redirect: "manual", headers: { "user-agent": "Mozilla/5.0 Chrome/140.0.0.0" } } as const;
  let sales = 0;
  const calls = {
    redirect: () => fetch(base + pathname, visit),
    read: () => ask("GET", `/partners/${other.id}`),
    sale: () =>
      ask("POST", "/track/sale", { customerExternalId: "buyer", amount: 100, invoiceId: `holds-${(sales += 1)}` }),
  };
  const endAlone = askOthers(calls);
  await sleep(ALONE_MS);
  const alone = await endAlone();
  console.log(`${engine.name}, ${COMMISSIONS.toLocaleString("en")} commissions of one partner`);
  for (const [name, waits] of alone)
    console.log(`  ${`${name} alone`.padEnd(36)} p99 ${shown(p99(waits))} worst ${shown(worst(waits))}`);
  const slowest = { ms: 0, note: "" };
  let payoutId = "";
  for (const { title, begin, left } of changes) {
    const end = askOthers(calls);
    const begun = performance.now();
    for (const call of begin(large.id, payoutId)) {
      const answer = await ask(...call);
      if (call[1] === "/payouts") payoutId = answer.id;
    }
    const answered = performance.now() - begun;
    const rest = `/commissions?partnerId=${large.id}&status=${left}&pageSize=1`;
    while ((await ask("GET", rest)).length > 0) await sleep(LOOK_MS);
    const followed = (performance.now() - begun) / 1000;
    const waits = await end();
    console.log(`  ${title.padEnd(36)} answered ${shown(answered)}, all followed ${followed.toFixed(1)} s`);
    for (const [name, own] of waits) {
      console.log(`    ${name.padEnd(10)} p99 ${shown(p99(own))} worst ${shown(worst(own))} of ${own.length}`);
      if (p99(own) > slowest.ms) Object.assign(slowest, { ms: p99(own), note: `${name}, ${title}` });
    }
  }
  const row = `p99 of others while ${COMMISSIONS.toLocaleString("en")} commissions of a partner follow`;
  report({ row, engine: engine.name, value: slowest.ms, unit: "ms", most: MOST_MS, note: slowest.note });
  await service.stop();
  await stage.close();
}

await onEachEngine(measure);
