const WEEK = 7;

/**
 * Where a key moves the reader of a chart: arrows by one (swapped in RTL), PageUp and PageDown by seven, Home, End.
 * Undefined for a key that is not ours.
 */
export function chartKey(key: string, at: number, count: number, rtl: boolean): number | undefined {
  const forward = rtl ? -1 : 1;
  const by = { ArrowRight: forward, ArrowLeft: -forward, PageUp: WEEK, PageDown: -WEEK, Home: -count, End: count }[key];
  return by === undefined ? undefined : Math.max(0, Math.min(count - 1, at + by));
}
