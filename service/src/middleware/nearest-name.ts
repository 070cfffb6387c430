/** Longer than any field name: a longer name is not a typing error, and messages show only this much of it. */
export const longestName = 64;

/** A name cut for messages: it may be as long as the body. */
export function shownName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

/** The known name nearest to a wrong one; `undefined` when none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined;
  const folded = fold(given);
  const scored = names.map((name) => ({ name, score: distance(folded, fold(name)) }));
  const [best] = scored.filter(({ score }) => score < Infinity).sort((a, b) => a.score - b.score);
  return best?.name;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * The distance of a name from the written one: by letters, by a common beginning, or by one containing the other; `Infinity` if not
 * similar.
 */
function distance(given: string, name: string): number {
  const shorter = Math.min(given.length, name.length);
  if (shorter === 0) return Infinity;
  const edits = editsBetween(given, name);
  if (edits <= Math.max(1, Math.floor(shorter / 3))) return edits;
  const common = commonStart(given, name);
  if (common >= 4 && common * 3 >= shorter * 2) return longestName + edits - common;
  const isWithin = shorter >= 4 && (given.includes(name) || name.includes(given));
  return isWithin ? 2 * longestName + edits : Infinity;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Letters to add, take away, change or swap with the next. */
function editsBetween(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap ? (before[column - 2] ?? Infinity) + 1 : Infinity;
      now.push(Math.min((last[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
