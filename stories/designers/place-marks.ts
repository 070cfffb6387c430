/** A rectangle in px. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Width and height of a mark, px. */
export const MARK = 18;

/**
 * Where the number of each part stands: at its edge, where it covers least of words and of other numbers.
 * @param parts in the order of their numbers
 * @param words what must stay readable
 * @param room marks stay in it
 */
export function placeMarks(parts: readonly Box[], words: readonly Box[], room: Box): Box[] {
  const placed: Box[] = [];
  for (const part of parts) {
    const costs = candidates(part).map((box, order) => ({ box, cost: costOf(box, placed, words, room) + order }));
    placed.push(costs.reduce((best, next) => (next.cost < best.cost ? next : best)).box);
  }
  return placed;
}

function candidates({ left, top, right, bottom }: Box): Box[] {
  const [half, middle] = [MARK / 2, (top + bottom - MARK) / 2];
  const at = (x: number, y: number): Box => ({ left: x, top: y, right: x + MARK, bottom: y + MARK });
  const across = [0.25, 0.5, 0.75].map((share) => left + (right - left) * share - half);
  return [
    at(left - MARK - 2, middle),
    at(left - half, top - half),
    at(right - half, top - half),
    at(left - half, bottom - half),
    at(right - half, bottom - half),
    at(right + 2, middle),
    at(right - MARK - 3, middle),
    ...across.flatMap((x) => [at(x, top - half), at(x, bottom - half)]),
    at(left, top - MARK),
    at(right - MARK, top - MARK),
    at(left, bottom),
    at(right - MARK, bottom),
  ];
}

function costOf(box: Box, placed: readonly Box[], words: readonly Box[], room: Box): number {
  const sum = (all: readonly Box[]): number => all.reduce((total, other) => total + overlap(box, other), 0);
  const outside = MARK * MARK - overlap(box, room);
  return sum(placed) * 10 + sum(words) + outside * 10;
}

/** The area two rectangles share, px². */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
