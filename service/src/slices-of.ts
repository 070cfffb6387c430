/** A list in parts of at most `size`, in its order. */
export function* slicesOf<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
