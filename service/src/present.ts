/**
 * A value that the code around it guarantees: the row of an aggregate, the entry just put into a map. Where the guarantee is broken, the
 * error says what is missing, there and not several calls later.
 */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
