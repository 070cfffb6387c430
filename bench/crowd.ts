import { setMaxListeners } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { onEachEngine, type Engine } from "./stage/engines.ts";
import { quantile } from "./stage/quantiles.ts";
import { report } from "./stage/report.ts";
import { seedClicks } from "./stage/seed-clicks.ts";
import { seedEnrollments } from "./stage/seed-enrollments.ts";
import { keepAddresses, openStage, type Stage } from "./stage/stage.ts";

/** Every other kind of call while 24 exports and 24 analytics are asked for at once, again and again, over clicks that anybody could make. */
const CLICKS = Number(process.env["BENCH_CROWD_CLICKS"] ?? 100_000);
/** Each referring page is another, as long as a visitor may send it in this many letters. */
const REFERER_LETTERS = 1_300;
const EACH = 24;
/** Callers of the other kinds, each with one call at a time. */
const CALLERS = 4;
const ALONE_MS = Number(process.env["BENCH_CROWD_ALONE_MS"] ?? 10_000);
const BESIDE_MS = Number(process.env["BENCH_CROWD_MS"] ?? 30_000);
/** What others may wait at the 99th percentile: twice what they wait alone, or this. */
const MOST_MS = 400;

interface Answer {
  status: number;
  text: string;
  retryAfter: number;
}

interface Asked {
  method?: string;
  body?: unknown;
  token?: string | null;
  /** Of a report: its megabytes are thrown away as they come, and this hangs up. */
  until?: AbortSignal;
}

type Ask = (path: string, asked?: Asked) => Promise<Answer>;

let addresses = 0;

/** Calls of a service in a process of its own, each from another address. */
function caller(port: number): { ask: Ask; close: () => void } {
  const agent = new Agent({ keepAlive: true });
  const ask: Ask = (path, asked = {}) =>
    new Promise((resolve, reject) => {
      const { method = "GET", body, token, until } = asked;
      const n = (addresses += 1);
      const headers = {
        host: "127.0.0.1",
        "user-agent": "Mozilla/5.0 Chrome/140.0.0.0",
        "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
        ...(typeof token === "string" && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      const sent = httpRequest({ port, path, method, headers, agent, signal: until }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => until || chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const retryAfter = Number(response.headers["retry-after"] ?? 0);
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString(), retryAfter });
        });
      });
      // The service ends connections on which nothing was asked for some seconds.
      sent.on("error", (error) => (sent.reusedSocket && !until?.aborted ? resolve(ask(path, asked)) : reject(error)));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { ask, close: () => agent.destroy() };
}

/** A kind of call: one round of it, whose calls `ask` times. */
type Kind = (ask: Ask, n: number) => Promise<void>;

/** The kinds of call that are no reports, each with an answer of success. */
function kindsOf({ apiKey: token }: Stage, partnerToken: string): Record<string, Kind> {
  // Answers of 5xx are what is counted; any other that is not expected is a mistake of this benchmark.
  const must = async (answer: Promise<Answer>, most = 299): Promise<void> => {
    const { status, text } = await answer;
    if (status > most && status < 500) throw new Error(`${status} ${text.slice(0, 300)}`);
  };
  const read =
    (path: string, of: string | null = token): Kind =>
    (ask) =>
      must(ask(`/api${path}`, { token: of }));
  const visit =
    (path: (n: number) => string, most: number): Kind =>
    (ask, n) =>
      must(ask(path(n)), most);
  const post =
    (path: string, body: (n: number) => unknown, of: string | null = token): Kind =>
    (ask, n) =>
      must(ask(`/api${path}`, { method: "POST", token: of, body: body(n) }));
  return {
    "redirect, in memory": visit(() => "/k2", 302),
    "redirect, not in memory": visit((n) => `/nobody-${n}`, 404),
    "redirect, read once": visit((n) => `/k${n % 1000}`, 302),
    "track a click": post("/track/click", () => ({ domain: "127.0.0.1", key: "k4" }), null),
    "track a lead": post("/track/lead", (n) => {
      return { clickId: `click${"0".repeat(25)}41`, eventName: "Sign up", customerExternalId: `crowd-${n}` };
    }),
    "track a sale": post("/track/sale", (n) => {
      return { customerExternalId: "customer_6", amount: 4900, invoiceId: `crowd-${n}` };
    }),
    offer: read("/track/offer?domain=127.0.0.1&key=k4", null),
    "QR code": read("/qr?url=https://acme.test/"),
    "list partners": read("/partners?pageSize=50"),
    "list links": read("/links?pageSize=50"),
    "list customers": read("/customers?pageSize=50"),
    "list commissions": read("/commissions?pageSize=50"),
    "list payouts": read("/payouts"),
    "one partner's links": read("/partners/links?tenantId=tenant_2"),
    "make a link": post("/links", (n) => ({ url: "https://acme.test/", externalId: `crowd-${n}` })),
    "mint a token": post("/tokens/embed/referrals", () => ({ tenantId: "tenant_8" })),
    "dashboard bootstrap": read("/embed/referrals", partnerToken),
    "dashboard earnings": read("/embed/referrals/earnings", partnerToken),
    "dashboard links": read("/embed/referrals/links", partnerToken),
    "dashboard leaderboard": read("/embed/referrals/leaderboard", partnerToken),
    "documentation search": visit((n) => `/docs/search?q=word${n}`, 200),
  };
}

/** What was measured of each kind. */
class Waits {
  readonly ofKind = new Map<string, number[]>();
  /** Answers of 5xx, and calls without an answer. */
  failed = 0;

  /** Asks kind after kind until the time is over. */
  async measure(ask: Ask, kinds: Record<string, Kind>, durationMs: number): Promise<void> {
    const until = performance.now() + durationMs;
    const names = Object.keys(kinds);
    const timed =
      (name: string): Ask =>
      async (path, asked) => {
        const begun = performance.now();
        const answer = await ask(path, asked);
        this.#waitsOf(name).push(performance.now() - begun);
        if (answer.status >= 500) this.failed += 1;
        return answer;
      };
    const callInTurn = async (index: number): Promise<void> => {
      // Each begins elsewhere, so that they do not ask for the same at once.
      for (let at = Math.floor((index * names.length) / CALLERS); performance.now() < until; at += 1) {
        const name = names[at % names.length]!;
        await kinds[name]!(timed(name), (count += 1));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, index) => callInTurn(index)));
  }

  p(share: number, name: string): number {
    return quantile(this.#waitsOf(name), share);
  }

  countOf(name: string): number {
    return this.#waitsOf(name).length;
  }

  #waitsOf(name: string): number[] {
    const times = this.ofKind.get(name) ?? [];
    this.ofKind.set(name, times);
    return times;
  }
}

let count = 0;

/** Reports that are asked for without pause; who is told to wait does so. */
async function askForReports(ask: Ask, { path, token }: { path: string; token: string }, until: AbortSignal) {
  const answers = new Map<number, number>();
  const askAgain = async (): Promise<void> => {
    while (!until.aborted) {
      const { status, retryAfter } = await ask(path, { token, until });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status !== 200) await sleep(1_000 * retryAfter * (0.75 + Math.random() / 2));
    }
  };
  await Promise.allSettled(Array.from({ length: EACH / 2 }, askAgain));
  return answers;
}

async function measureCrowd(engine: Engine): Promise<void> {
  const stage = await openStage(engine);
  await seedEnrollments(stage, { total: 1000, until: new Date() });
  await seedClicks(stage, CLICKS, { links: 1, refererLetters: REFERER_LETTERS });
  console.log(`  addresses summed in ${await keepAddresses(stage)}`);
  const tokenOf = async (tenantId: string): Promise<string> =>
    (JSON.parse(await stage.request("/tokens/embed/referrals", { body: { tenantId } })) as { publicToken: string })
      .publicToken;
  const [crowded, other] = [await tokenOf("tenant_0"), await tokenOf("tenant_2")];
  const service = await stage.serve();
  const { ask, close } = caller(service.port);
  const kinds = kindsOf(stage, other);
  await new Waits().measure(ask, kinds, 2_000);
  const alone = new Waits();
  await alone.measure(ask, kinds, ALONE_MS);
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  const analytics = "analytics?groupBy=referer_urls&interval=all";
  const reports = [
    { path: "/api/embed/referrals/export?section=events", token: crowded },
    { path: "/api/embed/referrals/export?section=events&format=csv", token: crowded },
    { path: `/api/embed/referrals/${analytics}`, token: crowded },
    { path: `/api/${analytics}`, token: stage.apiKey },
  ].map((asked) => askForReports(ask, asked, ended.signal));
  await sleep(500);
  const beside = new Waits();
  await beside.measure(ask, kinds, BESIDE_MS);
  ended.abort();
  print(engine.name, { alone, beside, answers: await Promise.all(reports) });
  close();
  await service.stop();
  await stage.close();
}

function print(
  engine: string,
  { alone, beside, answers }: { alone: Waits; beside: Waits; answers: Map<number, number>[] },
): void {
  console.log(`${engine}, beside ${EACH} exports and ${EACH} analytics over ${CLICKS} clicks (alone)`);
  const measured = [...beside.ofKind.keys()].map((name) => {
    const most = Math.max(MOST_MS, 2 * alone.p(0.99, name));
    return { name, most, p99: beside.p(0.99, name) };
  });
  for (const { name, most, p99 } of measured) {
    const figure = (ms: number): string => ms.toFixed(0).padStart(5);
    console.log(
      `  ${name.padEnd(24)} p50 ${figure(beside.p(0.5, name))} ms (${figure(alone.p(0.5, name))})  p99 ${figure(p99)} ms (${figure(alone.p(0.99, name))})  ${beside.countOf(name)} calls ${p99 > most ? "TOO SLOW" : ""}`,
    );
  }
  const told = answers.map((each) => [...each].map(([status, times]) => `${times} × ${status}`).join(", "));
  console.log(
    `  reports: exports as JSON ${told[0]}; as CSV ${told[1]}; a partner's analytics ${told[2]}; all ${told[3]}`,
  );
  const worst = measured.reduce((one, next) => (next.p99 / next.most > one.p99 / one.most ? next : one));
  const row = `others beside ${EACH} exports and ${EACH} analytics at once`;
  report({
    row: `${row}, p99 of the slowest kind`,
    engine,
    value: worst.p99,
    unit: "ms",
    most: MOST_MS,
    note: worst.name,
  });
  const failedReports = answers.flatMap((each) => [...each]).filter(([status]) => status >= 500);
  const failed = beside.failed + failedReports.reduce((sum, [, times]) => sum + times, 0);
  report({ row: `${row}, answers of 5xx`, engine, value: failed, unit: "requests", most: 0 });
  console.log(`  ${failed} answers of 5xx\n`);
}

await onEachEngine(measureCrowd);
