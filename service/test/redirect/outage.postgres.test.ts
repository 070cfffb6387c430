import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createIds } from "../../src/domain/ids.ts";
import { startRedirect, type RunningRedirect } from "../../src/clicks/redirect/start-redirect.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { createTestService, testConfig, type TestService } from "../harness.ts";
import { createTestDatabase } from "../open-test-store.ts";
import { openWire, type Wire } from "../open-wire.ts";

describe("while the database is away", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let wire: Wire;
  let store: Store;
  let service: TestService;
  let redirect: RunningRedirect;
  let base: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await openWire(database.url);
    store = await openStore({ databaseUrl: wire.url });
    service = await createTestService({}, store);
    const dataDir = mkdtempSync(join(tmpdir(), "referrals-outage-"));
    const config = testConfig({ dataDir, trustedProxies: ["127.0.0.1"] });
    const { clock } = service;
    redirect = await startRedirect({ store, clock, ids: createIds(clock), config, onError: () => {} });
    const { host } = new URL(config.linkDomains[0]!);
    const server = createHttpServer((request, response) => redirect.answer(request, response, host));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = async () => {
      await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
      await redirect.close();
      await service.close();
      await wire.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  afterAll(() => close());

  let visitors = 0;
  const visit = (path: string): Promise<Response> =>
    fetch(`${base}/r${path}`, {
      redirect: "manual",
      headers: { "x-forwarded-for": `198.51.100.${(visitors += 1)}`, "user-agent": "Mozilla/5.0 Firefox/130.0" },
    });

  /** A second later: the database is asked again no sooner. */
  const visitLater = async (path: string): Promise<number> => {
    await setTimeout(1_000);
    return (await visit(path)).status;
  };

  it("known links redirect from memory, past midnight too, others answer 503 with Retry-After, and no click is lost", async () => {
    const link = (await service.request("POST", "/links", { body: { url: "https://known.test/", key: "known" } })).body;
    await service.request("POST", "/links", { body: { url: "https://unknown.test/", key: "unknown" } });
    const statuses: number[] = [];
    const ask = async (path: string): Promise<number> => (await visit(path)).status;
    expect(await ask("/known")).toBe(302);
    // Each connection passes on that the link is new; in memory it stays from the visit after the last of them.
    await setTimeout(300);
    expect(await ask("/known")).toBe(302);
    wire.cut();
    await expect.poll(() => store.isLive()).toBe(false);
    for (let count = 0; count < 20; count += 1) statuses.push(await ask("/known"));
    service.clock.advance(50 * 60_000);
    statuses.push(await ask("/known"));
    expect(new Set(statuses)).toEqual(new Set([302]));
    const refused = await visit("/unknown");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    wire.mend();
    await expect.poll(() => visitLater("/unknown"), { timeout: 20_000 }).toBe(302);
    await redirect.clicks.loaded();
    const { clicks } = (await service.request("GET", `/links/${link.id}`)).body;
    expect(clicks).toBe(23);
  });

  it("a clock that is set back keeps nobody waiting for a link that can be read again", async () => {
    await service.request("POST", "/links", { body: { url: "https://later.test/", key: "later" } });
    wire.cut();
    await expect.poll(() => store.isLive()).toBe(false);
    expect((await visit("/later")).status).toBe(503);
    service.clock.advance(-600_000);
    wire.mend();
    await expect.poll(() => visitLater("/later"), { timeout: 20_000 }).toBe(302);
    service.clock.advance(600_000);
  });

  it("for more than an hour, a link in memory is one that nobody can vouch for: 503 with Retry-After", async () => {
    wire.cut();
    await expect.poll(() => store.isLive()).toBe(false);
    expect((await visit("/known")).status).toBe(302);
    service.clock.advance(3_600_001);
    expect((await visit("/known")).status).toBe(503);
    wire.mend();
    await expect.poll(() => visitLater("/known"), { timeout: 20_000 }).toBe(302);
  });
});
