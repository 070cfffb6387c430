/** A number in 0..1, the same ones in the same order for one seed. */
export type Random = () => number;

/** A seeded generator; quality is enough to look natural, no more. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of `items`, earlier ones more often (1, 1/2, 1/3, ...). */
export function pickRanked<T>(random: Random, items: readonly T[]): T {
  const index = Math.floor((items.length + 1) ** random() - 1);
  return items[Math.min(index, items.length - 1)]!;
}

/** One of `items`, all alike. */
export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}
