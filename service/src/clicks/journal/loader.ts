import { performance } from "node:perf_hooks";
import type { Store } from "../../store/open.ts";
import {
  findRefused,
  keepRefused,
  loadedOffsets,
  noteLoaded,
  takeRefused,
} from "../../store/queries/operation/journal.ts";
import type { Tx } from "../../store/schema.ts";
import type { Journal } from "./journal.ts";
import { faultOf } from "./load-faults.ts";
import type { Chunk } from "./recent-records.ts";
import { isBefore, isUncertain, type Position } from "./segments.ts";
import { SetAside } from "./set-aside.ts";

/** How long records gather when no caller waits for them: a transaction is expensive, a record in it cheap. */
const LINGER_MS = 250;
const RETRY_MS = 250;
/** Consecutive failures after which a wait without a time limit is rejected. */
const PATIENCE = 20;
/** How often a record with an unclear failure is tried alone: while other records succeed, and while none does. */
const TRIES_BESIDE_OTHERS = 3;
const TRIES_WITHOUT_OTHERS = 8;
/** Target duration of a transaction of records: on the embedded store all other work waits for its end. */
const CHUNK_MS = 25;
/** Fewer records do not shorten a transaction, which has fixed costs, and on a slow machine loading would fall behind. */
const FEWEST_RECORDS = 250;
const MOST_RECORDS = 4_000;
/**
 * For an embedded store that falls behind: each transaction adds to the sums of all its links, so a long one stores 50 % more clicks in the
 * same time. On PostgreSQL there is no gain.
 */
const BEHIND = { afterMs: 1_000, chunkMs: 150, mostRecords: 20_000 };
/** Most refused records that a start tries again. */
const MOST_RETRIED = 10_000;

/** Moves records into tables, in the transaction given. */
export type ApplyRecords = (
  trx: Tx,
  records: readonly string[],
  /** Whether some of the records may be in the tables already. */
  uncertain: boolean,
) => Promise<void>;

/** Dependencies of the loader. */
export interface LoaderParts {
  store: Store;
  journal: Journal;
  apply: ApplyRecords;
  /** Epoch milliseconds at which a record was written. */
  timeOf: (record: string) => number;
  now: () => number;
  /** Called after each commit with the finished records, including refused ones. */
  onLoaded?: (records: readonly string[], uncertain: boolean) => void;
  /** Called for each failure that is retried, and each refused record. */
  onError: (error: unknown) => void;
}

interface Waiter {
  target: Position;
  settle: (error?: Error) => void;
}

/**
 * Moves a journal into SQL. The progress of a segment is stored in the transaction of its records, so a crash neither loses nor doubles a
 * record. While the database is away the loader retries without end; a record that the database refuses is set aside alone, so that it does
 * not block the others.
 */
export class Loader {
  readonly #parts: LoaderParts;
  #position: Position = { segment: "", offset: 0 };
  /** Progress of segments from an earlier process. */
  #begun = new Map<string, number>();
  #limit = FEWEST_RECORDS * 2;
  #waiters: Waiter[] = [];
  #running: Promise<void> | undefined;
  #retried: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retrying = false;
  #failures = 0;
  /** When the oldest record was written that is not loaded. */
  #oldest: number | undefined;
  /** The last record that the database stored. */
  #taken: string | undefined;
  #stopped = false;

  constructor(parts: LoaderParts) {
    this.#parts = parts;
  }

  /** Starts loading: the records an earlier process left, then new ones. */
  async start(): Promise<void> {
    const { store, journal } = this.#parts;
    this.#begun = await loadedOffsets(store.db, journal.segments);
    this.#enter(journal.segments[0] ?? "");
    journal.onDurable = () => {
      this.#oldest ??= this.#parts.now();
      this.#schedule(LINGER_MS);
    };
    void this.#loadNow();
    this.#retried = this.#retryRefused().catch(this.#parts.onError);
  }

  /**
   * Resolves once everything written up to `target` is loaded, or refused, or `atMostMs` have passed. Without that limit it rejects when
   * the database stores nothing for some seconds.
   *
   * @returns whether it is loaded
   */
  async reach(target: Position, atMostMs?: number): Promise<boolean> {
    if (!isBefore(this.#position, target)) return true;
    const reached = new Promise<boolean>((resolve, reject) => {
      const timer = atMostMs === undefined ? undefined : setTimeout(() => waiter.settle(), atMostMs);
      const waiter: Waiter = {
        target,
        settle: (error) => {
          clearTimeout(timer);
          this.#waiters = this.#waiters.filter((other) => other !== waiter);
          // A wait with a time limit always resolves: left pending, it would block a slot among calls for good.
          if (error && atMostMs === undefined) reject(error);
          else resolve(!isBefore(this.#position, target));
        },
      };
      this.#waiters.push(waiter);
    });
    if (!this.#retrying) void this.#loadNow();
    return reached;
  }

  /** Loads all records, then removes finished segments. While the database stores nothing, this happens later. */
  async removeLoaded(): Promise<void> {
    await this.#running;
    await this.#loadNow();
  }

  /** Age in milliseconds of the oldest record that is not loaded; 0 when all are. */
  get lagMs(): number {
    const { journal, now } = this.#parts;
    if (this.#oldest === undefined || !isBefore(this.#position, journal.end)) return 0;
    return Math.max(0, now() - this.#oldest);
  }

  /** Loads the rest and ends; records the database does not store stay in the journal for the next start. */
  async stop(): Promise<void> {
    const { journal } = this.#parts;
    journal.onDurable = () => {};
    await journal.flushed();
    await this.#running;
    await this.#loadNow();
    this.#stopped = true;
    await this.#retried;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.settle(new Error("the service stops"));
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#loadNow(), ms);
  }

  /** Loads all records. One run at a time; the next run loads records that come later. */
  #loadNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#retrying = false;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.#loadAll();
      this.#running = undefined;
      if (this.#waiters.length > 0 && !this.#stopped) void this.#loadNow();
    } catch (error) {
      this.#running = undefined;
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#parts.onError(error);
    this.#failures += 1;
    // Fewer at once: the batch may have been too large for one statement.
    this.#limit = Math.max(1, Math.ceil(this.#limit / 2));
    if (this.#failures >= PATIENCE) {
      const cause = new Error("clicks wait in the journal: the database does not take them", { cause: error });
      for (const waiter of this.#waiters) waiter.settle(cause);
    }
    if (this.#stopped) return;
    this.#retrying = true;
    this.#schedule(RETRY_MS);
    this.#timer?.unref();
  }

  async #loadAll(): Promise<void> {
    const { journal } = this.#parts;
    while (!this.#stopped) {
      const { segment } = this.#position;
      const end = journal.end;
      const next = journal.segments.find((name) => name > segment);
      // Checked before reading: a segment left meanwhile may hold more than was read.
      const complete = !journal.isActive(segment);
      const chunk = segment === "" ? undefined : await journal.read(this.#position, this.#limit);
      if (chunk) {
        await this.#moveChunk(chunk);
        continue;
      }
      if (complete && segment !== "") journal.remove(segment);
      if (next !== undefined && complete) {
        this.#enter(next);
        continue;
      }
      this.#reach(isBefore(this.#position, end) ? end : this.#position);
      if (!isBefore(this.#position, journal.end)) {
        this.#oldest = undefined;
        return;
      }
    }
  }

  #enter(segment: string): void {
    this.#reach({ segment, offset: this.#begun.get(segment) ?? 0 });
  }

  #reach(position: Position): void {
    this.#position = position;
    for (const waiter of this.#waiters) if (!isBefore(position, waiter.target)) waiter.settle();
  }

  async #moveChunk(chunk: Chunk): Promise<void> {
    const [first] = chunk.records;
    if (first !== undefined) this.#oldest = this.#timeOf(first);
    const isMoved = await this.#move(chunk);
    if (isMoved) return this.#reach({ segment: chunk.segment, offset: chunk.to });
    // Another process loads a copy of this journal: records it loaded are finished here too.
    const begun = await loadedOffsets(this.#parts.store.db, [chunk.segment]);
    this.#reach({ segment: chunk.segment, offset: begun.get(chunk.segment) ?? 0 });
  }

  #timeOf(record: string): number {
    try {
      return this.#parts.timeOf(record);
    } catch {
      return this.#oldest ?? this.#parts.now();
    }
  }

  /** Loads records in one transaction. If the database refuses it, splits it in halves until the refused record is alone. */
  async #move(chunk: Chunk): Promise<boolean> {
    try {
      return await this.#commit(chunk);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === "database" || chunk.records.length === 0) throw error;
      if (chunk.records.length > 1) {
        const { left, right } = halves(chunk);
        return (await this.#move(left)) && this.#move(right);
      }
      return fault === "record" ? this.#refuse(chunk, error) : this.#moveUnclear(chunk, error);
    }
  }

  async #commit(chunk: Chunk): Promise<boolean> {
    const { store, apply, onLoaded } = this.#parts;
    let startedAt = 0;
    const isMoved = await store.transaction(async (trx) => {
      startedAt = performance.now();
      if (!(await noteLoaded(trx, chunk))) return false;
      if (chunk.records.length > 0) await apply(trx, chunk.records, isUncertain(chunk.segment));
      return true;
    });
    if (!isMoved) return false;
    this.#taken = chunk.records.at(-1) ?? this.#taken;
    this.#failures = 0;
    this.#adapt(chunk.records.length, performance.now() - startedAt);
    this.#reach({ segment: chunk.segment, offset: chunk.to });
    onLoaded?.(chunk.records, isUncertain(chunk.segment));
    return true;
  }

  /** A single record with an unclear failure: the record is at fault if other records succeed meanwhile. */
  async #moveUnclear(chunk: Chunk, error: unknown): Promise<boolean> {
    for (let tries = 1; tries < TRIES_BESIDE_OTHERS; tries++) {
      if (!(await this.#takesOthers())) {
        if (this.#failures < TRIES_WITHOUT_OTHERS) throw error;
        break;
      }
      try {
        return await this.#commit(chunk);
      } catch (again) {
        if (faultOf(again) === "database") throw again;
      }
    }
    return this.#refuse(chunk, error);
  }

  /** Whether the database accepts a record that it stored before, in a transaction that is rolled back. */
  async #takesOthers(): Promise<boolean> {
    const { store, apply } = this.#parts;
    if (this.#taken === undefined) return false;
    const undone = new Error("undone");
    const records = [this.#taken];
    const attempt = store.transaction(async (trx) => {
      await apply(trx, records, false);
      throw undone;
    });
    return attempt.then(
      () => true,
      (error: unknown) => error === undone || faultOf(error) === "record",
    );
  }

  /** Stores a record in the table of refused ones and continues after it. */
  async #refuse(chunk: Chunk, error: unknown): Promise<boolean> {
    const { store, onLoaded, onError } = this.#parts;
    const { segment, from: offset } = chunk;
    const { code, message = String(error) } = (error ?? {}) as { code?: unknown; message?: string };
    const reason = typeof code === "string" ? `${code}: ${message}` : message;
    const isMoved = await store.transaction(async (trx) => {
      if (!(await noteLoaded(trx, chunk))) return false;
      for (const record of chunk.records) await keepRefused(trx, { segment, offset, record, reason });
      return true;
    });
    if (!isMoved) return false;
    this.#failures = 0;
    this.#reach({ segment, offset: chunk.to });
    onLoaded?.(chunk.records, isUncertain(chunk.segment));
    onError(
      new SetAside(`a click (${segment}, byte ${offset}) is kept in the table refused_clicks: ${reason}`, {
        cause: error,
      }),
    );
    return true;
  }

  /** Loads records that an earlier version of the service or database refused. A record refused again stays there. */
  async #retryRefused(): Promise<void> {
    const { store, apply } = this.#parts;
    for (const place of await findRefused(store.db, MOST_RETRIED)) {
      if (this.#stopped) return;
      const moved = store.transaction(async (trx) => {
        const record = await takeRefused(trx, place);
        if (record !== undefined) await apply(trx, [record], false);
      });
      await moved.catch(() => {});
    }
  }

  /** Adapts the size of the next transactions to the target duration. */
  #adapt(records: number, ms: number): void {
    const isBehind = this.#parts.store.engine === "embedded" && this.lagMs > BEHIND.afterMs;
    const wanted = isBehind ? BEHIND.chunkMs : CHUNK_MS;
    const most = isBehind ? BEHIND.mostRecords : MOST_RECORDS;
    const isFull = records >= this.#limit;
    if (ms <= wanted && !isFull) return;
    const factor = Math.min(1.5, Math.max(0.5, wanted / ms));
    this.#limit = Math.round(Math.min(most, Math.max(FEWEST_RECORDS, this.#limit * factor)));
  }
}

/** The two halves of a chunk of several records. */
function halves({ segment, from, to, records, ends }: Chunk): { left: Chunk; right: Chunk } {
  const middle = records.length >> 1;
  const cut = ends[middle - 1] ?? from;
  return {
    left: { segment, from, to: cut, records: records.slice(0, middle), ends: ends.slice(0, middle) },
    right: { segment, from: cut, to, records: records.slice(middle), ends: ends.slice(middle) },
  };
}
