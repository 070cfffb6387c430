/** The SQLSTATE of an error of the database; of other errors whatever they have as a code, if anything. */
export function sqlStateOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}

/**
 * Whether a write lost to a unique constraint (SQLSTATE 23505), optionally one of the named ones. Only the database decides uniqueness; the
 * domain learns of it here, in the same way on both engines.
 */
export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && (constraints.length === 0 || constraints.includes(String(constraint)));
}

/** Whether a write would have made a sum of money larger than 2^53 − 1: those constraints begin with `safe_`. */
export function isSumViolation(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23514" && String(constraint).startsWith("safe_");
}

/** Whether a link would have become too large as a whole. */
export function isLinkTooLarge(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return (error as { constraint?: unknown }).constraint === "links_size";
}

/**
 * Data read before locking has changed. The store rolls the transaction back and runs it again: reading again under the locks could need
 * further locks and break the lock order.
 */
export class Overtaken extends Error {}
