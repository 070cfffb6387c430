import fc from "fast-check";
import { afterEach } from "vitest";
import { endProperties } from "./property-runs.ts";

const isPostgres = process.env["TEST_ENGINE"] === "postgres";

/**
 * Property tests draw the same cases on every run, so that a red run is red again, and on each engine others; PROPERTY_SEED draws others
 * than those.
 */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 2026) + (isPostgres ? 1 : 0) });

// A test that ran out of time would go on beside the next one.
afterEach(endProperties);
