import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** How two pictures differ: a sentence, or nothing if they agree within what DES-V3 lets pass. */
export interface Difference {
  sentence: string;
  /** The new picture with every differing pixel in red, as PNG. */
  marked: Buffer;
}

/** What may differ: a share of all pixels, and the width and height of the largest connected area. */
export interface Tolerance {
  share: number;
  areaPx: number;
}

/** DES-V3: in a part nothing, in a panel a few lone pixels. */
export const partTolerance: Tolerance = { share: 0, areaPx: 0 };
export const panelTolerance: Tolerance = { share: 0.001, areaPx: 4 };
/** Another Chromium than the pictures' own draws letters a little differently; boxes and colours it draws the same. */
export const otherBrowserTolerance: Tolerance = { share: 0.02, areaPx: 24 };

/** Compares two PNG files; what differs beyond `allowed` is told. */
export function differenceOf(stored: Buffer, drawn: Buffer, allowed: Tolerance): Difference | undefined {
  if (stored.equals(drawn)) return undefined;
  const [before, after] = [PNG.sync.read(stored), PNG.sync.read(drawn)];
  if (before.width !== after.width || before.height !== after.height) {
    const size = ({ width, height }: PNG): string => `${width} × ${height}`;
    return { sentence: `it was ${size(before)} px and is ${size(after)} px`, marked: drawn };
  }
  const marked = new PNG({ width: after.width, height: after.height });
  const changed = pixelmatch(before.data, after.data, marked.data, after.width, after.height, {
    threshold: 0,
    includeAA: true,
    alpha: 0.3,
    aaColor: [255, 0, 0],
  });
  if (changed === 0) return undefined;
  const { area, at } = areasOf(before, after);
  const share = changed / (after.width * after.height);
  if (share <= allowed.share && area <= allowed.areaPx) return undefined;
  const percent = (share * 100).toFixed(3);
  return {
    sentence: `${changed} pixels (${percent} %) differ, the largest connected area is ${area} px across, the first at ${at}`,
    marked: PNG.sync.write(marked),
  };
}

/** The shorter side of the largest box around touching pixels that differ (over 4 means an area over 4 × 4), and where the first is. */
function areasOf(before: PNG, after: PNG): { area: number; at: string } {
  const { width, height } = after;
  const differs = new Uint8Array(width * height);
  const [old, now] = [before.data, after.data];
  for (let pixel = 0; pixel < differs.length; pixel += 1) {
    const at = pixel * 4;
    if (old[at] !== now[at] || old[at + 1] !== now[at + 1] || old[at + 2] !== now[at + 2]) differs[pixel] = 1;
  }
  const first = differs.indexOf(1);
  let area = 0;
  for (let pixel = 0; pixel < differs.length; pixel += 1)
    if (differs[pixel]) area = Math.max(area, shorterSide(floodFrom(differs, pixel, width), width));
  return { area, at: `${first % width}, ${Math.floor(first / width)}` };
}

/** The pixels that touch `start`, taken out of `differs`. */
function floodFrom(differs: Uint8Array, start: number, width: number): number[] {
  const reached = [start];
  differs[start] = 0;
  for (const pixel of reached) {
    const column = pixel % width;
    for (const dy of [-width, 0, width])
      for (const dx of [-1, 0, 1]) {
        const next = pixel + dy + dx;
        if (column + dx < 0 || column + dx >= width || !differs[next]) continue;
        differs[next] = 0;
        reached.push(next);
      }
  }
  return reached;
}

function shorterSide(pixels: number[], width: number): number {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return Math.min(right - left, bottom - top) + 1;
}
