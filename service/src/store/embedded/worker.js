/**
 * The embedded store's worker thread: one PGlite, spoken to in PostgreSQL's wire protocol. Plain JavaScript because Node 20
 * loads no TypeScript and the same file must run from source (tests) and beside the built service.
 *
 * In: `{ id, op: "exec", bytes }`, `{ id, op: "reset" }`, `{ id, op: "dump" }`, `{ id, op: "syncs" }`, `{ id, op: "close" }`.
 * Out: `{ id, bytes }` or `{ id, error }`; first of all `{ id: 0 }` when open.
 */
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { parentPort, workerData } from "node:worker_threads";

/** @typedef {{ dataDir: string | null, snapshot: string | null, task: "create" | "serve" }} WorkerOptions */

/** Added to the nice value: a third of the processor time of a thread that does not stand back. */
const STAND_BACK = 5;

/** The longest delay of a timer in Node, 24.8 days; a longer one counts as 1 ms. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * PostgreSQL times its own work by the clock, and a timer that fires early is set again for the rest. After a clock that was 40 days ahead
 * the rest is 40 days: without this bound PGlite's timer fires every millisecond, with a warning each time. PGlite offers no place to put
 * it but the timers of this thread, which are all its own.
 */
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = (callback, ms, ...given) => setTimer(callback, Math.min(ms, LONGEST_MS), ...given);

/** How many times the kernel was asked to put data on disk. */
let syncs = 0;

/** A mode without the bits of group and others. */
const ownerOnly = (mode) => mode & ~0o077;

/**
 * PGlite's Node file system never reaches the kernel's fsync, so a commit would live in the page cache only; and it creates files that
 * every user of the machine can read and write (mode 0666).
 */
class DurableNodeFS extends NodeFS {
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options);
    const closeGaps = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = (stream) => {
        fs.fdatasyncSync(stream.nfd);
        syncs += 1;
        return 0;
      };
      const { mknod, setattr } = NODEFS.node_ops;
      NODEFS.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, ownerOnly(mode), device);
      NODEFS.node_ops.setattr = (node, attributes) =>
        setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: ownerOnly(attributes.mode) });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, closeGaps] } };
  }
}

/**
 * PGlite's own start parameters without `-F` (fsync off). emscripten's fdatasync is a stub, hence `fsync`. Of the 128 MB of buffers that
 * PostgreSQL has by default all are held from the start, in WebAssembly's memory; the kernel keeps the same pages anyway.
 */
const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "shared_buffers=32MB"].flatMap((setting) => ["-c", setting]),
];

const open = async (dataDir, snapshot) => {
  const type = snapshot?.endsWith(".gz") ? "application/gzip" : "application/x-tar";
  const loadDataDir = snapshot ? new Blob([fs.readFileSync(snapshot)], { type }) : undefined;
  const common = { extensions: { pg_trgm }, loadDataDir };
  return dataDir
    ? PGlite.create({ ...common, fs: new DurableNodeFS(dataDir), startParams: durableParams })
    : PGlite.create(common);
};

/** Writes a new database beside the final place and renames it: a start cut short never leaves half a database. */
const create = async (dataDir) => {
  const fresh = `${dataDir}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  await (await open(fresh)).close();
  fs.renameSync(fresh, dataDir);
};

/**
 * Where a thread has a priority of its own (Linux), this one stands back: when processors are short, redirects are answered first and
 * clicks wait in the journal.
 */
const standBack = () => {
  try {
    const thread = Number(path.basename(fs.readlinkSync("/proc/thread-self")));
    os.setPriority(thread, Math.min(os.getPriority(thread) + STAND_BACK, 19));
  } catch {
    // Elsewhere it competes like any other.
  }
};

/** Serves until it is closed. */
const serve = async (dataDir, snapshot) => {
  const pg = await open(dataDir, dataDir ? null : snapshot);
  // Not before: threads for files that are begun meanwhile would stand back with it.
  standBack();

  const exec = async (bytes) => {
    const chunks = [];
    await pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => chunks.push(Buffer.from(chunk)) });
    return Buffer.concat(chunks);
  };

  const simpleQuery = (sql) => {
    const text = Buffer.from(`${sql}\0`);
    const head = Buffer.alloc(5);
    head.write("Q");
    head.writeInt32BE(text.length + 4, 1);
    return exec(Buffer.concat([head, text]));
  };

  const operations = {
    exec: ({ bytes }) => exec(bytes),
    // What ending a session does on a server: nothing of it may reach the next one.
    reset: async () => {
      await simpleQuery("rollback");
      await simpleQuery("discard all");
    },
    dump: async () => Buffer.from(await (await pg.dumpDataDir("none")).arrayBuffer()),
    syncs: () => Buffer.from(String(syncs)),
    close: () => pg.close(),
  };

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  const send = (message) => parentPort.postMessage(message);

  let last = Promise.resolve();

  const answer = async (request) => {
    try {
      send({ id: request.id, bytes: await operations[request.op](request) });
    } catch (error) {
      send({ id: request.id, error: String(error?.message ?? error) });
    }
  };

  parentPort.on("message", (request) => {
    last = last.then(() => answer(request));
  });
  send({ id: 0 });
};

const { dataDir, snapshot, task } = /** @type {WorkerOptions} */ (workerData);
await (task === "create" ? create(dataDir) : serve(dataDir, snapshot));
