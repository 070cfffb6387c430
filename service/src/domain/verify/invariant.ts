/** A statement about the data that always holds. */
export interface Invariant {
  /** Its id in the rules; several may share one. */
  id: string;
  /** What must be true. */
  says: string;
  /** SQL that selects, as `id`, what violates it. */
  violations: string;
}
