import { ReferralsError } from "referrals-embed/contract";
import type { Store } from "../store/open.ts";
import type { WorkClass } from "./work-classes.ts";

/** The caller: the credential, the partner of an embed token, or else the address; and the workspace. */
export interface WorkOwner {
  caller: string;
  workspace: string;
  /** A partner of the workspace, by a token of its embed. */
  isPartner?: boolean;
}

/** The slots of a class, how many of them one caller and one workspace may take, and how many calls may wait. */
export interface GateBounds {
  places: number;
  perCaller: number;
  perWorkspace: number;
  /** Fewer than the workspace has, where they are few: its partners together must leave one to its owner. Default `perWorkspace`. */
  perPartners?: number;
  waiting: number;
  waitingPerCaller: number;
  /** Fewer than may wait in total: one workspace must not fill the whole queue. */
  waitingPerWorkspace: number;
  /** Longest wait in milliseconds. */
  waitMs: number;
}

interface Waiter {
  owner: WorkOwner;
  enter: () => void;
}

/**
 * Admits as many calls as there are slots; the others wait for a limited time. The next slot goes to the workspace with the fewest, then in
 * order of arrival, partners of a workspace after its owner: a caller with a hundred calls must not delay another caller's single call.
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
   * Takes a slot.
   * @param gone aborted when the caller disconnects
   * @returns a function that frees it
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
      // Takes the slot synchronously: before the promise resolves, another call would take it too.
      const waiter: Waiter = { owner, enter: () => end(() => resolve(this.#take(owner))) };
      const leave = (): void => end(() => reject(full()));
      const timer = setTimeout(leave, this.#bounds.waitMs);
      gone?.addEventListener("abort", leave);
      this.#waiting.push(waiter);
    });
  }

  #mayWait({ caller, workspace, isPartner }: WorkOwner): boolean {
    const { waiting, waitingPerCaller, waitingPerWorkspace } = this.#bounds;
    const ofWorkspace = this.#waiting.filter(({ owner }) => owner.workspace === workspace);
    const ofCaller = ofWorkspace.filter(({ owner }) => owner.caller === caller);
    const ofPartners = ofWorkspace.filter(({ owner }) => owner.isPartner);
    if (isPartner && ofPartners.length >= waitingPerWorkspace / 2) return false;
    return (
      this.#waiting.length < waiting && ofWorkspace.length < waitingPerWorkspace && ofCaller.length < waitingPerCaller
    );
  }

  #fits({ caller, workspace, isPartner }: WorkOwner): boolean {
    const { places, perCaller, perWorkspace, perPartners = perWorkspace } = this.#bounds;
    if (isPartner && (this.#inside.get(`partners ${workspace}`) ?? 0) >= perPartners) return false;
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
    const [next] = this.#waiting
      .filter(({ owner }) => this.#fits(owner))
      .sort(
        (a, b) => placesOf(a) - placesOf(b) || Number(a.owner.isPartner ?? false) - Number(b.owner.isPartner ?? false),
      );
    return next;
  }

  #count({ caller, workspace, isPartner }: WorkOwner, by: number): void {
    this.#taken += by;
    const names = [`caller ${caller}`, `workspace ${workspace}`];
    if (isPartner) names.push(`partners ${workspace}`);
    for (const name of names) {
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

/** A gate for each class, and one for operators' long commands, which count as reports too, one at a time. */
export type Admission = Readonly<Record<WorkClass | "commands", Gate>>;

const operator: WorkOwner = { caller: "operator", workspace: "" };

/**
 * Takes the slots of an operator's long command: two parallel backups would leave no slot for other reports.
 * @returns a function that frees them
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
 * The gates of a process. No workspace can take every slot of a class: whoever comes next would wait for the end of a whole report. Calls and tracking together take fewer connections than exist, so that jobs and the click loader get one. On the
 * embedded store reports share the session with all other work, statement by statement, so few run at once.
 */
export function createAdmission({ engine }: Pick<Store, "engine">): Admission {
  const quick = { waiting: 400, waitingPerCaller: 100, waitingPerWorkspace: 200, waitMs: 8_000 };
  const reportsOfWorkspace = engine === "embedded" ? 2 : 4;
  return {
    tracking: new Gate({ places: 4, perCaller: 3, perWorkspace: 3, ...quick }),
    calls: new Gate({ places: 6, perCaller: 4, perWorkspace: 5, ...quick }),
    reports: new Gate({
      places: reportsOfWorkspace + 1,
      perCaller: 2,
      perWorkspace: reportsOfWorkspace,
      perPartners: reportsOfWorkspace - 1,
      waiting: 32,
      waitingPerCaller: 8,
      waitingPerWorkspace: 16,
      waitMs: 15_000,
    }),
    // An operator can wait for the previous command, unlike a visitor.
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
