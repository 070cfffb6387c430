import { ReferralsError } from "referrals-embed/contract";
import type { Store } from "../store/open.ts";
import type { WorkClass } from "./work-classes.ts";

/** Whose work it is: the credential, the partner of an embed token, or the address where there is neither; and the workspace. */
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
  /** Fewer than may wait in all: callers of one workspace must not take every turn there is. */
  waitingPerWorkspace: number;
  /** Longest wait in milliseconds. */
  waitMs: number;
}

interface Waiter {
  owner: WorkOwner;
  enter: () => void;
}

/**
 * Lets in as many as there are places; the others wait for as long as that is worth it. The next place goes to the workspace that has the
 * fewest, in order of arrival among equals: who sends a hundred calls must not keep one call of another waiting for all of them.
 */
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
    if (gone?.aborted || !this.#mayWait(owner)) throw full();
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

  #mayWait({ caller, workspace }: WorkOwner): boolean {
    const { waiting, waitingPerCaller, waitingPerWorkspace } = this.#bounds;
    const ofWorkspace = this.#waiting.filter(({ owner }) => owner.workspace === workspace);
    const ofCaller = ofWorkspace.filter(({ owner }) => owner.caller === caller);
    return (
      this.#waiting.length < waiting && ofWorkspace.length < waitingPerWorkspace && ofCaller.length < waitingPerCaller
    );
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
      this.#next()?.enter();
    };
  }

  #next(): Waiter | undefined {
    const placesOf = ({ owner: { workspace } }: Waiter): number => this.#inside.get(`workspace ${workspace}`) ?? 0;
    const [next] = this.#waiting.filter(({ owner }) => this.#fits(owner)).sort((a, b) => placesOf(a) - placesOf(b));
    return next;
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

/** A gate for each class, and one for operators' commands that read or write for long: they are reports too, one at a time. */
export type Admission = Readonly<Record<WorkClass | "commands", Gate>>;

const operator: WorkOwner = { caller: "operator", workspace: "" };

/**
 * Takes the places of an operator's long command: two backups at once would leave no place for the reports of others.
 * @returns gives them back
 * @throws rate_limit_exceeded when too many wait already, or this one has waited too long
 */
export async function enterAsCommand({ commands, reports }: Admission): Promise<() => void> {
  const leaveCommands = await commands.enter(operator);
  try {
    const leaveReports = await reports.enter(operator);
    return () => {
      leaveReports();
      leaveCommands();
    };
  } catch (error) {
    leaveCommands();
    throw error;
  }
}

/**
 * The gates of a process. Calls and tracking together take fewer connections than there are, so that jobs and the loader of clicks find
 * one. On the embedded store reports take turns with everything else statement by statement, so few of them go at once.
 */
export function createAdmission({ engine }: Pick<Store, "engine">): Admission {
  const quick = { waiting: 400, waitingPerCaller: 100, waitingPerWorkspace: 200, waitMs: 8_000 };
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
      waitingPerWorkspace: 16,
      waitMs: 15_000,
    }),
    // Whoever typed one is not a visitor who goes away: they wait for the one before.
    commands: new Gate({
      places: 1,
      perCaller: 1,
      perWorkspace: 1,
      waiting: 8,
      waitingPerCaller: 8,
      waitingPerWorkspace: 8,
      waitMs: 600_000,
    }),
  };
}
