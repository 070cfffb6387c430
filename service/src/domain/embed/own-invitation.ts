import type { Invitation } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { invitationOf } from "../partners/partner-invitation.ts";
import { openView, type EmbedSession } from "./session.ts";

/** The partner's invitation link for other partners, with its results. @throws ReferralsError 403 */
export async function ownInvitation(ctx: Context, session: EmbedSession): Promise<Invitation> {
  const { program } = await openView(ctx, session, { least: "read", section: "referrals" });
  return invitationOf(ctx, session.enrollmentId, program);
}
