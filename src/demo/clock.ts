/** "Now" of every demo, 2026-10-30T12:00Z, in epoch ms. */
export const demoNow: number = Date.UTC(2026, 9, 30, 12);

/** The day the sample partner joined, twelve months earlier. */
export const demoStart: number = Date.UTC(2025, 10, 3, 9);

/** Milliseconds of a day. */
export const dayMs: number = 86_400_000;

/** An instant as the contract writes it. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
