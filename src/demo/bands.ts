import { toMajorUnits } from "../contract/money.ts";
import type { Money } from "../contract/index.ts";

/** Fewest partners that may share a band: fewer would give an amount away. */
const smallestCohort = 5;

/** The band of each amount, largest first: 1-2-5 series in major units, small cohorts merged downward. */
export function bandsOf(amounts: readonly Money[], currency: string): string[] {
  const edges = [0];
  for (let power = 1; power < 1e15; power *= 10) edges.push(power, 2 * power, 5 * power);
  const steps = amounts.map((amount) => edges.findLastIndex((edge) => edge <= toMajorUnits(amount, currency)));
  const bands: string[] = [];
  steps.forEach((step, n) => {
    const size = n + 1 - bands.length;
    const rest = steps.length - n - 1;
    const isOpen = step === steps[n + 1] || size < smallestCohort || rest < smallestCohort;
    if (isOpen && rest > 0) return;
    const band = `${edges[step]}-${edges[steps[bands.length]! + 1]}`;
    bands.push(...Array<string>(size).fill(band));
  });
  return bands;
}
