import { currencyExponent } from "../contract/money.ts";
import type { Money } from "../contract/scalars.ts";

/** Fewest partners a band may hold: fewer would give an amount away. */
const smallestCohort = 5;

/** Lower edges of the bands in major units: 0, then the 1-2-5 series. */
const series: readonly number[] = [
  0,
  ...Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat(),
];

/** Lower edges of the bands in minor units of a currency. */
export function bandEdges(currency: string): Money[] {
  return series.map((major) => major * 10 ** currencyExponent(currency));
}

/**
 * The label of each band, e.g. `200-500`, given how many partners lie in it. Bands with too few merge with the next lower one that has
 * any; the lowest, with nothing below it, joins the one above.
 */
export function bandLabels(counts: readonly number[]): string[] {
  const groups: number[][] = [];
  let open: number[] = [];
  let size = 0;
  for (const [band, count] of [...counts.entries()].toReversed()) {
    if (count === 0) continue;
    open.push(band);
    size += count;
    if (size < smallestCohort) continue;
    groups.push(open);
    [open, size] = [[], 0];
  }
  const rest = groups.pop() ?? [];
  groups.push([...rest, ...open]);
  const labels = counts.map(() => "");
  for (const group of groups) {
    const [highest, lowest] = [group[0], group.at(-1)];
    if (highest === undefined || lowest === undefined) continue;
    const label = `${series[lowest]}-${series[highest + 1] ?? series[highest]}`;
    for (const band of group) labels[band] = label;
  }
  return labels;
}

/** The band an amount lies in. */
export function bandOf(amount: Money, edges: readonly Money[]): number {
  return edges.findLastIndex((edge) => amount >= edge);
}
