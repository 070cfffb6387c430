import { ReferralsError, type InvitedPartner, type PartnerInvite } from "referrals-embed/contract";
import { findLiveEnrollment, lockEnrollment, updateEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findPartnerByEmail } from "../../store/queries/partners/partners.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { inviteEnd, performTransition } from "../enrollments/perform-transition.ts";
import { defaultProgram, type DefaultProgram } from "../programs/default-program.ts";
import { partnerRecord } from "../programs/partner-record.ts";
import { sendInvitation } from "../proofs/sign-in-link.ts";
import { inTransaction } from "../transaction.ts";
import { emailKey } from "../rules/email-key.ts";
import { makeEnrollment, untilOnlyOneIsMade } from "./enroll-partner.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/**
 * Invites a partner, again after it declined, or renews an invitation that ran out. Each call makes a new link and mails it; links before
 * it end.
 * @throws conflict when the address or tenant is enrolled in another status
 */
export async function invitePartner(ctx: Context, input: PartnerInvite): Promise<InvitedPartner> {
  const program = await defaultProgram(ctx);
  return untilOnlyOneIsMade(() =>
    inTransaction(ctx, async (ctx) => {
      const enrollment = await findOrInvite(ctx, program, input);
      const { url, expires, isMailed: mailed } = await sendInvitation(ctx, enrollment);
      return {
        ...(await partnerRecord(ctx, enrollment.id)),
        invitation: { url, expiresAt: expires.toISOString(), mailed },
      };
    }),
  );
}

async function findOrInvite(ctx: Context, program: DefaultProgram, input: PartnerInvite): Promise<EnrollmentRow> {
  const tenantId = input.tenantId || null;
  const known = await findPartnerByEmail(ctx.db, emailKey(input.email));
  const found = known && (await findLiveEnrollment(ctx.db, program.id, { partnerId: known.id }));
  // Removed by now, it is invited anew: an answer of "not enrolled" would be wrong for a call that enrolls.
  const byEmail = found && (await lockEnrollment(ctx.db, found.id)).removed_at === null ? found : undefined;
  const byTenant = tenantId === null ? undefined : await findLiveEnrollment(ctx.db, program.id, { tenantId });
  if (byTenant && byTenant.id !== byEmail?.id) {
    throw new ReferralsError("conflict", "tenantId: another partner of this program has it.");
  }
  if (!byEmail) {
    return makeEnrollment(ctx, program, {
      operation: "invite",
      tenantId,
      partner: input,
      path: "",
      partnerId: known?.id,
    });
  }
  const { enrollment, performed } = await performTransition(ctx, byEmail.id, { operation: "invite" });
  return performed ? enrollment : renewInvite(ctx, enrollment.id);
}

/** A running invitation is left alone; one that ran out is renewed, audited, without a status event. */
async function renewInvite(ctx: Context, enrollmentId: string): Promise<EnrollmentRow> {
  const before = await lockEnrollment(ctx.db, enrollmentId);
  const at = now(ctx);
  if (before.invite_expires_at && at < before.invite_expires_at) return before;
  const after = await updateEnrollment(ctx.db, before, { invite_expires_at: inviteEnd(at) });
  await audit(ctx, {
    operation: "renew invite",
    entity: "enrollment.invite",
    entityId: before.id,
    changes: { inviteExpiresAt: { old: before.invite_expires_at, new: inviteEnd(at) } },
  });
  return after ?? before;
}
