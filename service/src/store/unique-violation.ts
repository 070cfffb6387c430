/**
 * Whether a write lost to a unique constraint (SQLSTATE 23505), optionally one of the named ones. Uniqueness is decided by the
 * database only; this is how the domain learns of it, the same on both engines.
 */
export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && (constraints.length === 0 || constraints.includes(String(constraint)));
}
