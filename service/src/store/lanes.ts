/**
 * Kinds of database work. Quick lanes take turns. Patient lanes, whose callers can wait, run when no quick lane wants the session, or when
 * they have waited several times the duration of their last work.
 */
export const lanes = {
  redirects: "quick",
  tracking: "quick",
  calls: "quick",
  /** Work of no other lane: credentials, loading clicks, probes. */
  others: "quick",
  jobs: "patient",
  reports: "patient",
} as const satisfies Record<string, "quick" | "patient">;

/** The lane of the work. */
export type Lane = keyof typeof lanes;

/** Whose work it is. */
export interface LaneWork {
  /** Aborted when the caller disconnects. */
  gone?: AbortSignal | undefined;
  /** Workspaces share a lane of the embedded store by the time they use. Default: work of no workspace. */
  workspaceId?: string | undefined;
}

/**
 * Opens each lane once, so that the next call finds the objects kept per store, such as event streams. A lane for somebody's work is opened
 * for each call: one kept for every workspace would stay in memory for good.
 */
export function eachLaneOnce<Opened>(
  open: (lane: Lane, work?: LaneWork) => Opened,
): (lane: Lane, work?: LaneWork) => Opened {
  const opened = new Map<Lane, Opened>();
  return (lane, work) => {
    if (work) return open(lane, work);
    const known = opened.get(lane) ?? open(lane);
    opened.set(lane, known);
    return known;
  };
}

/** The caller has disconnected: reading for the answer stops. */
export class CallerGone extends Error {
  constructor() {
    super("whoever asked has hung up");
  }
}

/** No database connection was free in time; nothing was done. */
export class NoConnection extends Error {
  /** True when other work holds all connections; false when the database cannot be reached. */
  readonly isBusy: boolean;

  constructor({ isBusy, cause }: { isBusy: boolean; cause?: unknown }) {
    // `faultOf` recognises this text: a click that failed for this reason is not faulty.
    super(isBusy ? "no connection to the database became free in time" : "no connection to the database", { cause });
    this.isBusy = isBusy;
  }
}
