import type { Context } from "./context.ts";

/** Most items and list entries one transaction of a bulk call may write: the embedded store blocks all other calls until its end. */
const PORTION = 10;

/** Where the portions of a bulk call begin and end: an item counts as one, and so does each entry of a list in it. */
export function portionsOf(items: readonly unknown[]): { from: number; to: number }[] {
  const portions: { from: number; to: number }[] = [];
  let size = Infinity;
  for (const [index, item] of items.entries()) {
    const lists = Object.values(item ?? {}).filter(Array.isArray);
    const more = lists.reduce((sum, list) => sum + list.length, 1);
    const last = portions.at(-1);
    size += more;
    if (last && size <= PORTION) last.to = index + 1;
    else {
      portions.push({ from: index, to: index + 1 });
      size = more;
    }
  }
  return portions;
}

/** How long a call goes on with portions that a job does otherwise. */
const CALL_MS = 500;

/** Repeats a portion while there is more to do and whoever called can be kept waiting. */
export async function forAWhile({ clock }: Pick<Context, "clock">, portion: () => Promise<boolean>): Promise<void> {
  const end = clock.now() + CALL_MS;
  while ((await portion()) && clock.now() < end);
}
