import { performance } from "node:perf_hooks";
import type { Pool, PoolClient } from "pg";
import { lanes, NoConnection, type Lane } from "../lanes.ts";
import { present } from "../../present.ts";
import { WatchedPool } from "../watched-pool.ts";

/**
 * How long the session stays reserved for quick work, which comes statement by statement, before patient work gets it: a share of that
 * work's duration, at least this.
 */
const QUIET = { share: 0.25, leastMs: 2 };
/**
 * Patient work gets priority after quick work has had the session for this many times the duration of the last patient work: for more times
 * after a long one, such as the ban of a partner with 25,000 commissions, which cannot be done in portions.
 */
const PATIENCE = { usual: 2, afterLong: 4, longMs: 250 };

/**
 * How long the session is kept for quick work that comes statement by statement, in milliseconds, before other quick work that has used
 * so much more of it: else a read would wait for a whole transaction before each of its statements.
 */
const KEPT = { ms: 2, lead: 5 };

const names = Object.keys(lanes) as Lane[];

interface Waiter {
  lane: Lane;
  workspaceId: string;
  enter: () => void;
}

/** More names than this are looked through for those to forget. */
const MOST_NAMES = 1000;

/** Who is next by the time each has used: of those that wait the one that has used least. One that pauses saves up nothing by that. */
class FairOrder<Name> {
  /** Milliseconds by name. */
  readonly #used = new Map<Name, number>();
  /** What the one served last had used before: those that wait have used as much, and those that come count as if they had. */
  #clock = 0;

  /** The next of these; of equals the first. */
  next(waiting: Iterable<Name>): Name | undefined {
    let next: { name: Name; used: number } | undefined;
    for (const name of waiting) {
      const used = this.usedBy(name);
      if (!next || used < next.used) next = { name, used };
    }
    return next?.name;
  }

  /** Counts the time that a name was served for. */
  count(name: Name, ms: number): void {
    const before = this.usedBy(name);
    this.#clock = Math.max(this.#clock, before);
    this.#used.set(name, before + ms);
    if (this.#used.size <= MOST_NAMES) return;
    for (const [other, used] of this.#used) if (used <= this.#clock) this.#used.delete(other);
  }

  usedBy(name: Name): number {
    return Math.max(this.#used.get(name) ?? 0, this.#clock);
  }
}

/** The requests that wait for a lane, by workspace, and whose turn it is. */
interface Queue {
  waiting: Map<string, Waiter[]>;
  order: FairOrder<string>;
}

/**
 * Decides who gets the one session of the embedded store next. Quick lanes share it by the time they use, not by turns: a transaction of
 * 25 ms counts as much as ten statements of a read. Within a lane its workspaces share it in the same way. A report of seconds comes in
 * portions, so quick work waits for one portion at most; under any quick load a third of the time is left for reports and jobs, a fifth
 * for those that cannot be divided and take long.
 */
export class SessionQueue {
  readonly #queues = new Map<Lane, Queue>(names.map((name) => [name, { waiting: new Map(), order: new FairOrder() }]));
  readonly #order = { quick: new FairOrder<Lane>(), patient: new FairOrder<Lane>() };
  #holder: object | undefined;
  /** The quick work that had the session last, and until when. */
  #quick: Pick<Waiter, "lane" | "workspaceId"> | undefined;
  #quickAt = 0;
  /** When patient work gets priority over quick work. */
  #patientDue = 0;
  /** How long patient work took last. */
  #patientMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @returns a function that releases the session. @throws NoConnection after `waitMs` */
  enter(lane: Lane, { waitMs, workspaceId = "" }: { waitMs: number; workspaceId?: string }): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const { waiting } = this.#queueOf(lane);
      const own = waiting.get(workspaceId) ?? [];
      waiting.set(workspaceId, own);
      const leave = (): void => {
        clearTimeout(timer);
        own.splice(own.indexOf(waiter), 1);
        if (own.length === 0) waiting.delete(workspaceId);
      };
      const waiter: Waiter = {
        lane,
        workspaceId,
        enter: () => {
          leave();
          resolve(this.#take(lane, workspaceId));
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(new NoConnection({ isBusy: true }));
      }, waitMs);
      own.push(waiter);
      this.#next();
    });
  }

  #take(lane: Lane, workspaceId: string): () => void {
    const holder = {};
    const since = performance.now();
    this.#holder = holder;
    return () => {
      if (this.#holder !== holder) return;
      this.#holder = undefined;
      const now = performance.now();
      this.#order[lanes[lane]].count(lane, now - since);
      this.#queueOf(lane).order.count(workspaceId, now - since);
      if (lanes[lane] === "quick") {
        this.#quick = { lane, workspaceId };
        this.#quickAt = now;
      } else {
        this.#patientMs = now - since;
        this.#patientDue =
          now + this.#patientMs * (this.#patientMs > PATIENCE.longMs ? PATIENCE.afterLong : PATIENCE.usual);
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
    const keptUntil = quick && this.#isAhead(quick) ? this.#quickAt + KEPT.ms : now;
    if (quick && now >= keptUntil) return quick.enter();
    if (quick) this.#timer = setTimeout(() => this.#next(), keptUntil - now);
    else if (patient) this.#timer = setTimeout(() => this.#next(), Math.min(quietAt, this.#patientDue) - now);
  }

  /** Whether it has used so much more than the work before it that the next statement of that goes first. */
  #isAhead({ lane, workspaceId }: Waiter): boolean {
    const before = this.#quick;
    if (!before) return false;
    if (before.lane !== lane) {
      const order = this.#order.quick;
      return order.usedBy(lane) - order.usedBy(before.lane) > KEPT.lead;
    }
    const { order } = this.#queueOf(lane);
    return order.usedBy(workspaceId) - order.usedBy(before.workspaceId) > KEPT.lead;
  }

  /** The longest waiting request of the workspace and lane whose turn it is. */
  #first(kind: (typeof lanes)[Lane]): Waiter | undefined {
    const isWaiting = (name: Lane): boolean => lanes[name] === kind && this.#queueOf(name).waiting.size > 0;
    const lane = this.#order[kind].next(names.filter(isWaiting));
    if (!lane) return undefined;
    const { waiting, order } = this.#queueOf(lane);
    const workspaceId = order.next(waiting.keys());
    return workspaceId === undefined ? undefined : waiting.get(workspaceId)?.[0];
  }

  #queueOf(lane: Lane): Queue {
    return present(this.#queues.get(lane), "the lane");
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
