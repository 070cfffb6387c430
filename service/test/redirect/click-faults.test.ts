import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createContext } from "../../src/domain/context.ts";
import { createCustomer, deleteCustomer } from "../../src/domain/customers/write-customer.ts";
import { createIds } from "../../src/domain/ids.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { disk, type Disk } from "../../src/clicks/journal/disk.ts";
import { encodeRecords } from "../../src/clicks/journal/records.ts";
import { SetAside } from "../../src/clicks/journal/set-aside.ts";
import { testConfig } from "../harness.ts";
import { oldFrame } from "../store/old-journal.ts";
import { openRedirect, type TestRedirect } from "./open-redirect.ts";

let redirect: TestRedirect;
let isFull = false;
const fillingDisk: Disk = {
  create: (path) => disk.create(path),
  write: (at, bytes, done) =>
    isFull ? done(Object.assign(new Error("no space"), { code: "ENOSPC" })) : disk.write(at, bytes, done),
};

beforeAll(async () => {
  redirect = await openRedirect({}, fillingDisk);
  // Whatever bounds requests have, the database refuses some click: here any from a page of this host.
  await redirect.store.pool.query(`alter table click_events add constraint refuses_a_host
    check (referer is null or referer <> 'refused.example')`);
});
beforeEach(() => {
  redirect.errors.length = 0;
});
afterAll(async () => {
  await redirect.store.pool.query("alter table click_events drop constraint if exists refuses_a_host");
  await redirect.close();
});

const clicksOf = async (id: string): Promise<number> => {
  await redirect.running.clicks.loaded();
  const { clicks } = await redirect.store.db
    .selectFrom("links")
    .select("clicks")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return clicks;
};

const journal = (): string => join(redirect.dataDir, "journal");

const segmentFiles = (): string[] =>
  readdirSync(journal())
    .filter((name) => name.endsWith(".journal"))
    .map((name) => join(journal(), name));

const violations = async (): Promise<string[]> => {
  const results = await verifyData({ db: redirect.store.db, config: testConfig() });
  return results.filter((result) => result.violations > 0).map(({ id, says }) => `${id} ${says}`);
};

describe("a click that the database refuses", () => {
  it("is kept with its reason, reported, and blocks no other click, and is stored by the first start after which the database takes it (I2)", async () => {
    const { id, path } = await redirect.link();
    const visit = (i: number) => {
      const headers = i % 5 === 2 ? { referer: "https://refused.example/" } : undefined;
      return redirect.visit(path, { ip: `198.51.100.${i}`, headers });
    };
    for (let i = 0; i < 20; i++) expect((await visit(i)).status).toBe(302);
    expect(await clicksOf(id)).toBe(16);
    expect(await redirect.running.state.countRefused()).toBe(4);
    expect(redirect.running.state.lagMs()).toBe(0);
    expect(redirect.errors.filter((error) => error instanceof SetAside)).toHaveLength(4);
    await visit(22);
    await redirect.restart();
    await visit(23);
    expect(await clicksOf(id)).toBe(17);
    expect(await redirect.running.state.countRefused()).toBe(5);
    expect(await violations()).toEqual([]);
    await redirect.store.pool.query("alter table click_events drop constraint refuses_a_host");
    await redirect.restart();
    await expect.poll(() => redirect.running.state.countRefused()).toBe(0);
    expect(await clicksOf(id)).toBe(22);
    expect(await violations()).toEqual([]);
  });
});

describe("a journal of an older version", () => {
  it("is loaded where it was not, whatever was noted of it: nothing is lost and nothing doubled", async () => {
    const { id, path } = await redirect.link();
    for (let i = 0; i < 4; i++) await redirect.visit(path, { ip: `198.51.100.${i}` });
    // Two visits of one visitor in one millisecond.
    await redirect.visit(path, { ip: "198.51.100.0" });
    await redirect.visit(path, { ip: "198.51.100.0" });
    expect(await clicksOf(id)).toBe(6);
    const [file = ""] = segmentFiles();
    const lines = readFileSync(file, "latin1").match(/\{"t":.*?"ref":""\}/g) ?? [];
    const ours = lines.filter((line) => line.includes(`"${id}"`));
    expect(ours).toHaveLength(6);
    const missing = ours.slice(0, 2).map((line, i) => line.replace(/"c":"[^"]+"/, `"c":"AAAAAAAAAAAAAAA${i}"`));
    const again = [...missing, ours.at(-1) ?? ""];
    await redirect.restart(() => {
      for (const left of segmentFiles()) rmSync(left);
      writeFileSync(join(journal(), "000000000001.journal"), Buffer.concat([oldFrame(ours), oldFrame(again)]));
    });
    expect(await clicksOf(id)).toBe(9);
    await redirect.restart();
    expect(await clicksOf(id)).toBe(9);
    expect(await violations()).toEqual([]);
  });
});

describe("what is told of clicks", () => {
  it("is that the disk refuses writes, while it does", async () => {
    const { path } = await redirect.link();
    isFull = true;
    expect((await redirect.visit(path)).status).toBe(503);
    await expect(redirect.running.state.checkDisk()).rejects.toThrow("no space");
    isFull = false;
    await redirect.running.state.checkDisk();
    expect((await redirect.visit(path)).status).toBe(302);
  });

  it("is how many damaged stretches of the journal are kept, and the clicks around them are stored", async () => {
    const { id, path } = await redirect.link();
    await redirect.visit(path, { ip: "198.51.100.1" });
    expect(await clicksOf(id)).toBe(1);
    const line =
      readFileSync(segmentFiles().at(-1) ?? "", "latin1")
        .match(/\{"t":.*?"ref":""\}/g)
        ?.at(-1) ?? "";
    await redirect.restart(() => {
      const records = [1, 2, 3].map((i) => line.replace(/"c":"[^"]+"/, `"c":"BBBBBBBBBBBBBBB${i}"`));
      const { bytes, ends } = encodeRecords(records, Buffer.alloc(0));
      bytes[(ends[0] ?? 0) + 40] = 0x20;
      writeFileSync(join(journal(), "000000000099-01J00000000000000000000000.journal"), bytes);
    });
    expect(await clicksOf(id)).toBe(3);
    expect(redirect.running.state.countDamaged()).toBe(1);
    expect(redirect.errors.filter((error) => error instanceof SetAside)).toHaveLength(1);
  });
});

describe("erasing somebody (Y4)", () => {
  it("removes what visitors sent from the journal, and loses no click of those that come meanwhile", async () => {
    const { store, clock, workspaceId } = redirect;
    const deps = { store, clock, ids: createIds(clock), config: testConfig(), requestId: null };
    const ctx = createContext({ ...deps, actor: { type: "system", id: null }, workspaceId });
    const { id, path } = await redirect.link();
    const headers = { "user-agent": "Mozilla/5.0 (erasable marker) Firefox/140.0", referer: "https://a.test/erasable" };
    await redirect.visit(path, { headers });
    await redirect.running.clicks.loaded();
    const journalText = (): string =>
      segmentFiles()
        .map((file) => readFileSync(file, "latin1"))
        .join("");
    expect(journalText()).toContain("erasable");

    const customer = await createCustomer(ctx, { externalId: "erasable" });
    const visits = Array.from({ length: 20 }, (_, index) =>
      redirect.visit(path, { headers: { "user-agent": `Mozilla/5.0 Firefox/${index}.0` } }),
    );
    await deleteCustomer(ctx, customer.id);
    await Promise.all(visits);
    await expect.poll(journalText).not.toContain("erasable");
    expect(await clicksOf(id)).toBe(21);
  });
});
