/** A stretch of time on the chart's axis, named in the zone that was requested. */
export interface ChartBucket {
  /** In full, for tooltip, table and screen readers: "Oct 29, 2026". */
  label: string;
  /** Short, under the axis: "Oct 29". */
  tick: string;
}

/** One line of a chart. */
export interface ChartSeries {
  id: string;
  label: string;
  /** Colour and dash, c1–c4. */
  tone: 1 | 2 | 3 | 4;
  /** One per bucket; null is a gap, which is not zero. */
  values: readonly (number | null)[];
  /** The full value in words. */
  format: (value: number) => string;
  /** A short form for the axis. Default: `format`. */
  formatTick?: (value: number) => string;
  /** Series of one unit share a scale; the first series' unit labels the axis. Default "count". */
  unit?: string;
}
