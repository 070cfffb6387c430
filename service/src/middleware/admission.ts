import { ReferralsError, type OperationName } from "referrals-embed/contract";
import type { Store } from "../store/open.ts";

/**
 * The classes of work that calls belong to; redirects are a fourth, with connections of their own. What is slow must never hold what the
 * quick need, so each class has its places, and one that is full leaves the others as they were.
 */
export type WorkClass = "tracking" | "calls" | "reports";

/** Calls that may read or write for long: files, rows of events, sums that are not kept, and imports. */
const reports: ReadonlySet<OperationName> = new Set([
  "analytics.retrieve",
  "events.list",
  "partners.analytics",
  "partners.createMany",
  "customers.createMany",
  "commissions.createMany",
  "payouts.export",
  "embed.analytics",
  "embed.events",
  "embed.export",
]);

/** The class of an operation. */
export function classOf(name: OperationName): WorkClass {
  if (reports.has(name)) return "reports";
  return name.startsWith("track.") || name === "integrations.receive" ? "tracking" : "calls";
}

/** Whose work it is: the credential, or the address where there is none, and the workspace. */
export interface WorkOwner {
  caller: string;
  workspace: string;
}

/** Places of a class, how many of them one caller and one workspace may take, and how many may wait for one. */
export interface GateBounds {
  places: number;
  perCaller: number;
  perWorkspace: number;
  waiting: number;
  waitingPerCaller: number;
  /** Longest wait in milliseconds. */
  waitMs: number;
}

interface Waiter {
  owner: WorkOwner;
  enter: () => void;
}

/** Lets in as many as there are places; the others wait their turn, in order, for as long as that is worth it. */
export class Gate {
  readonly #bounds: GateBounds;
  readonly #inside = new Map<string, number>();
  #taken = 0;
  #waiting: Waiter[] = [];

  constructor(bounds: GateBounds) {
    this.#bounds = bounds;
  }

  /**
   * Takes a place.
   * @param gone aborted when nobody waits for the answer any more
   * @returns the function that gives it back
   * @throws rate_limit_exceeded when too many wait already, or this one has waited too long
   */
  async enter(owner: WorkOwner, gone?: AbortSignal): Promise<() => void> {
    if (this.#fits(owner)) return this.#take(owner);
    const { waiting, waitingPerCaller } = this.#bounds;
    const own = this.#waiting.filter(({ owner: other }) => other.caller === owner.caller).length;
    if (this.#waiting.length >= waiting || own >= waitingPerCaller) throw full();
    return this.#turn(owner, gone);
  }

  #turn(owner: WorkOwner, gone: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        gone?.removeEventListener("abort", leave);
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        settle();
      };
      // The place is taken at once: in the turn until the promise is heard of, another call would take it too.
      const waiter: Waiter = { owner, enter: () => end(() => resolve(this.#take(owner))) };
      const leave = (): void => end(() => reject(full()));
      const timer = setTimeout(leave, this.#bounds.waitMs);
      gone?.addEventListener("abort", leave);
      this.#waiting.push(waiter);
    });
  }

  #fits({ caller, workspace }: WorkOwner): boolean {
    const { places, perCaller, perWorkspace } = this.#bounds;
    return (
      this.#taken < places &&
      (this.#inside.get(`caller ${caller}`) ?? 0) < perCaller &&
      (this.#inside.get(`workspace ${workspace}`) ?? 0) < perWorkspace
    );
  }

  #take(owner: WorkOwner): () => void {
    this.#count(owner, 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count(owner, -1);
      this.#waiting.find(({ owner: next }) => this.#fits(next))?.enter();
    };
  }

  #count({ caller, workspace }: WorkOwner, by: number): void {
    this.#taken += by;
    for (const name of [`caller ${caller}`, `workspace ${workspace}`]) {
      const count = (this.#inside.get(name) ?? 0) + by;
      if (count === 0) this.#inside.delete(name);
      else this.#inside.set(name, count);
    }
  }
}

function full(): ReferralsError {
  const message =
    "Too many calls of this kind are being answered. Repeat this one in a moment, and send fewer at once.";
  return new ReferralsError("rate_limit_exceeded", message, { retryAfter: 2 });
}

/** A gate for each class. */
export type Admission = Readonly<Record<WorkClass, Gate>>;

/**
 * The gates of a process. Calls and tracking together take fewer connections than there are, so that jobs and the loader of clicks find
 * one. On the embedded store reports take turns with everything else statement by statement, so few of them go at once.
 */
export function createAdmission({ engine }: Pick<Store, "engine">): Admission {
  const quick = { waiting: 400, waitingPerCaller: 100, waitMs: 8_000 };
  const reportPlaces = engine === "embedded" ? 2 : 4;
  return {
    tracking: new Gate({ places: 4, perCaller: 3, perWorkspace: 4, ...quick }),
    calls: new Gate({ places: 6, perCaller: 4, perWorkspace: 5, ...quick }),
    reports: new Gate({
      places: reportPlaces,
      perCaller: Math.min(2, reportPlaces),
      perWorkspace: Math.min(4, reportPlaces),
      waiting: 32,
      waitingPerCaller: 8,
      waitMs: 15_000,
    }),
  };
}
