import { present } from "../../../present.ts";

/** UTC periods that sums are kept for. */
export const grains = ["month", "day", "hour"] as const;
export type Grain = (typeof grains)[number];

/** From one instant to another, both the beginning of a period; epoch milliseconds. */
export interface Run {
  from: number;
  to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Covers buckets with the longest periods that do not span two buckets: whole months where they fit, whole days around them, hours at the
 * edges, each as runs of neighbours. `edges` ascend and are whole hours.
 */
export function wholePeriods(edges: readonly number[]): Record<Grain, Run[]> {
  const runs: Record<Grain, Run[]> = { month: [], day: [], hour: [] };
  const [first, last] = [present(edges[0], "the edge"), present(edges.at(-1), "the edge")];
  const splitDays = new Set(edges.filter((edge) => edge % DAY !== 0).map((edge) => edge - (edge % DAY)));
  const splitMonths = new Set(edges.filter((edge) => edge !== monthOf(edge)).map((edge) => monthOf(edge)));
  const fits = (from: number, to: number, split: Set<number>): boolean =>
    from >= first && to <= last && !split.has(from);
  for (let month = monthOf(first); month < last; month = monthOf(month, 1)) {
    const end = monthOf(month, 1);
    if (fits(month, end, splitMonths)) {
      extend(runs.month, month, end);
      continue;
    }
    const from = Math.max(month, first);
    for (let day = from - (from % DAY); day < Math.min(end, last); day += DAY) {
      if (fits(day, day + DAY, splitDays)) extend(runs.day, day, day + DAY);
      else extend(runs.hour, Math.max(day, first), Math.min(day + DAY, last));
    }
  }
  return runs;
}

/** Where the UTC month of an instant, or one after it, begins. */
function monthOf(at: number, plus = 0): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + plus);
}

function extend(runs: Run[], from: number, to: number): void {
  const before = runs.at(-1);
  if (before?.to === from) before.to = to;
  else runs.push({ from, to });
}
