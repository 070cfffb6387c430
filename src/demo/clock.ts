/** Milliseconds of a day. */
export const dayMs: number = 86_400_000;
const quarterMs = 900_000;

/** A day for tests and pictures, which must not change with the calendar: 2026-10-30T12:00Z, in epoch ms. */
export const demoNow: number = Date.UTC(2026, 9, 30, 12);

/**
 * Where the data of a demo end that is opened at `nowMs`: the quarter of an hour that has begun, so that the demos of one page agree. Each
 * time zone's midnight begins one, so this is the reader's day.
 */
export function quarterOf(nowMs: number): number {
  return nowMs - (nowMs % quarterMs);
}

/** The day the sample partner joined, in the twelfth month before `now`. */
export function joinedAt(now: number): number {
  return now - 361.125 * dayMs;
}

/** An instant as the contract writes it. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
