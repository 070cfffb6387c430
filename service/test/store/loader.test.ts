import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Journal } from "../../src/store/journal/journal.ts";
import { Loader, type ApplyRecords } from "../../src/store/journal/loader.ts";
import type { Store } from "../../src/store/open.ts";
import { openTestStore } from "../open-test-store.ts";

let store: Store;
let root: string;

beforeAll(async () => {
  store = await openTestStore();
  root = mkdtempSync(join(tmpdir(), "referrals-loader-"));
  await store.pool.query("create table loaded (id bigserial, record text unique)");
});
beforeEach(() => store.pool.query("truncate loaded"));
afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const insert: ApplyRecords = async (trx, records) => {
  await sql`insert into loaded (record) select unnest(${records}::text[])`.execute(trx);
};

const append = (journal: Journal, record: string): Promise<void> =>
  new Promise((resolve, reject) => journal.append(record, (error) => (error ? reject(error) : resolve())));

const rows = async (): Promise<string[]> =>
  (await store.pool.query<{ record: string }>("select record from loaded order by id")).rows.map(
    ({ record }) => record,
  );

const open = (
  directory: string,
  apply: ApplyRecords = insert,
  errors: unknown[] = [],
): { journal: Journal; loader: Loader } => {
  const journal = new Journal(directory);
  return { journal, loader: new Loader({ store, journal, apply, onError: (error) => errors.push(error) }) };
};

const freshDirectory = (): string => mkdtempSync(join(root, "journal-"));

describe("the loader of a journal", () => {
  it("has moved every answered record into the database when `loaded` resolves, in order", async () => {
    const { journal, loader } = open(freshDirectory());
    await loader.start();
    const records = Array.from({ length: 500 }, (_, i) => `r${i}`);
    await Promise.all(records.map((record) => append(journal, record)));
    await loader.loaded();
    expect(await rows()).toEqual(records);
    await loader.stop();
    await journal.close();
  });

  it("moves what an earlier process left behind, once", async () => {
    const directory = freshDirectory();
    const crashed = new Journal(directory);
    await append(crashed, "left behind");
    await crashed.close();
    for (let start = 0; start < 3; start++) {
      const { journal, loader } = open(directory);
      await loader.start();
      await append(journal, `start ${start}`);
      await loader.loaded();
      await loader.stop();
      await journal.close();
    }
    expect(await rows()).toEqual(["left behind", "start 0", "start 1", "start 2"]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".journal"))).toHaveLength(1);
  });

  it("tries again after a failed transaction, without loss or double", async () => {
    const errors: unknown[] = [];
    let failures = 2;
    const failing: ApplyRecords = async (trx, records) => {
      await insert(trx, records);
      if (failures-- > 0) throw new Error("connection lost");
    };
    const { journal, loader } = open(freshDirectory(), failing, errors);
    await loader.start();
    await append(journal, "a");
    await loader.loaded();
    expect(await rows()).toEqual(["a"]);
    expect(errors).toHaveLength(2);
    await loader.stop();
    await journal.close();
  });

  it("drops and reports a record the database can never take, and moves the others", async () => {
    const errors: unknown[] = [];
    const strict: ApplyRecords = async (trx, records) => {
      await sql`select unnest(${records}::text[])::jsonb`.execute(trx);
      await insert(trx, records);
    };
    const { journal, loader } = open(freshDirectory(), strict, errors);
    await loader.start();
    await Promise.all(["1", "no json", "2"].map((record) => append(journal, record)));
    await loader.loaded();
    expect(await rows()).toEqual(["1", "2"]);
    expect(errors.map(String)).toEqual([
      expect.stringContaining("a record was dropped, the database refuses it: no json"),
    ]);
    await loader.stop();
    await journal.close();
  });

  it("costs nothing when nothing waits", async () => {
    const { journal, loader } = open(freshDirectory(), () => Promise.reject(new Error("nothing to apply")));
    await loader.start();
    await loader.loaded();
    expect(await rows()).toEqual([]);
    await loader.stop();
    await journal.close();
  });
});
