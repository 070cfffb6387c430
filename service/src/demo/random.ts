import { present } from "../present.ts";

/** Numbers that look random and are the same for every start of the demo. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  pick<T>(list: readonly T[]): T;
  /** Picks a key with a probability by weight. */
  weighted(weights: Readonly<Record<string, number>>): string;
  /** A random count with a given mean (Poisson). */
  count(mean: number): number;
}

/** A linear congruential generator (modulus 2^32) from a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    pick: (list) => present(list[Math.floor(next() * list.length)], "something to pick from"),
    weighted: (weights) => {
      const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      let rest = next() * total;
      return (
        Object.keys(weights).find((key) => (rest -= weights[key] ?? 0) < 0) ??
        present(Object.keys(weights)[0], "a weight")
      );
    },
    count: (mean) => {
      let product = next();
      let events = 0;
      for (const limit = Math.exp(-mean); product > limit; events += 1) product *= next();
      return events;
    },
  };
}
