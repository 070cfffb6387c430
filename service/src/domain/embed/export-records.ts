import type { EmbedSettings } from "referrals-embed/contract";
import type { findOwnEnrollment } from "../../store/queries/embed/embed-decisions.ts";
import type { DecisionRow } from "../../store/schema/money.ts";
import { inviteCode } from "../rules/invite-code.ts";

const figures = [
  "baseAmount",
  "rateBp",
  "value",
  "quantity",
  "numerator",
  "computed",
  "capBefore",
  "capAfter",
  "fxRate",
  "earnings",
  "holdingDays",
  "payableAt",
] as const;

/** Figures that equal or reveal the sale's amount. */
const ofRevenue: readonly string[] = ["baseAmount", "numerator", "computed"];

/**
 * Why an event earned this amount, without others' data: their clicks, and the customer's identity. Without sale amounts where the program
 * hides `revenue`.
 */
export function toDecision(row: DecisionRow, { sections }: Pick<EmbedSettings, "sections">): object {
  const shown = (name: string): unknown =>
    sections.revenue || !ofRevenue.includes(name) ? (row.figures[name] ?? null) : null;
  const attribution = row.figures["attribution"] as
    | { model?: string; reason?: string; ageSeconds?: number }
    | undefined;
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.reward_event,
    commissionId: row.commission_id,
    outcome: row.outcome,
    code: row.code,
    at: row.at.toISOString(),
    attribution: attribution && {
      model: attribution.model,
      reason: attribution.reason,
      ageSeconds: attribution.ageSeconds,
    },
    ...Object.fromEntries(figures.map((name) => [name, shown(name)])),
  };
}

/** The enrollment itself, the partner's application answers, and which partners invited each other, without others' data. */
export function toOwnEnrollment({
  enrollment,
  applications,
  recruit,
  recruits,
}: Awaited<ReturnType<typeof findOwnEnrollment>>): object {
  const at = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    programId: enrollment.program_id,
    partnerId: enrollment.partner_id,
    tenantId: enrollment.tenant_id,
    groupId: enrollment.group_id,
    status: enrollment.status,
    createdAt: at(enrollment.created_at),
    invitedAt: at(enrollment.invited_at),
    approvedAt: at(enrollment.approved_at),
    declinedAt: at(enrollment.declined_at),
    archivedAt: at(enrollment.archived_at),
    deactivatedAt: at(enrollment.deactivated_at),
    referredBy: recruit && recruit.partnerId,
    inviteCode: inviteCode(enrollment.id),
    partnersBroughtIn: recruits,
    applications: applications.map((application) => ({
      id: application.id,
      values: application.values,
      submittedAt: at(application.submitted_at),
      reviewedAt: at(application.reviewed_at),
      rejectionReason: application.rejection_reason,
      rejectionNote: application.rejection_note,
      withdrawnAt: at(application.withdrawn_at),
    })),
  };
}
