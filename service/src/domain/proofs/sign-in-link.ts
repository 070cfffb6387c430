import { insertSignInLink } from "../../store/queries/access/partner-sessions.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { base64url, sha256 } from "../ids.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";

/** How long a link works; that of an invited partner works as long as the invitation. */
const lifeMs = 86_400_000;

/** A link that signs a partner in. */
export interface SignInLink {
  url: string;
  expires: Date;
}

/**
 * Makes a link that signs a partner in once, on a page of the service, into the program of this workspace alone: another workspace may know
 * the same person, and has not asked for it.
 * @throws not_found
 */
export async function makeSignInLink(ctx: Context, partnerId: string): Promise<SignInLink> {
  const enrollment = await findEnrollment(ctx, { partnerId });
  const code = `ref_sign_${ctx.ids.random(43, base64url)}`;
  const inviteEnd = enrollment.status === "invited" ? (enrollment.invite_expires_at?.getTime() ?? 0) : 0;
  const expires = new Date(Math.max(ctx.clock.now() + lifeMs, inviteEnd));
  return inTransaction(ctx, async (ctx) => {
    await insertSignInLink(ctx.db, {
      id: ctx.ids.next("sil"),
      hash: sha256(code),
      workspace_id: ctx.workspaceId,
      partner_id: partnerId,
      expires_at: expires,
      created_at: now(ctx),
    });
    await audit(ctx, { operation: "make sign-in link", entity: "partner", entityId: partnerId });
    return { url: `${ctx.config.appUrl}/partners/sign-in?code=${code}`, expires };
  });
}
