import { createFiles, DatabaseWorker, type DatabaseFiles, type WorkerRequest } from "./database-worker.ts";

/** How long a failed start answers all requests: otherwise each would start a thread. */
const FAILED_START_MS = 1_000;

/**
 * The database stopped in the middle of a request, as PostgreSQL does when its log cannot be written (a full disk): it answers a PANIC and
 * nothing more, and would never answer again.
 */
class StoppedDatabase extends Error {
  /** The SQLSTATE of the cause. */
  readonly code: string | undefined;

  constructor(answer: Uint8Array) {
    const fields = Buffer.from(answer).toString("latin1");
    const cause = /(?:PANIC|FATAL)\0C(\w{5})\0M([^\0]*)/.exec(fields);
    super(
      `the embedded database stopped: ${cause?.[2] ?? "it gave no reason"}; it is started again with the next request`,
    );
    this.code = cause?.[1];
  }
}

/** A Sync, and how a ReadyForQuery begins. */
const SYNC = Buffer.from([83, 0, 0, 0, 4]);
const READY = Buffer.from([90, 0, 0, 0, 5]);

/** Whether the backend ends its answer with ReadyForQuery: the messages end in Sync, or are one simple query. */
function endsInSync(bytes: Uint8Array): boolean {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return message[0] === "Q".charCodeAt(0) || message.subarray(-5).equals(SYNC);
}

function endsReadyForQuery(answer: Uint8Array): boolean {
  return Buffer.from(answer.subarray(-6, -1)).equals(READY);
}

/**
 * The embedded database, in one worker thread at a time, so that no query ever stops the thread that answers redirects. PGlite has no
 * statement timeout: a request over the limit ends the worker. The next request waits for that end and starts a new worker on the same
 * files, as after a crash. Two workers on one directory would overwrite each other's data.
 */
export class EmbeddedServer {
  readonly #files: DatabaseFiles;
  #current: Promise<DatabaseWorker> | undefined;
  /** The end of the previous worker. */
  #ended: Promise<void> = Promise.resolve();
  #limitMs = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(files: DatabaseFiles) {
    this.#files = files;
  }

  /** Longest time one request may take, in milliseconds; unlimited until set (migrations). */
  limit(ms: number): void {
    this.#limitMs = this.#files.dataDir ? ms : Number.POSITIVE_INFINITY;
  }

  /** Sends frontend messages ending in a sync point; answers the backend's messages. @throws StoppedDatabase */
  exec(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#request({ op: "exec", bytes });
  }

  /** Resets a session: open transaction, prepared statements, settings, listeners. */
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
    await this.#worker();
  }

  /** Checkpoints and closes the database, then ends the worker, if there is one. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const worker = await this.#current?.catch(() => undefined);
    await worker?.request({ op: "close" }).catch(() => {});
    await worker?.end(new Error("the embedded store is closed"));
    await this.#ended;
  }

  async #request(request: WorkerRequest): Promise<Uint8Array> {
    const worker = await this.#worker();
    const isSynced = request.bytes ? endsInSync(request.bytes) : false;
    const answered = worker.request(request).then(async (answer) => {
      if (!isSynced || endsReadyForQuery(answer)) return answer;
      const stopped = new StoppedDatabase(answer);
      await worker.end(stopped);
      throw stopped;
    });
    if (request.op !== "exec" || this.#limitMs === Number.POSITIVE_INFINITY) return answered;
    const timer = setTimeout(() => {
      const tooLong = `a statement ran longer than ${this.#limitMs} ms; the embedded store was restarted`;
      void worker.end(new Error(tooLong));
    }, this.#limitMs);
    return answered.finally(() => clearTimeout(timer));
  }

  /** The current worker, or a new one if it has failed. */
  async #worker(): Promise<DatabaseWorker> {
    if (this.#isClosed) throw new Error("the embedded store is closed");
    const current = (this.#current ??= this.#startNext());
    const worker = await current;
    if (!worker.isOver) return worker;
    if (this.#current === current) this.#current = undefined;
    return this.#worker();
  }

  async #startNext(): Promise<DatabaseWorker> {
    await this.#ended;
    await createFiles(this.#files);
    const { worker, opened } = DatabaseWorker.open(this.#files);
    this.#ended = worker.ended;
    try {
      await opened;
      return worker;
    } catch (error) {
      await worker.end(error as Error);
      const failed = this.#current;
      setTimeout(() => {
        if (this.#current === failed) this.#current = undefined;
      }, FAILED_START_MS).unref();
      throw error;
    }
  }
}
