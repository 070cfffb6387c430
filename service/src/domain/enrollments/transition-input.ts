import type { EnrollmentPatch } from "../../store/schema/enrollments.ts";

/** Input of a transition besides its name. */
export interface TransitionInput {
  /** Stored in the audit row and sent in `partner.status_changed`; a ban's is its `bannedReason`. */
  reason?: string | null;
  /** Fields of the enrollment to change in the same step, e.g. another group at approval. */
  patch?: EnrollmentPatch;
  /** The version the caller saw; another one is a conflict. */
  version?: number;
  /** Erasure forfeits an unpaid balance. */
  forfeit?: boolean;
  /** The end of an invitation is an erasure at the partner's own request: money rows stay, so having earned does not prevent it. */
  erases?: boolean;
}
