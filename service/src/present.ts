/**
 * A value that the surrounding code guarantees: the row of an aggregate, the entry just put into a map. If it is missing, the error names
 * it here, not several calls later.
 */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
