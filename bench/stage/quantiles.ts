/** The number that a share of some numbers is below: `quantile(times, 0.99)`. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
