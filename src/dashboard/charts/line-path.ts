/** A place in the drawing, px. */
export interface Point {
  x: number;
  y: number;
}

/** Unbroken runs of points: a null is a gap, and gaps stay gaps. */
export function runsOf<Item>(items: readonly (Item | null)[]): Item[][] {
  const runs: Item[][] = [[]];
  for (const item of items) {
    if (item === null) runs.push([]);
    else runs.at(-1)?.push(item);
  }
  return runs.filter((run) => run.length > 0);
}

/** Slopes of a monotone cubic (Steffen): the curve never dips below zero or overshoots a peak. */
function slopes(points: readonly Point[]): number[] {
  const widths = points.slice(1).map((point, i) => point.x - (points[i]?.x ?? 0));
  const rises = points.slice(1).map((point, i) => (point.y - (points[i]?.y ?? 0)) / (widths[i] ?? 1));
  const inner = rises.slice(1).map((after, i) => {
    const [before = 0, left = 1, right = 1] = [rises[i], widths[i], widths[i + 1]];
    const mean = (before * right + after * left) / (left + right);
    return (Math.sign(before) + Math.sign(after)) * Math.min(Math.abs(before), Math.abs(after), Math.abs(mean) / 2);
  });
  const first = rises[0] ?? 0;
  const last = rises.at(-1) ?? 0;
  const atStart = inner.length > 0 ? (3 * first - (inner[0] ?? 0)) / 2 : first;
  const atEnd = inner.length > 0 ? (3 * last - (inner.at(-1) ?? 0)) / 2 : last;
  return [atStart, ...inner, atEnd];
}

const px = (value: number): string => String(Math.round(value * 100) / 100);

/** The curve through a run of points, one command per stretch: `[move, curve, curve, …]`, to be cut where a stretch differs. */
export function curveThrough(points: readonly Point[]): string[] {
  const tangents = slopes(points);
  return points.map((point, i) => {
    const before = points[i - 1];
    if (!before) return `M${px(point.x)} ${px(point.y)}`;
    const third = (point.x - before.x) / 3;
    const leave = `${px(before.x + third)} ${px(before.y + third * (tangents[i - 1] ?? 0))}`;
    const reach = `${px(point.x - third)} ${px(point.y - third * (tangents[i] ?? 0))}`;
    return `C${leave} ${reach} ${px(point.x)} ${px(point.y)}`;
  });
}

/** The area under a run of points, down to `floor`. */
export function areaUnder(points: readonly Point[], floor: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return "";
  return `${curveThrough(points).join("")}L${px(last.x)} ${px(floor)}L${px(first.x)} ${px(floor)}Z`;
}
