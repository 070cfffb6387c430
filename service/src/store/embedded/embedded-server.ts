import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { unpackSnapshot } from "./unpack-snapshot.ts";

/** Options of {@link EmbeddedServer}. */
export type EmbeddedServerOptions = {
  /** Directory of the database files, or null for a database in memory. */
  dataDir: string | null;
  /** Tar of a data directory to start an empty database from. */
  snapshot: string | null;
};

type WorkerReply = { id: number; bytes?: Uint8Array; error?: string };
type Pending = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };
type Request = { op: "exec" | "reset" | "dump" | "syncs" | "close"; bytes?: Uint8Array };

/**
 * One PGlite in one worker thread, so that no query ever stops the thread that answers redirects. PGlite knows no statement timeout:
 * a request over the limit ends the worker, and the next one starts a new worker on the same files, as after a crash.
 */
export class EmbeddedServer {
  readonly #options: EmbeddedServerOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Promise<Worker> | undefined;
  #lastId = 0;
  #limitMs = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(options: EmbeddedServerOptions) {
    this.#options = options;
  }

  /** Longest time one request may take, in milliseconds; unlimited until set (migrations). */
  limit(ms: number): void {
    this.#limitMs = this.#options.dataDir ? ms : Number.POSITIVE_INFINITY;
  }

  /** Sends frontend messages ending in a sync point; answers the backend's messages. */
  exec(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#request({ op: "exec", bytes });
  }

  /** Ends what a session left behind: open transaction, prepared statements, settings, listeners. */
  async reset(): Promise<void> {
    await this.#request({ op: "reset" });
  }

  /** The data directory as an uncompressed tar. */
  dump(): Promise<Uint8Array> {
    return this.#request({ op: "dump" });
  }

  /** How many times the worker asked the kernel to put data on disk. */
  async syncs(): Promise<number> {
    return Number(Buffer.from(await this.#request({ op: "syncs" })).toString());
  }

  /** Starts the worker and the database; rejects when the directory cannot be opened. */
  async start(): Promise<void> {
    await (this.#worker ??= this.#spawn());
  }

  /** Checkpoints and closes the database, then ends the worker, if there is one. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const worker = await this.#worker;
    if (worker) await this.#request({ op: "close" });
    this.#closed = true;
    await worker?.terminate();
  }

  async #request(request: Request): Promise<Uint8Array> {
    if (this.#closed) throw new Error("the embedded store is closed");
    const worker = await (this.#worker ??= this.#spawn());
    const id = ++this.#lastId;
    const answered = new Promise<Uint8Array>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    worker.postMessage({ id, ...request }, transferable(request.bytes));
    return request.op === "exec" && this.#limitMs < Number.POSITIVE_INFINITY
      ? this.#bounded(worker, answered)
      : answered;
  }

  #bounded(worker: Worker, answered: Promise<Uint8Array>): Promise<Uint8Array> {
    const timer = setTimeout(() => {
      this.#fail(new Error(`a statement ran longer than ${this.#limitMs} ms; the embedded store was restarted`));
      void worker.terminate();
    }, this.#limitMs);
    return answered.finally(() => clearTimeout(timer));
  }

  async #spawn(): Promise<Worker> {
    const { dataDir, snapshot } = this.#options;
    if (dataDir && !existsSync(join(dataDir, "PG_VERSION"))) {
      if (snapshot) unpackSnapshot(snapshot, dataDir);
      // By a thread that then ends: what it took of memory would stay with the one that serves.
      else await once(this.#thread("create"), "exit");
    }
    const worker = this.#thread("serve");
    return new Promise((resolve, reject) => {
      worker.on("message", (answer: WorkerReply) => (answer.id === 0 ? resolve(worker) : this.#settle(answer)));
      worker.on("error", (error) => {
        reject(error);
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      });
      worker.on("exit", () => {
        reject(new Error("the embedded store's worker ended before the database was open"));
        this.#fail(new Error("the embedded store's worker ended"));
      });
    });
  }

  #thread(task: "create" | "serve"): Worker {
    return new Worker(new URL("./worker.js", import.meta.url), { workerData: { ...this.#options, task } });
  }

  #settle({ id, bytes, error }: WorkerReply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(bytes ?? new Uint8Array(0));
    else pending?.reject(new Error(error));
  }

  #fail(error: Error): void {
    this.#worker = undefined;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}

/** A buffer of its own is handed over, not copied; small ones share theirs with others. */
function transferable(bytes: Uint8Array | undefined): ArrayBuffer[] {
  return bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}
