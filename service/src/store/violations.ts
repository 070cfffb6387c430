/**
 * Whether a write lost to a unique constraint (SQLSTATE 23505), optionally one of the named ones. Uniqueness is decided by the
 * database only; this is how the domain learns of it, the same on both engines.
 */
export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && (constraints.length === 0 || constraints.includes(String(constraint)));
}

/** Whether a write would have made a sum of money larger than 2^53 − 1: the constraints that say so begin with `safe_`. */
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
 * What was read before the locks were held is no longer so. The store rolls the transaction back and runs it again: to read once more under
 * the locks would take further ones in another order than everybody else.
 */
export class Overtaken extends Error {}
