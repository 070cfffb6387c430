import { NoConnection } from "../../store/lanes.ts";

/** How long remembered values replace a database that does not answer. */
const STAND_IN_MS = 3_600_000;
/** How long to wait for the database when a value is remembered. */
const PATIENCE_MS = 1_000;
/** Pause before the database is asked again after a failure: one wait per visitor would fill the connection pool. */
const PAUSE_MS = 1_000;

/** The last value from the database. */
export interface Remembered<T> {
  value: T;
}

/**
 * Answers reads while the database is away or busy, from earlier values, for an hour at most. Meanwhile only another replica could change a
 * link, and this one would not receive the change.
 */
export class Outage {
  readonly #now: () => number;
  /** Start of the outage; null while the last read succeeded. */
  #since: number | null = null;
  /** In the process's monotonic time: after a wall clock was set back, the database would not be asked for that long. */
  #askAgainAt = 0;
  #lastError: unknown;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Asks the database, unless it has just failed.
   * @param kept the value to use instead
   * @throws the database's error, if there is no such value or the outage lasts too long
   */
  async ask<T>(kept: Remembered<T> | undefined, read: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#askAgainAt) return this.#standIn(kept, this.#lastError);
    try {
      const value = await (kept === undefined ? read() : inTime(read()));
      this.#since = null;
      return value;
    } catch (error) {
      this.#since ??= this.#now();
      this.#lastError = error;
      // A busy database answers again in a moment, and one statement reads for all waiting visitors.
      if (!(error instanceof NoConnection && error.isBusy)) this.#askAgainAt = performance.now() + PAUSE_MS;
      return this.#standIn(kept, error);
    }
  }

  #standIn<T>(kept: Remembered<T> | undefined, error: unknown): T {
    if (kept === undefined || this.#since === null || this.#now() - this.#since > STAND_IN_MS) throw error;
    return kept.value;
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database did not answer in time")), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
