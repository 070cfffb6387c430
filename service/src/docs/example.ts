/** A call of an operation and what it answered. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | string[]>;
  body?: unknown;
  /** Absent for files and streams. */
  answer?: unknown;
}
