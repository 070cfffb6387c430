import type { Earning, EmbedEarnings, EmbedStats, EnrollmentStatus, PayoutRow } from "./records.ts";
import type { DateTime } from "./scalars.ts";

/** What an enrollment status lets a token read (api-contract §10.2). */
export type EmbedAccess = "full" | "read" | "none";

/** What a partner may do about their enrollment from inside the embed. */
export const enrollmentActions = ["accept", "decline", "withdraw", "reapply", "leave"] as const;

/** Statuses of a referral submission (domain-rules F7). */
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

/** Events of the live stream (api-contract §10.4, Stream). */
export type StreamEvent =
  | { event: "stats"; data: { stats: EmbedStats; earnings: EmbedEarnings | null } }
  | { event: "commission"; data: Earning }
  | { event: "payout"; data: PayoutRow }
  | { event: "status"; data: { status: EnrollmentStatus; access: EmbedAccess } }
  | { event: "expiring"; data: { expires: DateTime } };
