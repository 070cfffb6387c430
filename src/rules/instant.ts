const instant = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Reads an instant: ISO 8601 with `Z` or an offset, or a date alone, which is its 00:00 UTC. The only reader of external dates:
 * JavaScript's own reads 30 February as 1 or 2 March.
 */
export function parseInstant(text: string): Date | undefined {
  const [, day] = instant.exec(text) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  const at = new Date(text);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return exists && !Number.isNaN(at.getTime()) ? at : undefined;
}
