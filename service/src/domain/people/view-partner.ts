import type { EmbedToken } from "referrals-embed/contract";
import { audit } from "../audit.ts";
import type { Context } from "../context.ts";
import { storeToken } from "../embed/mint-token.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";

/** Shorter than a host's: the frame asks again by itself. */
const lifeSeconds = 900;

/**
 * Mints a token with which a person sees a partner's dashboard: it only reads, works on the service's own pages alone, and is marked as
 * theirs, so that it counts as no visit of the partner's.
 * @throws not_found
 */
export async function viewPartner(ctx: Context, partnerId: string): Promise<EmbedToken> {
  const enrollment = await findEnrollment(ctx, { partnerId });
  const allowedOrigins = [new URL(ctx.config.appUrl).origin];
  return inTransaction(ctx, async (ctx) => {
    await audit(ctx, { operation: "see dashboard", entity: "partner", entityId: partnerId });
    const input = { scopes: ["read" as const], allowedOrigins, expiresIn: lifeSeconds };
    return storeToken(ctx, enrollment, { ...input, viewedBy: ctx.actor.id });
  });
}
