import { sql, type Transaction } from "kysely";
import type { Store } from "../open.ts";
import type { Database } from "../schema.ts";
import type { Chunk, Journal } from "./journal.ts";
import { isBefore, type Position } from "./segments.ts";

/** Waits for more records, since a transaction costs much and a record in it little. Whoever cannot wait calls `loaded`. */
const LINGER_MS = 250;
const RETRY_MS = 250;
const BARRIER_TRIES = 20;

/** Moves records into tables, in the transaction given. */
export type ApplyRecords = (trx: Transaction<Database>, records: readonly string[]) => Promise<void>;

/**
 * Moves a journal into SQL. The position reached is a row that changes in the transaction of the records, so a crash at any moment
 * neither loses nor doubles one. A failed transaction is tried again for ever: the records are safe in the journal.
 */
export class Loader {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #apply: ApplyRecords;
  readonly #onLoaded: () => void;
  readonly #onError: (error: unknown) => void;
  #position: Position = { segment: 0, offset: 0 };
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: {
    store: Store;
    journal: Journal;
    apply: ApplyRecords;
    /** Called after each commit. */
    onLoaded?: () => void;
    onError: (error: unknown) => void;
  }) {
    this.#store = options.store;
    this.#journal = options.journal;
    this.#apply = options.apply;
    this.#onLoaded = options.onLoaded ?? (() => {});
    this.#onError = options.onError;
  }

  /** Loads what an earlier process left behind, then whatever comes. */
  async start(): Promise<void> {
    this.#position = await this.#storedPosition();
    await this.#loadAll();
    this.#journal.onDurable = () => {
      this.#timer ??= setTimeout(this.#onTimer, LINGER_MS);
    };
  }

  /**
   * Resolves once everything on disk now is in the tables: a read after an answered click sees it.
   *
   * @throws Error when the database takes nothing for some seconds
   */
  async loaded(): Promise<void> {
    await this.#journal.flushed();
    const target = this.#journal.end;
    for (let failures = 0; isBefore(this.#position, target) && !this.#stopped;) {
      const before = this.#position;
      await this.#load();
      if (this.#position !== before) continue;
      if (++failures > BARRIER_TRIES) throw new Error("clicks wait in the journal: the database does not take them");
      await pause(RETRY_MS);
    }
  }

  /** Loads the rest and ends; what the database does not take stays in the journal for the next start. */
  async stop(): Promise<void> {
    this.#journal.onDurable = () => {};
    clearTimeout(this.#timer);
    await this.#journal.flushed();
    await this.#load();
    this.#stopped = true;
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    void this.#load();
  };

  /** One run at a time; whoever comes meanwhile waits for it and looks again. */
  #load(): Promise<void> {
    this.#running ??= this.#loadAll()
      .catch(this.#failed)
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  readonly #failed = (error: unknown): void => {
    this.#onError(error);
    this.#timer ??= setTimeout(this.#onTimer, RETRY_MS).unref();
  };

  async #loadAll(): Promise<void> {
    for (;;) {
      const end = this.#journal.end;
      const chunk = await this.#journal.read(this.#position);
      if (!chunk) {
        // A new or failed segment leaves nothing to read before its end.
        if (isBefore(this.#position, end)) this.#reach(end);
        return;
      }
      await this.#move(chunk);
      this.#reach(chunk.next);
      this.#onLoaded();
    }
  }

  /** In one transaction; when the database finds fault with a value, record by record, so that one cannot hold up all. */
  async #move(chunk: Chunk): Promise<void> {
    const inOne = (apply: (trx: Transaction<Database>) => Promise<void>): Promise<void> =>
      this.#store.transaction(async (trx) => {
        await this.#advance(trx, this.#position, chunk.next);
        await apply(trx);
      });
    try {
      await inOne((trx) => this.#apply(trx, chunk.records));
    } catch (error) {
      if (!isDataException(error)) throw error;
      await inOne((trx) => this.#applySingly(trx, chunk.records));
    }
  }

  async #applySingly(trx: Transaction<Database>, records: readonly string[]): Promise<void> {
    for (const record of records) {
      await sql`SAVEPOINT one_record`.execute(trx);
      try {
        await this.#apply(trx, [record]);
      } catch (error) {
        if (!isDataException(error)) throw error;
        await sql`ROLLBACK TO SAVEPOINT one_record`.execute(trx);
        this.#onError(new Error(`a record was dropped, the database refuses it: ${record}`, { cause: error }));
      }
    }
  }

  #reach(position: Position): void {
    if (position.segment !== this.#position.segment) this.#journal.forget(position);
    this.#position = position;
  }

  async #storedPosition(): Promise<Position> {
    const row = await this.#store.db
      .insertInto("journal_offsets")
      .values({ journal_id: this.#journal.id, updated_at: sql`now()` })
      .onConflict((conflict) => conflict.column("journal_id").doUpdateSet({ updated_at: sql`now()` }))
      .returning(["segment", "byte_offset"])
      .executeTakeFirstOrThrow();
    return { segment: row.segment, offset: row.byte_offset };
  }

  /** Conditional on the position before: two loaders of one journal could never both succeed. */
  async #advance(trx: Transaction<Database>, from: Position, to: Position): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable("journal_offsets")
      .set({ segment: to.segment, byte_offset: to.offset, updated_at: sql`now()` })
      .where("journal_id", "=", this.#journal.id)
      .where((eb) =>
        eb.or([
          eb.and([eb("segment", "=", from.segment), eb("byte_offset", "=", from.offset)]),
          eb("segment", "<", from.segment),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error(`journal ${this.#journal.id} was loaded by somebody else meanwhile`);
  }
}

/** SQLSTATE class 22: the value itself cannot be stored, now or ever. */
function isDataException(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("22");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
