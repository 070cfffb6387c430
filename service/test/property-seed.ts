import fc from "fast-check";

const isPostgres = process.env["TEST_ENGINE"] === "postgres";

/**
 * Property tests draw the same cases on every run, so that a red run is red again, and on each engine others; PROPERTY_SEED draws others
 * than those.
 */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 2026) + (isPostgres ? 1 : 0) });

/** How many of a property's cases are tried on this engine: one half of them, or as many as PROPERTY_RUNS says. */
export const casesHere = (onBoth: number): number => Number(process.env["PROPERTY_RUNS"] ?? Math.ceil(onBoth / 2));
