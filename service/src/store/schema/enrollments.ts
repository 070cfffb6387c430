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

/** An enrollment as stored. */
export type EnrollmentRow = Selectable<EnrollmentsTable>;

/** Fields a write may set; version and status are its conditions. */
export type EnrollmentPatch = Omit<Updateable<EnrollmentsTable>, "id" | "version" | "search_text">;

/** A submission as stored. */
export type SubmissionRow = Selectable<ReferralSubmissionsTable>;
