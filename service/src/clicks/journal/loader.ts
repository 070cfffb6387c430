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

/** How long records gather when no caller waits for them: a transaction costs much, a record in it little. */
const LINGER_MS = 250;
const RETRY_MS = 250;
/** Failures in a row after which waiting without a limit of time is given up. */
const PATIENCE = 20;
/** How often a record is tried alone whose failure may also be the database's: while other records are taken, and while none is. */
const TRIES_BESIDE_OTHERS = 3;
const TRIES_WITHOUT_OTHERS = 8;
/** A transaction of records is to take this long: on the embedded store everything else waits for its end. */
const CHUNK_MS = 25;
/** Fewer do not make a transaction shorter, since it has costs of its own, and on a slow machine loading would fall behind. */
const FEWEST_RECORDS = 250;
const MOST_RECORDS = 4_000;
/**
 * The embedded store under more visits than it takes in: each transaction adds to the sums of every link it has clicks of, so a long one
 * stores half as many again in the same time. On PostgreSQL it gains nothing.
 */
const BEHIND = { afterMs: 1_000, chunkMs: 150, mostRecords: 20_000 };
/** How many refused records a start tries again. */
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
  /** Called after each commit with the records that need no more care, refused ones among them. */
  onLoaded?: (records: readonly string[], uncertain: boolean) => void;
  /** Told of what is being tried again, and of each record that was refused. */
  onError: (error: unknown) => void;
}

interface Waiter {
  target: Position;
  settle: (error?: Error) => void;
}

/**
 * Moves a journal into SQL. How far a segment is loaded changes in the transaction of its records, so a crash at any moment neither
 * loses nor doubles one. While the database is away it is tried again for ever; a record that the database refuses is set aside
 * alone, so that it holds up no other.
 */
export class Loader {
  readonly #parts: LoaderParts;
  #position: Position = { segment: "", offset: 0 };
  /** Progress of segments that an earlier process began. */
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
  /** The last record that the database took. */
  #taken: string | undefined;
  #stopped = false;

  constructor(parts: LoaderParts) {
    this.#parts = parts;
  }

  /** Begins to load: what an earlier process left behind, then whatever comes. */
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
   * Resolves once everything written up to `target` is loaded, or refused, or `atMostMs` have passed. Without that limit it rejects
   * when the database takes nothing for some seconds.
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
          // Whoever waits for a while only is answered in any case: a promise that stays open would keep its place among calls for ever.
          if (error && atMostMs === undefined) reject(error);
          else resolve(!isBefore(this.#position, target));
        },
      };
      this.#waiters.push(waiter);
    });
    if (!this.#retrying) void this.#loadNow();
    return reached;
  }

  /** Loads what there is, then removes the segments that have ended. While the database takes nothing, this happens later. */
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

  /** Loads the rest and ends; what the database does not take stays in the journal for the next start. */
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

  /** Loads everything there is. One run at a time; records that came too late for it are loaded by the next. */
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
    // Less at once: it may have been too much for one statement.
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
      // Asked before reading: a segment left meanwhile may hold more than was read.
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
    // A copy of this journal is loaded by another process: whatever it loaded needs no more care here.
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

  /** In one transaction. When something in it is refused, in halves, until what is refused is alone. */
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

  /** A single record whose failure may be its own or the database's: it is its own when other records are taken meanwhile. */
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

  /** Whether the database answers for a record that it took before, in a transaction that leaves nothing behind. */
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

  /** Keeps a record in the table of refused ones and goes on behind it. */
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

  /** Loads what an earlier version of the service or of its database refused. What is refused again stays where it is. */
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

  /** Brings the next transactions near the time they may take. */
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
