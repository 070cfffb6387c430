import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { unpackSnapshot } from "./unpack-snapshot.ts";

/** Options of the worker's database. */
export type DatabaseFiles = {
  /** Directory of the database files, or null for a database in memory. */
  dataDir: string | null;
  /** Tar of a data directory to start an empty database from. */
  snapshot: string | null;
};

/** Requests to a worker; see `worker.js`. */
export type WorkerRequest = { op: "exec" | "reset" | "dump" | "syncs" | "close"; bytes?: Uint8Array };

type WorkerReply = { id: number; bytes?: Uint8Array; error?: string };
type Pending = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

/**
 * One PGlite in one worker thread, from start to end. Its answers reach only its own requests: a late answer of an abandoned worker must
 * not reach its successor's requests.
 */
export class DatabaseWorker {
  /** Resolves once the thread has ended: only then may another one open the same files. */
  readonly ended: Promise<void>;
  readonly #thread: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  /** Why it accepts no more requests. */
  #failure: Error | undefined;

  private constructor(thread: Worker) {
    this.#thread = thread;
    this.ended = new Promise((resolve) => thread.once("exit", () => resolve()));
    thread.on("error", (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    void this.ended.then(() => this.#fail(new Error("the embedded store's worker ended")));
  }

  /** Starts a thread, which opens the database; `worker` is available at once, so that its end can be awaited even after a failed start. */
  static open(files: DatabaseFiles): { worker: DatabaseWorker; opened: Promise<void> } {
    const worker = new DatabaseWorker(startThread(files, "serve"));
    const opened = new Promise<void>((resolve, reject) => {
      worker.#pending.set(0, { resolve: () => resolve(), reject });
      worker.#thread.on("message", (reply: WorkerReply) => worker.#settle(reply));
    });
    return { worker, opened };
  }

  /** Whether it has failed: requests need another one. */
  get isOver(): boolean {
    return this.#failure !== undefined;
  }

  request({ op, bytes }: WorkerRequest): Promise<Uint8Array> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const answered = new Promise<Uint8Array>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#thread.postMessage({ id, op, bytes }, transferable(bytes));
    return answered;
  }

  /** Terminates the thread; its open requests fail at once. */
  async end(reason: Error): Promise<void> {
    this.#fail(reason);
    await this.#thread.terminate();
  }

  #settle({ id, bytes, error }: WorkerReply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(bytes ?? new Uint8Array(0));
    else pending?.reject(new Error(error));
  }

  #fail(reason: Error): void {
    this.#failure ??= reason;
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}

/** Makes the database files where there are none yet. */
export async function createFiles(files: DatabaseFiles): Promise<void> {
  const { dataDir, snapshot } = files;
  if (!dataDir || existsSync(join(dataDir, "PG_VERSION"))) return;
  if (snapshot) unpackSnapshot(snapshot, dataDir);
  // In a separate thread, which then ends and frees its memory; the serving thread would keep it.
  else await once(startThread(files, "create"), "exit");
}

function startThread(files: DatabaseFiles, task: "create" | "serve"): Worker {
  return new Worker(new URL("./worker.js", import.meta.url), { workerData: { ...files, task } });
}

/** Transfers a buffer that is not shared; copies small ones, which share theirs with others. */
function transferable(bytes: Uint8Array | undefined): ArrayBuffer[] {
  return bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}
