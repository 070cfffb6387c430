import type { Invitation, PartnerInvitation } from "referrals-embed/contract";
import { findRecruit, recruitFigures } from "../../store/queries/partners/recruits.ts";
import { findWorkspace } from "../../store/queries/programs/workspaces.ts";
import type { ProgramRow } from "../../store/schema/accounts.ts";
import type { Context } from "../context.ts";
import { toReferrer } from "../enrollments/list-applications.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { inviteCode, inviteUrl } from "../rules/invite-code.ts";

/** Who brought a partner in, and whom the partner brought in. @throws not_found */
export async function partnerInvitation(ctx: Context, id: string): Promise<PartnerInvitation> {
  const enrollment = await findEnrollment(ctx, { partnerId: id });
  const invitation = await invitationOf(ctx, enrollment.id, await defaultProgram(ctx));
  return { partnerId: id, ...invitation, referredBy: toReferrer(await findRecruit(ctx.db, enrollment.id)) };
}

type InvitingProgram = Pick<ProgramRow, "url" | "partner_invite_url" | "currency" | "joining">;

/** Where people land whom a partner invites: a page of the program's own, else the join page where it takes applications. */
async function landingOf(ctx: Context, program: InvitingProgram): Promise<string> {
  if (program.partner_invite_url !== null) return program.partner_invite_url;
  if (program.joining === "closed" || ctx.config.mail === undefined) return program.url;
  return `${ctx.config.appUrl}/join/${(await findWorkspace(ctx.db, ctx.workspaceId)).slug}`;
}

/** The link with which an enrollment brings in partners, and what it came to. */
export async function invitationOf(ctx: Context, enrollmentId: string, program: InvitingProgram): Promise<Invitation> {
  return {
    url: inviteUrl(await landingOf(ctx, program), enrollmentId),
    code: inviteCode(enrollmentId),
    ...(await recruitFigures(ctx.db, enrollmentId)),
    currency: program.currency,
  };
}
