/**
 * Whether an instant's UTC date lies before `start + months` calendar months, the day clamped to the month's end:
 * from 2026-01-31, 3 months end on 2026-04-30, so 04-29 is inside and 04-30 is not.
 */
export function isWithinMonths(start: Date, months: number, at: Date): boolean {
  return at < addMonths(start, months);
}

/** `months` calendar months later at 00:00 UTC, the day clamped to the month's end. */
function addMonths(start: Date, months: number): Date {
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0)).getUTCDate();
  return new Date(first + (Math.min(start.getUTCDate(), lastDay) - 1) * 86_400_000);
}
