import { performance } from "node:perf_hooks";
import type { Pool, PoolClient } from "pg";
import { lanes, NoConnection, type Lane } from "../lanes.ts";
import { WatchedPool } from "../watched-pool.ts";

/**
 * How long the session stays reserved for quick work, which comes statement by statement, before patient work gets it: a share of that
 * work's duration, at least this.
 */
const QUIET = { share: 0.25, leastMs: 2 };
/** Patient work gets priority after quick work has had the session for this many times the duration of the last patient work. */
const PATIENCE = 2;

const names = Object.keys(lanes) as Lane[];

interface Waiter {
  enter: () => void;
}

/**
 * Decides who gets the one session of the embedded store next. A report of seconds comes in portions, so quick work waits for one portion
 * at most; under any quick load a third of the time is left for reports and jobs.
 */
export class SessionQueue {
  readonly #waiting = new Map<Lane, Waiter[]>(names.map((name) => [name, []]));
  #holder: { lane: Lane; since: number } | undefined;
  /** The lanes, the last served one at the end. */
  #turns = names;
  /** When quick work had the session last. */
  #quickAt = 0;
  /** When patient work gets priority over quick work. */
  #patientDue = 0;
  /** How long patient work took last. */
  #patientMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @returns a function that releases the session. @throws NoConnection after `waitMs` */
  enter(lane: Lane, waitMs: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(lane) ?? [];
      const waiter: Waiter = {
        enter: () => {
          clearTimeout(timer);
          waiting.splice(waiting.indexOf(waiter), 1);
          resolve(this.#take(lane));
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new NoConnection({ isBusy: true }));
      }, waitMs);
      waiting.push(waiter);
      this.#next();
    });
  }

  #take(lane: Lane): () => void {
    const holder = { lane, since: performance.now() };
    this.#holder = holder;
    this.#turns = [...this.#turns.filter((name) => name !== lane), lane];
    return () => {
      if (this.#holder !== holder) return;
      this.#holder = undefined;
      const now = performance.now();
      if (lanes[lane] === "quick") this.#quickAt = now;
      else {
        this.#patientMs = now - holder.since;
        this.#patientDue = now + PATIENCE * this.#patientMs;
      }
      this.#next();
    };
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (this.#holder) return;
    const now = performance.now();
    const [quick, patient] = [this.#first("quick"), this.#first("patient")];
    const quietAt = this.#quickAt + Math.max(QUIET.leastMs, QUIET.share * this.#patientMs);
    if (patient && (now >= this.#patientDue || (!quick && now >= quietAt))) return patient.enter();
    if (quick) return quick.enter();
    if (patient) this.#timer = setTimeout(() => this.#next(), Math.min(quietAt, this.#patientDue) - now);
  }

  /** The longest waiting request of the lane whose turn it is. */
  #first(kind: (typeof lanes)[Lane]): Waiter | undefined {
    const lane = this.#turns.find((name) => lanes[name] === kind && this.#waiting.get(name)?.length !== 0);
    return lane && this.#waiting.get(lane)?.[0];
  }
}

/** The one session as a pool of a lane. */
export class LanePool extends WatchedPool {
  readonly #session: Pool;
  readonly #enter: () => Promise<() => void>;

  constructor(session: Pool, enter: () => Promise<() => void>) {
    super();
    this.#session = session;
    this.#enter = enter;
  }

  protected override async obtain(): Promise<PoolClient> {
    const leave = await this.#enter();
    try {
      const client = await this.#session.connect();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }
}
