import { cpSync, ftruncateSync, mkdtempSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { disk as realDisk, type Disk, type FilePosition } from "../../src/clicks/journal/disk.ts";
import { Journal } from "../../src/clicks/journal/journal.ts";
import { Loader } from "../../src/clicks/journal/loader.ts";
import type { Store } from "../../src/store/open.ts";
import { openOwnStore } from "../open-test-store.ts";
import { casesHere } from "../property-runs.ts";

const SEGMENT_BYTES = 120;

let store: Store;
let root: string;

beforeAll(async () => {
  store = await openOwnStore();
  root = mkdtempSync(join(tmpdir(), "referrals-lives-"));
  await store.pool.query("create table loaded (record text)");
});
beforeEach(() => store.pool.query("truncate loaded, journal_segments"));
afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** What happens in a life of the service. */
type Act =
  | { kind: "clicks"; count: number }
  /** The loader stores what there is. */
  | { kind: "load" }
  /** The disk takes a write and says that it did not. */
  | { kind: "failed write" };

/** How a life ends, and what happens to the data before the next one. */
type End = "stop" | "kill" | "kill while writing" | "kill while starting" | "kill while loading";
type Between =
  | "nothing"
  | "keep a backup"
  | "restore the backup"
  | "restore only the database"
  | "restore only the journal"
  | "go on in a copy"
  | "run a copy beside it";

interface Life {
  acts: Act[];
  end: End;
  between: Between;
}

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("clicks" as const), count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "load" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "failed write" as const }) },
);
const life: fc.Arbitrary<Life> = fc.record({
  acts: fc.array(act, { maxLength: 4 }),
  end: fc.constantFrom<End>("stop", "stop", "kill", "kill while writing", "kill while starting", "kill while loading"),
  between: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Between>("nothing") },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Between>(
        "keep a backup",
        "restore the backup",
        "restore only the database",
        "restore only the journal",
        "go on in a copy",
        "run a copy beside it",
      ),
    },
  ),
});

/** A disk of a process that can be killed: what it was writing then is cut short, and nothing more is written or answered. */
class MortalDisk implements Disk {
  isDead = false;
  isFailing = false;
  #unsynced: { file: number; bytes: Buffer; position: number } | undefined;

  create(path: string): number {
    return realDisk.create(path);
  }

  write({ file, position }: FilePosition, bytes: Buffer, done: (error: Error | null) => void): void {
    if (this.isDead) return;
    this.#unsynced = { file, bytes: Buffer.from(bytes), position };
    setImmediate(() => {
      if (this.isDead) return;
      this.#unsynced = undefined;
      writeSync(file, bytes, 0, bytes.length, position);
      done(this.isFailing ? new Error("EIO") : null);
    });
  }

  /** @param share of the bytes being written that reach the medium; the file may have grown further */
  kill(share: number): void {
    this.isDead = true;
    if (!this.#unsynced) return;
    const { file, bytes, position } = this.#unsynced;
    writeSync(file, bytes, 0, Math.floor(bytes.length * share), position);
    if (share > 0.5) ftruncateSync(file, position + bytes.length);
  }
}

/** One process: a journal and its loader, in a directory. */
class Process {
  readonly disk = new MortalDisk();
  readonly journal: Journal;
  readonly loader: Loader;
  /** When in its next transaction the process dies. */
  diesLoading: "before the commit" | "after the commit" | undefined;

  constructor(directory: string) {
    rmSync(join(directory, "lock"), { force: true });
    this.journal = new Journal(directory, { disk: this.disk, segmentBytes: SEGMENT_BYTES });
    this.loader = new Loader({
      store: { ...store, transaction: (work) => this.#transaction(work) },
      journal: this.journal,
      apply: async (trx, records) => {
        await sql`insert into loaded (record) select unnest(${records}::text[])`.execute(trx);
        if (this.diesLoading === "before the commit") this.disk.isDead = true;
        if (this.disk.isDead) throw new Error("connection terminated");
      },
      timeOf: () => 0,
      now: () => 0,
      onError: () => {},
    });
  }

  /** Sends clicks; answers those that were answered. */
  async click(records: readonly string[]): Promise<string[]> {
    const answered: string[] = [];
    const each = records.map(
      (record) =>
        new Promise<void>((resolve) =>
          this.journal.append(record, (error) => {
            if (!error) answered.push(record);
            resolve();
          }),
        ),
    );
    await Promise.race([Promise.all(each), this.#died()]);
    return answered;
  }

  async start(): Promise<void> {
    await Promise.race([this.loader.start(), this.#died()]);
  }

  async load(): Promise<void> {
    await Promise.race([this.loader.reach(this.journal.end), this.#died()]);
  }

  async stop(): Promise<void> {
    await this.loader.stop();
    await this.journal.close();
  }

  /** A dead process never learns how its transaction ended, and begins no other. */
  async #transaction<T>(work: Parameters<typeof store.transaction<T>>[0]): Promise<T> {
    if (this.disk.isDead) return new Promise(() => {});
    const result = await store.transaction(work);
    if (this.diesLoading === "after the commit") this.disk.isDead = true;
    return this.disk.isDead ? new Promise(() => {}) : result;
  }

  async #died(): Promise<void> {
    while (!this.disk.isDead) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const storedRecords = async (): Promise<string[]> =>
  (await store.pool.query<{ record: string }>("select record from loaded")).rows.map(({ record }) => record);

/** The data of a moment: journal, database, and what was promised by then. */
interface Backup {
  directory: string;
  loaded: string[];
  segments: string;
  promised: string[];
}

/** Everything a run of lives is about. */
class World {
  directory = mkdtempSync(join(root, "data-"));
  promised: string[] = [];
  #sent = 0;
  #backup: Backup | undefined;

  newRecords(count: number): string[] {
    return Array.from({ length: count }, () => `click ${(this.#sent += 1)}`);
  }

  async live({ acts, end, between }: Life): Promise<void> {
    const process = new Process(this.directory);
    if (end === "kill while starting") process.diesLoading = "before the commit";
    await process.start();
    if (end === "kill while starting") await process.load();
    else for (const act of acts) await this.#act(process, act);
    await this.#end(process, end);
    await this.#between(between);
  }

  async #act(process: Process, act: Act): Promise<void> {
    if (act.kind === "load") return process.load();
    process.disk.isFailing = act.kind === "failed write";
    const records = this.newRecords(act.kind === "clicks" ? act.count : 1);
    this.promised.push(...(await process.click(records)));
    process.disk.isFailing = false;
  }

  async #end(process: Process, end: End): Promise<void> {
    if (end === "stop") return process.stop();
    if (end === "kill while loading") {
      process.diesLoading = this.#sent % 2 ? "before the commit" : "after the commit";
      this.promised.push(...(await process.click(this.newRecords(2))));
      await process.load();
    }
    if (end === "kill while writing") {
      const unanswered = process.click(this.newRecords(3));
      await new Promise((resolve) => setImmediate(resolve));
      process.disk.kill((this.#sent % 10) / 10);
      this.promised.push(...(await unanswered));
    }
    process.disk.kill(1);
  }

  async #between(between: Between): Promise<void> {
    if (between === "keep a backup") return this.#keepBackup();
    if (between === "go on in a copy") return void (this.directory = this.#copyOf(this.directory));
    if (between === "run a copy beside it") return this.#liveBeside(this.#copyOf(this.directory));
    const backup = this.#backup;
    if (!backup || between === "nothing") return;
    const stored = await storedRecords();
    if (between === "restore only the journal") {
      // Answered since, and not stored: gone with the journal that was thrown away.
      this.promised = this.promised.filter((record) => stored.includes(record) || backup.promised.includes(record));
      this.directory = this.#copyOf(backup.directory);
      return;
    }
    await this.#restoreDatabase(backup);
    if (between === "restore the backup") {
      this.promised = [...backup.promised];
      this.directory = this.#copyOf(backup.directory);
      return;
    }
    // Stored since the backup: gone with the database that was thrown away. What waits in the journal is not.
    this.promised = this.promised.filter((record) => backup.loaded.includes(record) || !stored.includes(record));
  }

  async #liveBeside(copy: string): Promise<void> {
    const process = new Process(copy);
    await process.start();
    this.promised.push(...(await process.click(this.newRecords(2))));
    await process.stop();
  }

  async #keepBackup(): Promise<void> {
    const { rows } = await store.pool.query<{ segments: string }>(
      "select coalesce(json_agg(s), '[]')::text as segments from journal_segments s",
    );
    const segments = rows[0]?.segments ?? "[]";
    const directory = this.#copyOf(this.directory);
    this.#backup = { directory, loaded: await storedRecords(), segments, promised: [...this.promised] };
  }

  async #restoreDatabase({ loaded, segments }: Backup): Promise<void> {
    await store.pool.query("truncate loaded, journal_segments");
    await store.pool.query("insert into loaded (record) select unnest($1::text[])", [loaded]);
    await store.pool.query(
      "insert into journal_segments select * from json_populate_recordset(null::journal_segments, $1::json)",
      [segments],
    );
  }

  #copyOf(directory: string): string {
    const copy = mkdtempSync(join(root, "data-"));
    cpSync(directory, copy, { recursive: true });
    return copy;
  }
}

it("stores every answered click once, through any sequence of crashes, restores and copies", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 8 }), async (lives) => {
      await store.pool.query("truncate loaded, journal_segments");
      const world = new World();
      for (const each of lives) await world.live(each);
      const last = new Process(world.directory);
      await last.start();
      await last.load();
      await last.stop();
      const stored = await storedRecords();
      expect(world.promised.filter((record) => !stored.includes(record))).toEqual([]);
      expect(stored.filter((record, index) => stored.indexOf(record) !== index)).toEqual([]);
      rmSync(world.directory, { recursive: true, force: true });
    }),
    { numRuns: casesHere(60) },
  );
}, 300_000);
