import type { EnrollmentPatch } from "../../store/schema/enrollments.ts";

/** What a transition may be told besides its name. */
export interface TransitionInput {
  /** Kept in the audit row and told in `partner.status_changed`; a ban's is its `bannedReason`. */
  reason?: string | null;
  /** Fields of the enrollment that go along, e.g. another group at approval. */
  patch?: EnrollmentPatch;
  /** The version the caller saw; another one is a conflict. */
  version?: number;
  /** Erasure forfeits an unpaid balance. */
  forfeit?: boolean;
}
