import type { Earning, EmbedEarnings, EmbedStats, EnrollmentStatus, PayoutRow } from "./records.ts";
import type { DateTime } from "./scalars.ts";

/** What an enrollment status lets a token read. */
export type EmbedAccess = "full" | "read" | "none";

/** What a partner may do about their enrollment from inside the embed. */
export const enrollmentActions = ["apply", "accept", "decline", "withdraw", "reapply", "leave"] as const;

/** Statuses of a referral submission. */
export const referralStatuses = [
  "pending",
  "qualified",
  "meeting",
  "negotiation",
  "unqualified",
  "closedWon",
  "closedLost",
] as const;

/** Parts of the export. */
export const exportSections = ["all", "earnings", "links", "payouts", "events", "referrals", "profile"] as const;

/** Events of the live stream. */
export type StreamEvent =
  | { event: "stats"; data: { stats: EmbedStats; earnings: EmbedEarnings | null } }
  | { event: "commission"; data: Earning }
  | { event: "payout"; data: PayoutRow }
  | { event: "status"; data: { status: EnrollmentStatus; access: EmbedAccess } }
  | { event: "expiring"; data: { expires: DateTime } };
