import fc from "fast-check";

/** How many of a property's cases are tried on this engine: one half of them, or as many as PROPERTY_RUNS says. */
export const casesHere = (onBoth: number): number => Number(process.env["PROPERTY_RUNS"] ?? Math.ceil(onBoth / 2));

/**
 * As `casesHere`, and none begins after `ms`, nor a smaller one of a case that failed. A case that began is awaited: fast-check's own
 * `interruptAfterTimeLimit` leaves it running, beside the hooks that empty its store and beside the worker's next file.
 */
export const casesWithin = (onBoth: number, ms: number): { numRuns: number; plugins: [fc.Plugin<unknown>] } => ({
  numRuns: casesHere(onBoth),
  plugins: [
    () => {
      const end = Date.now() + ms;
      let begun = false;
      // One case is always tried: a property without any would say nothing of a slow machine but that it is slow.
      return {
        decorateRun: (run) => (value) => {
          const isLate = begun && Date.now() >= end;
          begun = true;
          return isLate ? new fc.PreconditionFailure(true) : run(value);
        },
      };
    },
  ],
});

/** Properties under way: whether their test ended, and the case they are at. */
const underWay = new Set<{ over: boolean; atCase: Promise<unknown> }>();

fc.installGlobalPlugin(() => {
  const property = { over: false, atCase: Promise.resolve() as Promise<unknown> };
  underWay.add(property);
  return {
    decorateRun: (run) => (value) => {
      if (property.over) return new fc.PreconditionFailure(true);
      const outcome = run(value);
      property.atCase = Promise.resolve(outcome);
      return outcome;
    },
    afterAll: () => void underWay.delete(property),
  };
});

/** Ends the properties of a test that ran out of time: no further case begins, and the running one is awaited. */
export const endProperties = async (): Promise<void> => {
  for (const property of underWay) {
    property.over = true;
    await property.atCase;
  }
};
