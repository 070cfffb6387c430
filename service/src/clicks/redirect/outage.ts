import { NoConnection } from "../../store/lanes.ts";

/** How long what is remembered stands in for a database that does not answer. */
const STAND_IN_MS = 3_600_000;
/** How long an answer of the database is waited for where something is remembered. */
const PATIENCE_MS = 1_000;
/** How long after a failure the database is not asked again: a wait for each visitor would fill the pool of connections. */
const PAUSE_MS = 1_000;

/** A value as the database gave it last. */
export interface Remembered<T> {
  value: T;
}

/**
 * Reads that outlive a database that is away or busy: what was read before stands in for it, for an hour at most. Nobody can change a
 * link meanwhile but through another replica, which this one does not hear of.
 */
export class Outage {
  readonly #now: () => number;
  /** Since when no read has succeeded; null while the last one did. */
  #since: number | null = null;
  /** Of the process's own time: a wall clock that is set back would keep the database from being asked until it is where it was. */
  #askAgainAt = 0;
  #lastError: unknown;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Asks the database, unless it has just failed.
   * @param kept what stands in for it
   * @throws what the database said, where nothing is kept or the outage lasts too long
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
      // A database that is busy answers again in a moment, and one statement asks for all that wait.
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
