import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { ClickIds } from "../../src/domain/click-ids.ts";
import { isClickId } from "../../src/analytics-script/click-id.ts";
import { sumAddressDays } from "../../src/jobs/keep-sums.ts";
import { startRedirect, type RunningRedirect } from "../../src/clicks/redirect/start-redirect.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, dayMs, testConfig, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";
import { browser } from "./open-redirect.ts";

/** A replica with a journal of its own, which stores its clicks only while it may. */
interface Replica {
  running: RunningRedirect;
  /** The answer to a call, with the key of the workspace. */
  call: (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>;
  visit: (visitor: number) => Promise<string>;
  /** Until `store`, its clicks stay in its journal: it is as good as gone. */
  hold: () => void;
  store: () => Promise<void>;
}

let service: TestService;
let root: string;
let linkId: string;
let replicas: [Replica, Replica];
let count = 0;

beforeAll(async () => {
  service = await createTestService();
  root = mkdtempSync(join(tmpdir(), "referrals-unstored-"));
  linkId = (await service.createPartner()).links?.[0]?.id ?? "";
  replicas = [await startReplica("a"), await startReplica("b")];
});
afterEach(() => Promise.all(replicas.map((replica) => replica.store())));
afterAll(async () => {
  for (const { running } of replicas) await running.close();
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

async function startReplica(name: string, more: { pendingBytes?: number } = {}): Promise<Replica> {
  let open: (() => void) | undefined;
  let gate = Promise.resolve();
  let visits = 0;
  // A visit may write the salt of a new day, and is never held.
  const transaction: Store["transaction"] = async (work) => {
    if (visits === 0) await gate;
    return service.store.transaction(work);
  };
  const { clock, deps, apiKey } = service;
  const config = testConfig({ dataDir: join(root, name), trustedProxies: ["127.0.0.1"] });
  const store = Object.create(service.store, { transaction: { value: transaction } }) as Store;
  const running = await startRedirect({ store, clock, ids: deps.ids, config, onError: () => {}, ...more });
  const app = createApp({ ...deps, clicks: running.clicks });
  return {
    running,
    call: async (path, body) => {
      // As the SDK sends: the whole request is then one transaction.
      const keys = { authorization: `Bearer ${apiKey}`, "idempotency-key": nextId("key") };
      const headers = { ...keys, "content-type": "application/json" };
      const answer = await app.request(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    visit: (visitor) => {
      visits += 1;
      const visited = running.clicks.record({
        linkId,
        url: "https://acme.test/?utm_source=letter",
        referrer: "https://news.test/today",
        trigger: "link",
        address: `198.51.100.${visitor % 250}`,
        userAgent: browser,
        proxyHeaders: new Headers(),
      });
      return visited.finally(() => (visits -= 1));
    },
    hold: () => {
      if (!open) gate = new Promise((resolve) => (open = resolve));
    },
    store: async () => {
      open?.();
      open = undefined;
      await running.clicks.loaded();
    },
  };
}

const nextId = (prefix: string): string => `${prefix}_${(count += 1)}`;
const byBrowser = async (event: string): Promise<unknown> =>
  (await service.request<unknown[]>("GET", `/analytics?event=${event}&groupBy=browsers&interval=all&linkId=${linkId}`))
    .body;

describe("a click that another replica answered and has not stored", () => {
  it("is known to every replica at once, and what follows from it counts under its facets once it is stored", async () => {
    const [a, b] = replicas;
    a.hold();
    const clickId = await a.visit(1);
    expect(isClickId(clickId)).toBe(true);
    const customerExternalId = nextId("cus");
    const lead = await b.call("/track/lead", { clickId, customerExternalId, eventName: "Sign up" });
    expect(lead).toMatchObject({ status: 200, body: { click: { id: clickId }, link: { id: linkId } } });
    const invoiceId = nextId("in");
    expect((await b.call("/track/sale", { customerExternalId, amount: 1000, invoiceId })).status).toBe(200);
    expect((await b.call("/track/refund", { invoiceId, amount: 400 })).status).toBe(200);
    expect(await brokenInvariants(service)).toEqual([]);
    await a.store();
    expect(await brokenInvariants(service)).toEqual([]);
    expect(await byBrowser("sales")).toEqual([expect.objectContaining({ browser: "Chrome", saleAmount: 600 })]);
    const { rows } = await service.store.pool.query("select * from awaited_counts");
    expect(rows).toEqual([]);
  });

  it("is taken at its word by the replica itself, whose memory of clicks that wait is bounded", async () => {
    const small = await startReplica("small", { pendingBytes: 16_000 });
    small.hold();
    const clickIds: string[] = [];
    for (let visitor = 10; visitor < 60; visitor += 1) clickIds.push(await small.visit(visitor));
    const [first = "", last = ""] = [clickIds[0], clickIds.at(-1)];
    expect([small.running.clicks.find(first), small.running.clicks.find(last)?.click_id]).toEqual([undefined, last]);
    for (const clickId of [first, last]) {
      const sold = { clickId, customerExternalId: nextId("cus"), amount: 1000, invoiceId: nextId("in") };
      expect((await small.call("/track/sale", sold)).status).toBe(200);
    }
    await small.store();
    await small.running.close();
    expect(await brokenInvariants(service)).toEqual([]);
    const { rows } = await service.store.pool.query("select * from awaited_counts");
    expect(rows).toEqual([]);
  });

  it("binds a customer in a deferred call, and a page's sale is settled by it", async () => {
    const [a, b] = replicas;
    a.hold();
    const clickId = await a.visit(2);
    const customerExternalId = nextId("cus");
    const deferred = { clickId, customerExternalId, eventName: "Sign up", mode: "deferred" };
    expect((await b.call("/track/lead", deferred)).status).toBe(200);
    const sold = { customerExternalId, amount: 1000, invoiceId: nextId("in") };
    const sale = await b.call("/track/sale", sold);
    expect(sale).toMatchObject({ status: 200, body: { customer: { externalId: customerExternalId } } });
    await a.store();
    expect(await brokenInvariants(service)).toEqual([]);
  });

  it("is none when its id was changed in one place, or made with another secret", async () => {
    const [a, b] = replicas;
    a.hold();
    const clickId = await a.visit(3);
    const lead = (id: string) =>
      b.call("/track/lead", { clickId: id, customerExternalId: nextId("cus"), eventName: "Sign up" });
    for (let at = 0; at < clickId.length; at += 1) {
      const changed = clickId.slice(0, at) + (clickId[at] === "0" ? "1" : "0") + clickId.slice(at + 1);
      expect([at, (await lead(changed)).status]).toEqual([at, 404]);
    }
    expect((await lead(new ClickIds("another").make(linkId, service.clock.now()))).status).toBe(404);
    expect((await lead(clickId)).status).toBe(200);
  });

  it("keeps every sum equal to its events, whatever comes in which order, at once, a day late or twice", async () => {
    const step = fc.record({
      at: fc.constantFrom(0, 1),
      kind: fc.constantFrom("visit", "lead", "sale", "refund", "hold", "store", "later", "sum"),
      pick: fc.nat(5),
      isBesideStoring: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const clicks: string[] = [];
        const customers: string[] = [];
        const invoices: string[] = [];
        const act = async (replica: Replica, { kind, pick }: (typeof steps)[number]): Promise<number> => {
          const clickId = clicks[pick % clicks.length];
          const customerExternalId = customers[pick % customers.length];
          const invoiceId = invoices[pick % invoices.length];
          if (kind === "visit") clicks.push(await replica.visit((count += 1)));
          else if (kind === "later") service.clock.advance(dayMs / 2);
          else if (kind === "sum") await sumAddressDays(service.ctx());
          else if (kind === "lead" && clickId) {
            customers.push(nextId("cus"));
            const lead = { clickId, customerExternalId: customers.at(-1), eventName: "Sign up" };
            return (await replica.call("/track/lead", lead)).status;
          } else if (kind === "sale" && customerExternalId) {
            invoices.push(nextId("in"));
            const sale = { customerExternalId, amount: 1000, invoiceId: invoices.at(-1) };
            return (await replica.call("/track/sale", sale)).status;
          } else if (kind === "refund" && invoiceId) {
            return (await replica.call("/track/refund", { invoiceId })).status;
          }
          return 200;
        };
        for (const one of steps) {
          const replica = replicas[one.at] as Replica;
          if (one.kind === "hold") replica.hold();
          if (one.kind === "store") await replica.store();
          const storing = one.isBesideStoring ? replicas[1 - one.at]?.store() : undefined;
          expect(await act(replica, one)).toBe(200);
          await storing;
          expect(await brokenInvariants(service)).toEqual([]);
        }
        await Promise.all(replicas.map((each) => each.store()));
        expect(await brokenInvariants(service)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
