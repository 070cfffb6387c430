import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Journal } from "../../src/clicks/journal/journal.ts";
import { Loader, type ApplyRecords } from "../../src/clicks/journal/loader.ts";
import { SetAside } from "../../src/clicks/journal/set-aside.ts";
import type { Store } from "../../src/store/open.ts";
import { openOwnStore } from "../open-test-store.ts";
import { oldFrame } from "./old-journal.ts";

let store: Store;
let root: string;

beforeAll(async () => {
  store = await openOwnStore();
  root = mkdtempSync(join(tmpdir(), "referrals-loader-"));
  await store.pool.query("create table loaded (id bigserial, record text unique)");
});
beforeEach(() => store.pool.query("truncate loaded, refused_clicks"));
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

/** When every record was written, and the time it is. */
const written = 1_000;
let now = written;

const open = (
  directory: string,
  apply: ApplyRecords = insert,
  errors: unknown[] = [],
): { journal: Journal; loader: Loader } => {
  const journal = new Journal(directory);
  return {
    journal,
    loader: new Loader({
      store,
      journal,
      apply,
      timeOf: () => written,
      now: () => now,
      onError: (error) => errors.push(error),
    }),
  };
};

/** Refuses the records that begin so. */
const refusing =
  (code: string | undefined, start: string): ApplyRecords =>
  async (trx, records, uncertain) => {
    if (records.some((record) => record.startsWith(start))) throw Object.assign(new Error("refused it is"), { code });
    await insert(trx, records, uncertain);
  };

const refusedOf = async (journal: Journal): Promise<string[]> => {
  const { rows } = await store.pool.query<{ record: string }>(
    "select convert_from(record, 'UTF8') as record from refused_clicks where segment = any($1) order by segment, byte_offset",
    [journal.segments],
  );
  return rows.map(({ record }) => record);
};

const freshDirectory = (): string => mkdtempSync(join(root, "journal-"));

describe("the loader of a journal", () => {
  it("has moved every answered record into the database when `reach` resolves, in order", async () => {
    const { journal, loader } = open(freshDirectory());
    await loader.start();
    const records = Array.from({ length: 500 }, (_, i) => `r${i}`);
    await Promise.all(records.map((record) => append(journal, record)));
    await loader.reach(journal.end);
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
      await loader.reach(journal.end);
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
      await insert(trx, records, false);
      if (failures-- > 0) throw new Error("connection lost");
    };
    const { journal, loader } = open(freshDirectory(), failing, errors);
    await loader.start();
    await append(journal, "a");
    await loader.reach(journal.end);
    expect(await rows()).toEqual(["a"]);
    expect(errors).toHaveLength(2);
    await loader.stop();
    await journal.close();
  });

  it.each(["21000", "22P05", "23514", "54000", "P0001", "42883", "XX000", "0A000", "57014", undefined])(
    "sets aside alone, with its reason, a record that the database refuses with SQLSTATE %s, and moves the others",
    async (code) => {
      const errors: unknown[] = [];
      const { journal, loader } = open(freshDirectory(), refusing(code, "refused"), errors);
      await loader.start();
      await append(journal, "before");
      await loader.reach(journal.end);
      const records = Array.from({ length: 50 }, (_, i) => (i % 20 === 7 ? `refused ${i}` : `r${i}`));
      await Promise.all(records.map((record) => append(journal, record)));
      await loader.reach(journal.end);
      expect(await rows()).toEqual([
        "before",
        ...records.filter((record) => record.startsWith("r") && !record.startsWith("refused")),
      ]);
      expect(await refusedOf(journal)).toEqual([7, 27, 47].map((i) => `refused ${i}`));
      expect(errors.filter((error) => error instanceof SetAside).map(String)).toEqual(
        Array(3).fill(expect.stringContaining("refused_clicks")),
      );
      await loader.stop();
      await journal.close();
    },
  );

  it("starts with a journal that holds nothing but refused records", async () => {
    const directory = freshDirectory();
    const left = new Journal(directory);
    for (const record of ["refused 1", "refused 2"]) await append(left, record);
    await left.close();
    for (const code of ["54000", "XX000"]) {
      const { journal, loader } = open(directory, refusing(code, "refused"));
      await loader.start();
      await append(journal, `after ${code}`);
      await loader.reach(journal.end);
      await loader.stop();
      await journal.close();
    }
    expect(await rows()).toEqual(["after 54000", "after XX000"]);
    expect((await store.pool.query("select reason from refused_clicks")).rows).toHaveLength(2);
  });

  it.each(["08006", "40001", "53100", "53200", "55P03", "57P01", "58030", "ECONNREFUSED"])(
    "sets nothing aside while the database fails with %s, however long, and loads all once it does not",
    async (code) => {
      let failures = 3;
      const failing: ApplyRecords = async (trx, records, uncertain) => {
        if (failures-- > 0) throw Object.assign(new Error("not now"), { code });
        await insert(trx, records, uncertain);
      };
      const { journal, loader } = open(freshDirectory(), failing);
      await loader.start();
      const records = ["a", "b", "c"];
      await Promise.all(records.map((record) => append(journal, record)));
      await loader.reach(journal.end);
      expect(await rows()).toEqual(records);
      expect(await refusedOf(journal)).toEqual([]);
      await loader.stop();
      await journal.close();
    },
    30_000,
  );

  it("takes a connection lost in the middle of a single record for no fault of it", async () => {
    let lost = false;
    const losing: ApplyRecords = async (trx, records, uncertain) => {
      await insert(trx, records, uncertain);
      if (records.includes("b") && !lost) {
        lost = true;
        throw new Error("read ECONNRESET");
      }
    };
    const { journal, loader } = open(freshDirectory(), losing);
    await loader.start();
    for (const record of ["a", "b"]) {
      await append(journal, record);
      await loader.reach(journal.end);
    }
    expect(await rows()).toEqual(["a", "b"]);
    expect(await refusedOf(journal)).toEqual([]);
    await loader.stop();
    await journal.close();
  });

  it("reports the age of the oldest record that is not loaded", async () => {
    let isAway = true;
    const away: ApplyRecords = async (trx, records, uncertain) => {
      if (isAway) throw Object.assign(new Error("away"), { code: "08006" });
      await insert(trx, records, uncertain);
    };
    const { journal, loader } = open(freshDirectory(), away);
    await loader.start();
    await loader.reach(journal.end);
    expect(loader.lagMs).toBe(0);
    await append(journal, "a");
    expect(await loader.reach(journal.end, 50)).toBe(false);
    now = written + 61_000;
    expect(loader.lagMs).toBe(61_000);
    isAway = false;
    expect(await loader.reach(journal.end)).toBe(true);
    expect(loader.lagMs).toBe(0);
    now = written;
    await loader.stop();
    await journal.close();
  });

  it("answers whoever waits for a while only, however often the database refuses meanwhile", async () => {
    const errors: unknown[] = [];
    const full: ApplyRecords = () => Promise.reject(Object.assign(new Error("no space left"), { code: "53100" }));
    const { journal, loader } = open(freshDirectory(), full, errors);
    await loader.start();
    await append(journal, "a");
    const waited = await Promise.all([
      loader.reach(journal.end, 20_000),
      loader.reach(journal.end).catch(() => "refused"),
    ]);
    expect(waited).toEqual([false, "refused"]);
    await loader.stop();
    await journal.close();
  }, 30_000);

  it("takes more in a transaction than otherwise while it is far behind on the embedded store, and no more on PostgreSQL", async () => {
    const largestOf = async (lagMs: number): Promise<number> => {
      const directory = freshDirectory();
      const earlier = new Journal(directory);
      await Promise.all(Array.from({ length: 60_000 }, (_, i) => append(earlier, `r${i}`)));
      await earlier.close();
      let largest = 0;
      now = written + lagMs;
      const { journal, loader } = open(directory, async (_, { length }) => void (largest = Math.max(largest, length)));
      await loader.start();
      await loader.reach(journal.end);
      now = written;
      await loader.stop();
      await journal.close();
      return largest;
    };
    expect(await largestOf(900)).toBeLessThanOrEqual(4_000);
    const behind = await largestOf(1_100);
    if (store.engine === "embedded") expect(behind).toBeGreaterThan(4_000);
    else expect(behind).toBeLessThanOrEqual(4_000);
    expect(behind).toBeLessThanOrEqual(20_000);
  });

  it("loads at once for a waiting caller, who waits no longer than asked while loading never ends", async () => {
    const { journal, loader } = open(freshDirectory());
    await loader.start();
    const over = new AbortController();
    let count = 0;
    const visit = async (): Promise<void> => {
      while (!over.signal.aborted) await append(journal, `r${(count += 1)}`);
    };
    const visitor = visit();
    for (let read = 0; read < 20; read++) {
      const before = count - 1;
      // One that waited for the end of loading would outlast the test.
      expect(await loader.reach(journal.end, 60_000)).toBe(true);
      expect((await rows()).length).toBeGreaterThanOrEqual(before);
    }
    over.abort();
    await visitor;
    await loader.stop();
    await journal.close();
  });

  it("loads a copied journal beside the original, on one database, without loss or double", async () => {
    const directory = freshDirectory();
    const original = new Journal(directory);
    for (const record of ["shared 1", "shared 2"]) await append(original, record);
    await original.close();
    const copy = `${directory}-copy`;
    cpSync(directory, copy, { recursive: true });
    const parts = [open(directory), open(copy)];
    await Promise.all(parts.map(({ loader }) => loader.start()));
    await Promise.all(parts.map(({ journal }, i) => append(journal, `own ${i}`)));
    await Promise.all(parts.map(({ loader, journal }) => loader.reach(journal.end)));
    expect((await rows()).sort()).toEqual(["own 0", "own 1", "shared 1", "shared 2"]);
    for (const { loader, journal } of parts) {
      await loader.stop();
      await journal.close();
    }
  });

  it("loads what it is not sure was loaded as such: segments of an older version", async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, "000000000001.journal"), oldFrame(["old"]));
    const seen: [string, boolean][] = [];
    const { journal, loader } = open(directory, async (trx, records, uncertain) => {
      for (const record of records) seen.push([record, uncertain]);
      await insert(trx, records, uncertain);
    });
    await loader.start();
    await append(journal, "new");
    await loader.reach(journal.end);
    expect(seen).toEqual([
      ["old", true],
      ["new", false],
    ]);
    await loader.stop();
    await journal.close();
  });

  it("costs nothing when nothing waits", async () => {
    const { journal, loader } = open(freshDirectory(), () => Promise.reject(new Error("nothing to apply")));
    await loader.start();
    await loader.reach(journal.end);
    expect(await rows()).toEqual([]);
    await loader.stop();
    await journal.close();
  });
});
