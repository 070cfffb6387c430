import type { EmbedAccess } from "../contract/embed-data.ts";
import type { EmbedNotice, EnrollmentAction, EnrollmentStatus } from "../contract/records.ts";

const reconsiderMs = 30 * 86_400_000;

/** What each status lets a token read. */
export function accessOf(status: EnrollmentStatus): EmbedAccess {
  if (status === "approved" || status === "archived") return "full";
  return status === "deactivated" ? "read" : "none";
}

/** The inputs of an enrollment's notice and actions. */
export interface EnrollmentStanding {
  status: EnrollmentStatus;
  /** Pending, and the program's form is not answered yet. */
  awaitsAnswers: boolean;
  inviteExpiresAt: Date | null;
  declinedAt: Date | null;
  /** Of the newest reviewed application. */
  rejectionReason: string | null;
  rejectionNote: string | null;
  reapplyTimeframe: "instant" | "standard" | "never" | null;
  reapplyAfter: Date | null;
}

/** Why access is limited; a ban carries no reason. */
export function noticeOf(standing: EnrollmentStanding): EmbedNotice | null {
  const { status } = standing;
  if (status === "approved" || status === "archived") return null;
  const rejected = status === "rejected";
  return {
    code: status,
    reason: rejected ? standing.rejectionReason : null,
    note: rejected ? standing.rejectionNote : null,
    until: untilOf(standing)?.toISOString() ?? null,
  };
}

/** Invite expiry, last day to reconsider, or re-apply date. */
function untilOf(standing: EnrollmentStanding): Date | null {
  switch (standing.status) {
    case "invited":
      return standing.inviteExpiresAt;
    case "declined":
      return standing.declinedAt && new Date(standing.declinedAt.getTime() + reconsiderMs);
    case "rejected":
      return standing.reapplyAfter;
    default:
      return null;
  }
}

/** What the partner may do about the enrollment now. */
export function actionsOf(standing: EnrollmentStanding, nowMs: number): EnrollmentAction[] {
  const { status } = standing;
  const until = untilOf(standing)?.getTime();
  if (accessOf(status) === "full") return ["leave"];
  if (status === "pending") return standing.awaitsAnswers ? ["apply", "withdraw"] : ["withdraw"];
  if (status === "invited") return until === undefined || nowMs < until ? ["accept", "decline"] : ["decline"];
  if (status === "declined") return until !== undefined && nowMs <= until ? ["accept"] : [];
  if (status !== "rejected" || standing.reapplyTimeframe === "never") return [];
  return until === undefined || nowMs >= until ? ["reapply"] : [];
}
