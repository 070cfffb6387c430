import { ReferralsError, type Invitation } from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/enrollments.ts";
import type { Context } from "../context.ts";
import { invitationOf } from "../partners/partner-invitation.ts";
import { openView, type EmbedSession } from "./session.ts";

/**
 * The partner's own link for bringing in partners, and what it came to.
 * @throws ReferralsError 403, 404 where the partner earns nothing by it
 */
export async function ownInvitation(ctx: Context, session: EmbedSession): Promise<Invitation> {
  const { program } = await openView(ctx, session, { least: "read", section: "referrals" });
  const enrollment = await findLiveEnrollment(ctx.db, program.id, { id: session.enrollmentId });
  if (enrollment?.referral_reward_id) return invitationOf(ctx, session.enrollmentId, program);
  throw new ReferralsError("not_found", "Nothing is paid for bringing in partners, so there is no link for it.");
}
