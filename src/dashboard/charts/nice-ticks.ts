const STEPS = [1, 2, 2.5, 5];

/** Steps 1, 2, 2.5, 5 × 10ⁿ from small to large, beginning a little under `max`. */
function* steps(max: number): Generator<number> {
  for (let power = Math.floor(Math.log10(max)) - 1; ; power++) {
    for (const step of STEPS) yield step * 10 ** power;
  }
}

/**
 * Zero-based axis values that cover `max` in four or five lines. With `whole`, for counts and minor units, no fraction is
 * ever a line, so small maxima have fewer.
 */
export function niceTicks(max: number, whole: boolean): number[] {
  const top = max > 0 && Number.isFinite(max) ? max : 1;
  for (const step of steps(top)) {
    const lines = Math.ceil(top / step - 1e-9);
    if (lines > 4 || (whole && !Number.isInteger(step))) continue;
    return Array.from({ length: lines + 1 }, (_, i) => Number((i * step).toPrecision(12)));
  }
  return [0, top];
}

/** How many buckets share one label under an axis of `width` px: a label needs 88. */
export function labelEvery(count: number, width: number): number {
  return Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / 88))));
}
