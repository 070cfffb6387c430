/*
 * Guards against hanging, no measures of speed: machines are shared, and on some days the same run takes three times as long.
 */

/** How long a test waits for what is on its way, in milliseconds. */
export const WAIT_MS = 90_000;

/** How long a test may take, in milliseconds: several waits. */
export const TEST_MS = 300_000;
