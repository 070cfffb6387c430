import { toMajorUnits } from "../contract/money.ts";
import type { Money } from "../contract/index.ts";

/** Fewest partners that may share a band: fewer would give an amount away (domain-rules Y2). */
const smallestCohort = 5;

/** The band of each amount, in the order given: 1-2-5 series in major units, small cohorts merged downward. */
export function bandsOf(amounts: readonly Money[], currency: string): string[] {
  const lows = amounts.map((amount) => lowEdge(toMajorUnits(amount, currency)));
  const edges = [...new Set(lows)].sort((a, b) => b - a);
  const bands = new Map<number, string>();
  let waiting: number[] = [];
  for (const edge of edges) {
    waiting.push(edge);
    const size = lows.filter((low) => waiting.includes(low)).length;
    const rest = lows.filter((low) => low < edge).length;
    if (size < smallestCohort || (rest > 0 && rest < smallestCohort)) continue;
    for (const low of waiting) bands.set(low, `${edge}-${highEdge(waiting[0]!)}`);
    waiting = [];
  }
  for (const low of waiting) bands.set(low, `${waiting.at(-1)}-${highEdge(waiting[0]!)}`);
  return lows.map((low) => bands.get(low)!);
}

function lowEdge(amount: number): number {
  if (amount < 1) return 0;
  const power = 10 ** Math.floor(Math.log10(amount));
  const digit = amount / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

function highEdge(low: number): number {
  if (low === 0) return 1;
  return String(low).startsWith("2") ? low * 2.5 : low * 2;
}
