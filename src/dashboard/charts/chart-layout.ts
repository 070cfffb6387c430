import type { ChartBucket, ChartSeries } from "./chart-data.ts";
import type { Point } from "./line-path.ts";

/** A little more than the mean width of a glyph of 11 px. */
const GLYPH = 6.4;
const TOP = 10;
const BOTTOM = 24;

/** What a drawing is made from. */
export interface LayoutInput {
  width: number;
  height: number;
  rtl: boolean;
  /** Text size against the design's 14 px. */
  scale: number;
  buckets: readonly ChartBucket[];
  series: readonly ChartSeries[];
}

/** Every place of the drawing, px. */
export interface ChartLayout {
  start: number;
  end: number;
  floor: number;
  /** Baseline of the labels under the axis. */
  labelY: number;
  ticks: { y: number; text: string }[];
  labels: { x: number; text: string }[];
  /** Where the bucket of an index stands. */
  xOf: (index: number) => number;
  points: { series: ChartSeries; points: (Point | null)[] }[];
}

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => [...text].length));

const topOf = (series: readonly ChartSeries[], unit: string): number =>
  Math.max(0, ...series.filter((one) => (one.unit ?? "count") === unit).flatMap((one) => one.values.map(Number)));

/** Lays a chart out; in RTL time runs to the left and the axis stands on the right. */
export function chartLayout({ width, height, rtl, scale, buckets, series }: LayoutInput): ChartLayout {
  const [first] = series;
  const floor = height - BOTTOM * scale;
  const unit = first?.unit ?? "count";
  const scales = new Map(
    series.map((one) => [one.unit ?? "count", niceTicks(topOf(series, one.unit ?? "count"), true)] as const),
  );
  const yOf = (value: number, of: string): number => floor - (value / (scales.get(of)?.at(-1) ?? 1)) * (floor - TOP);
  const format = first?.formatTick ?? first?.format ?? String;
  const ticks = (scales.get(unit) ?? []).map((value) => ({ y: yOf(value, unit), text: format(value) }));
  const start = Math.ceil(longest(ticks.map((tick) => tick.text)) * GLYPH * scale) + 12;
  const side = series.length > 1 ? Math.ceil(longest(series.map((one) => one.label)) * GLYPH * 1.08 * scale) + 12 : 0;
  const end = Math.max(16, Math.min(side, width / 3));
  const room = Math.max(1, width - start - end);
  const step = room / Math.max(1, buckets.length - 1);
  const along = (index: number): number => (buckets.length > 1 ? start + index * step : start + room / 2);
  const xOf = (index: number): number => (rtl ? width - along(index) : along(index));
  const every = labelEvery(buckets.length, room);
  return {
    start,
    end,
    floor,
    labelY: floor + 18 * scale,
    ticks,
    xOf,
    labels: buckets.flatMap(({ tick }, i) => (i % every === 0 ? [{ x: xOf(i), text: tick }] : [])),
    points: series.map((one) => ({
      series: one,
      points: buckets.map((_, i) => {
        const value = one.values[i] ?? null;
        return value === null ? null : { x: xOf(i), y: yOf(value, one.unit ?? "count") };
      }),
    })),
  };
}

/** Heights for labels that want to stand at `wanted` px but need `gap` between them, none below `floor`. */
export function spreadLabels(wanted: readonly number[], gap: number, floor: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => b.y - a.y);
  const placed: number[] = [];
  let limit = floor;
  for (const { y, i } of order) {
    placed[i] = Math.min(y, limit);
    limit = (placed[i] ?? 0) - gap;
  }
  return placed;
}

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
