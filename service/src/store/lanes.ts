/**
 * Whose work it is that wants the database. Quick lanes take turns; patient ones (whoever asked is not waiting, or knows to wait) go when
 * no quick one wants the session, or when they have waited for several times as long as their last work took.
 */
export const lanes = {
  redirects: "quick",
  tracking: "quick",
  calls: "quick",
  /** What belongs to none of them: credentials, clicks on their way to the tables, probes. */
  others: "quick",
  jobs: "patient",
  reports: "patient",
} as const satisfies Record<string, "quick" | "patient">;

/** Whose work it is. */
export type Lane = keyof typeof lanes;

/** Opens each lane once: what is kept for a store, such as its event streams, is found again by the next call. */
export function eachLaneOnce<Opened>(
  open: (lane: Lane, gone?: AbortSignal) => Opened,
): (lane: Lane, gone?: AbortSignal) => Opened {
  const opened = new Map<Lane, Opened>();
  return (lane, gone) => {
    if (gone) return open(lane, gone);
    const known = opened.get(lane) ?? open(lane);
    opened.set(lane, known);
    return known;
  };
}

/** The caller has gone: what is being read for the answer ends. */
export class CallerGone extends Error {
  constructor() {
    super("whoever asked has hung up");
  }
}

/** No connection to the database was to be had in time; nothing was done. */
export class NoConnection extends Error {
  /** Others hold all there are; else the database cannot be reached. */
  readonly isBusy: boolean;

  constructor({ isBusy, cause }: { isBusy: boolean; cause?: unknown }) {
    // `faultOf` knows it by these words: a click that could not be stored for it is no faulty one.
    super(isBusy ? "no connection to the database became free in time" : "no connection to the database", { cause });
    this.isBusy = isBusy;
  }
}
