import type { Selectable, Updateable } from "kysely";
import type { EnrollmentsTable, ReferralSubmissionsTable } from "./tables.ts";

/** The ids an enrollment gives up while banned or deactivated. */
export interface RewardSnapshot {
  clickRewardId: string | null;
  leadRewardId: string | null;
  saleRewardId: string | null;
  referralRewardId: string | null;
  discountId: string | null;
}

/** What the commissions of an enrollment have still to follow, some at a time. */
export interface MoneyMove {
  /**
   * Its status. While it is banned, what is open is canceled under the ban in force; otherwise what is marked by one of the lifted bans comes
   * back. The ids are audit rows of bans that ended before all had followed.
   */
  lifted?: string[];
  /** A payout that takes what was payable then; ISO 8601. */
  cutoff?: string;
  /** Payouts that failed or were canceled, which they have still to leave. */
  releases?: string[];
  /** Completed payouts with which they have still to become paid. */
  pays?: string[];
}

/** An enrollment as stored. */
export type EnrollmentRow = Selectable<EnrollmentsTable>;

/** Fields a write may set; version and status are its conditions. */
export type EnrollmentPatch = Omit<Updateable<EnrollmentsTable>, "id" | "version" | "search_text">;

/** A submission as stored. */
export type SubmissionRow = Selectable<ReferralSubmissionsTable>;

/** A submission with who sent it. */
export type SentSubmission = SubmissionRow & { partner_id: string };
