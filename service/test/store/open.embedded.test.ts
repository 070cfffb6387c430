import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Journal } from "../../src/clicks/journal/journal.ts";
import { lockDirectory } from "../../src/store/directory-lock.ts";
import { DatabaseWorker } from "../../src/store/embedded/database-worker.ts";
import { openEmbedded, type Embedded } from "../../src/store/embedded/open-embedded.ts";
import { openStore } from "../../src/store/open.ts";
import { bundleProgram, runProgram } from "../faults/bundle-program.ts";
import { testSnapshot } from "../open-test-store.ts";
import { analyzeGrown, maintain, shortenLog } from "../../src/store/embedded/maintenance.ts";

/** The module that `lockDirectory` loads. */
const fileLocks = createRequire(import.meta.url)("fs-native-extensions") as { tryLock(file: number): boolean };
/** A process id namespace of its own; whoever is not root needs a user namespace for it. */
const container = process.getuid?.() === 0 ? ["-pf", "--mount-proc"] : ["-Urpf", "--mount-proc"];

let root: string;
let snapshot: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "referrals-store-"));
  snapshot = await testSnapshot();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const freshDirectory = (): string => mkdtempSync(join(root, "data-"));

/** What group or others may read, write or enter under a directory. */
const readableToOthers = (directory: string): string[] =>
  [".", ...readdirSync(directory, { recursive: true, encoding: "utf8" })].filter(
    (name) => (statSync(join(directory, name)).mode & 0o077) !== 0,
  );

describe("the files of the data directory", () => {
  let umask: number;
  beforeAll(() => (umask = process.umask(0)));
  afterAll(() => process.umask(umask));

  it("are readable to the service's user alone, under the most open umask", async () => {
    const dataDir = join(freshDirectory(), "data");
    const store = await openStore({ dataDir, snapshot });
    await store.pool.query("create table written_after_the_start (i integer)");
    await store.pool.query("checkpoint");
    const journal = new Journal(join(dataDir, "journal"));
    await new Promise((written) => journal.append("a click", written));
    expect(readableToOthers(dataDir)).toEqual([]);
    await journal.close();
    await store.close();
  });

  it("are made so when an earlier version left them open", async () => {
    const dataDir = freshDirectory();
    await (await openStore({ dataDir, snapshot })).close();
    for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
      const path = join(dataDir, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
    }
    mkdirSync(join(dataDir, "journal"), { mode: 0o755 });
    writeFileSync(join(dataDir, "journal", "id"), "an-older-journal", { mode: 0o644 });
    const store = await openStore({ dataDir, snapshot });
    const journal = new Journal(join(dataDir, "journal"));
    expect(readableToOthers(dataDir)).toEqual([]);
    await journal.close();
    await store.close();
  });
});

describe("the embedded store", () => {
  it("keeps what was committed after it is closed and opened again", async () => {
    const dataDir = freshDirectory();
    const first = await openStore({ dataDir, snapshot });
    await first.pool.query("insert into service_state values ('greeting', '\"hello\"')");
    await first.close();
    const second = await openStore({ dataDir, snapshot });
    expect((await second.pool.query("select * from service_state")).rows).toEqual([
      { key: "greeting", value: "hello" },
    ]);
    await second.close();
  });

  it("starts again from an initialisation that was cut short", async () => {
    const dataDir = freshDirectory();
    mkdirSync(join(dataDir, "pgdata.new"));
    writeFileSync(join(dataDir, "pgdata.new", "PG_VERSION"), "18\n");
    const store = await openStore({ dataDir, snapshot });
    expect((await store.pool.query("select count(*) from links")).rows).toEqual([{ count: 0 }]);
    await store.close();
    expect(readdirSync(dataDir)).toEqual(["lock", "pgdata"]);
  });

  it("refuses a directory this process has open already, in one line", async () => {
    const dataDir = freshDirectory();
    const store = await openStore({ dataDir, snapshot });
    await expect(openStore({ dataDir })).rejects.toThrow(
      `data directory ${dataDir} is in use by process ${process.pid}: stop`,
    );
    await store.close();
  });

  it("refuses a directory that cannot be written, in one line", async () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    await expect(openStore({ dataDir: join(file, "data") })).rejects.toThrow(
      /^data directory .+ cannot be written \(ENOTDIR\): set DATA_DIR to a writable directory$/,
    );
  });
});

describe("an open embedded store", () => {
  let embedded: Embedded;
  beforeAll(async () => {
    embedded = await openEmbedded({ dataDir: freshDirectory(), snapshot });
  });
  afterAll(() => embedded.close());

  it("holds 32 MB of buffers, not the 128 MB of PostgreSQL's default", async () => {
    const { rows } = await embedded.poolOf("others").query("show shared_buffers");
    expect(rows).toEqual([{ shared_buffers: "32MB" }]);
  });

  it("puts each commit on disk by fdatasync before it is answered", async () => {
    const { server } = embedded;
    const pool = embedded.poolOf("others");
    await pool.query("create table committed (i integer)");
    const before = await server.syncs();
    for (let i = 0; i < 5; i++) await pool.query("insert into committed values ($1)", [i]);
    expect((await server.syncs()) - before).toBeGreaterThanOrEqual(5);
    const { rows } = await pool.query(
      "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
    );
    expect(rows).toEqual([{ fsync: "on", method: "fsync" }]);
  });

  it("prepares what transactions repeat, not what is asked outside of them, and keeps a bounded number", async () => {
    const pool = embedded.poolOf("others");
    const client = await pool.connect();
    const prepared = async (): Promise<string[]> => {
      const { rows } = await client.query("select statement from pg_prepared_statements order by prepare_time");
      return rows.map(({ statement }) => String(statement));
    };
    const ask = async (begin: string, texts: string[]): Promise<void> => {
      await client.query(begin);
      for (const text of texts) expect((await client.query(text, [7])).rows).toEqual([{ i: 7 }]);
      await client.query("commit");
    };
    await ask("begin", ["select $1::int as i"]);
    await client.query("select $1::int as i", [7]);
    await ask("start transaction read only", ["select $1::int as i"]);
    expect(await prepared()).toEqual([]);
    await ask("begin", ["select $1::int as i", "select $1::int as i"]);
    expect(await prepared()).toEqual(["select $1::int as i"]);
    const many = Array.from({ length: 500 }, (_, n) => `select $1::int as i -- ${n}`);
    await ask("begin", [...many, ...many]);
    expect(await prepared()).toHaveLength(501);
    await ask("begin", ["select $1::int as i", "select $1::int as i"]);
    expect(await prepared()).toEqual(["select $1::int as i"]);
    client.release();
  });

  it("rolls back and forgets what a broken session left behind", async () => {
    const pool = embedded.poolOf("others");
    const client = await pool.connect();
    await client.query("begin");
    await client.query("create table left_behind (i integer)");
    await client.query({ name: "once", text: "select 1" });
    client.release(new Error("broken"));
    await expect(pool.query("select * from left_behind")).rejects.toThrow("does not exist");
    expect((await pool.query({ name: "once", text: "select 2 as n" })).rows).toEqual([{ n: 2 }]);
  });

  it("vacuums, analyzes and checkpoints the tables that changed", async () => {
    const pool = embedded.poolOf("others");
    await pool.query("create table changed as select i from generate_series(1, 1000) as i");
    await pool.query("delete from changed where i > 500");
    for (const chore of ["discard plans", "checkpoint", "analyze", "vacuum"]) await maintain(pool, chore);
    const { rows } = await pool.query("select reltuples from pg_class where relname = 'changed'");
    expect(rows).toEqual([{ reltuples: 500 }]);
  });

  it("makes a checkpoint when its log has grown long, and only then", async () => {
    const pool = embedded.poolOf("others");
    await pool.query("checkpoint");
    expect(await shortenLog(pool, 100_000)).toBe(false);
    await pool.query("create table long as select repeat('x', 100) from generate_series(1, 2000)");
    expect(await shortenLog(pool, 100_000)).toBe(true);
    expect(await shortenLog(pool, 100_000)).toBe(false);
  });

  it("analyzes a table that has grown much, once, without waiting for its turn", async () => {
    const pool = embedded.poolOf("others");
    await pool.query("create table grown as select i, repeat('x', 100) from generate_series(1, 10) as i");
    await maintain(pool, "analyze");
    expect(await analyzeGrown(pool)).toEqual([]);
    await pool.query("insert into grown select i, repeat('x', 100) from generate_series(11, 2000) as i");
    const known = async () => (await pool.query("select reltuples from pg_class where relname = 'grown'")).rows;
    expect(await known()).toEqual([{ reltuples: 10 }]);
    expect(await analyzeGrown(pool)).toEqual(["grown"]);
    expect(await known()).toEqual([{ reltuples: 2000 }]);
    expect(await analyzeGrown(pool)).toEqual([]);
  });

  it("ends a statement over the limit and keeps the committed data", async () => {
    const { server } = embedded;
    const pool = embedded.poolOf("others");
    await pool.query("create table kept as select 1 as i");
    server.limit(300);
    await expect(pool.query("select count(*) from generate_series(1, 1000000000)")).rejects.toThrow(
      "a statement ran longer than 300 ms",
    );
    server.limit(30_000);
    expect((await pool.query("select * from kept")).rows).toEqual([{ i: 1 }]);
  });

  it("has one worker at a time, however many statements run over the limit while others ask", async () => {
    const { server } = embedded;
    const pool = embedded.poolOf("others");
    let [alive, most, started] = [0, 0, 0];
    const open = DatabaseWorker.open.bind(DatabaseWorker);
    const watch = vi.spyOn(DatabaseWorker, "open").mockImplementation((files) => {
      const opened = open(files);
      [alive, started] = [alive + 1, started + 1];
      most = Math.max(most, alive);
      void opened.worker.ended.then(() => (alive -= 1));
      return opened;
    });
    server.limit(100);
    const slow = (): Promise<unknown> =>
      server.exec(simpleQuery("select count(*) from generate_series(1, 1000000000)"));
    for (let round = 0; round < 3; round += 1) {
      await Promise.allSettled([slow(), slow(), slow(), pool.query("select 1")]);
    }
    server.limit(30_000);
    const ask = async (): Promise<unknown> => (await pool.query("select 1 as one")).rows;
    await expect.poll(() => ask().catch(() => "restarting")).toEqual([{ one: 1 }]);
    expect(started).toBeGreaterThanOrEqual(3);
    expect([most, alive]).toEqual([1, 1]);
    watch.mockRestore();
  });
});

/** A query as the protocol's frontend sends it. */
function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5, "Q");
  head.writeInt32BE(body.length + 4, 1);
  return new Uint8Array(Buffer.concat([head, body]));
}

describe("the lock of a data directory", () => {
  let program: Awaited<ReturnType<typeof bundleProgram>>;

  beforeAll(async () => {
    program = await bundleProgram(new URL("../faults/open-store-program.ts", import.meta.url));
  });
  afterAll(() => program.remove());

  const openInProcess = async (dataDir: string): Promise<{ child: ChildProcess; said: string }> => {
    const child = spawn(process.execPath, runProgram(program.path, dataDir, snapshot), {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(child.stdout, "data");
    return { child, said: String(said).trim() };
  };

  const killed = async (child: ChildProcess): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };

  it("turns a second process away in one clear line, and is taken over once its holder was killed", async () => {
    const dataDir = freshDirectory();
    const holder = await openInProcess(dataDir);
    expect(holder.said).toBe("open");
    const second = await openInProcess(dataDir);
    expect(second.said).toBe(
      `data directory ${dataDir} is in use by process ${holder.child.pid}: stop that process, or give this one a DATA_DIR of its own; several processes share a DATABASE_URL`,
    );
    await killed(holder.child);
    expect(existsSync(join(dataDir, "lock"))).toBe(true);
    const third = await openInProcess(dataDir);
    expect(third.said).toBe("open");
    await killed(third.child);
  });

  it("turns away a process of another container on the same volume, whatever ids processes have there", async () => {
    const dataDir = freshDirectory();
    const contained = (): ChildProcess =>
      spawn("unshare", [...container, process.execPath, ...runProgram(program.path, dataDir, snapshot)], {
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
      });
    const said = async (child: ChildProcess): Promise<string> => String((await once(child.stdout!, "data"))[0]).trim();
    const holder = contained();
    expect(await said(holder)).toBe("open");
    expect(await said(contained())).toContain(`data directory ${dataDir} is in use by process 1`);
    process.kill(-holder.pid!, "SIGKILL");
    await once(holder, "exit");
    const next = await openInProcess(dataDir);
    expect(next.said).toBe("open");
    await killed(next.child);
  });

  it("has one holder, however many reach for it at once after the last one was killed", async () => {
    const dataDir = freshDirectory();
    await killed((await openInProcess(dataDir)).child);
    for (let round = 0; round < 3; round += 1) {
      const takers = await Promise.all(Array.from({ length: 5 }, () => openInProcess(dataDir)));
      expect(takers.filter(({ said }) => said === "open")).toHaveLength(1);
      const running = takers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
      await Promise.all(running.map(({ child }) => killed(child)));
    }
  });

  it("is refused in a sentence where the file system cannot lock, or this process has it open already", async () => {
    const dataDir = freshDirectory();
    const unlock = lockDirectory(dataDir);
    expect(() => lockDirectory(dataDir)).toThrow(`data directory ${dataDir} is in use by process ${process.pid}: `);
    unlock();
    lockDirectory(dataDir)();
    vi.spyOn(fileLocks, "tryLock").mockImplementationOnce(() => {
      throw Object.assign(new Error("no locks available"), { code: "ENOLCK" });
    });
    expect(() => lockDirectory(dataDir)).toThrow(
      `data directory ${dataDir} cannot be used: it must be locked against a second process, and that cannot be done here (ENOLCK). Set DATA_DIR to a directory on a local disk.`,
    );
  });

  it.runIf(process.platform === "linux").each([8, 24])(
    "says in a sentence what to do when the process may open only %i more files",
    async (spare) => {
      const dataDir = freshDirectory();
      await (await openStore({ dataDir, snapshot })).close();
      const limited = [
        "-c",
        'ulimit -n 1024; exec "$@"',
        "sh",
        process.execPath,
        ...runProgram(program.path, dataDir, snapshot),
      ];
      const child = spawn("sh", [...limited, String(spare)], { stdio: ["ignore", "pipe", "inherit"] });
      const [said] = await once(child.stdout, "data");
      expect(String(said)).toBe(
        `the embedded store in ${dataDir} cannot be opened: this process may not open enough files. Raise the limit (ulimit -n) to 1024 or more\n`,
      );
      await once(child, "exit");
    },
  );

  it("says in a sentence what to do when its control file is damaged", async () => {
    const dataDir = freshDirectory();
    await (await openStore({ dataDir, snapshot })).close();
    const path = join(dataDir, "pgdata", "global", "pg_control");
    for (const bytes of [Buffer.alloc(100, 7), Buffer.alloc(0)]) {
      writeFileSync(path, bytes);
      await expect(openStore({ dataDir, snapshot })).rejects.toThrow("are damaged or incomplete");
    }
  });

  it("is not held by what an earlier build wrote there", async () => {
    const dataDir = freshDirectory();
    writeFileSync(join(dataDir, "lock"), JSON.stringify({ pid: process.pid, startedAt: "1" }));
    const store = await openStore({ dataDir, snapshot });
    expect(store.engine).toBe("embedded");
    await store.close();
  });
});
