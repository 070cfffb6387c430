import type { PartnerRef } from "referrals-embed/contract";
import { findProfile, updateProfile } from "../../store/queries/partners/partners.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";

/**
 * Allows a partner a destination that another partner uses too, until the partner changes it. A repeat changes nothing.
 * @param reason kept in the audit row
 * @throws not_found
 */
export async function releaseDestination(ctx: Context, ref: PartnerRef, reason: string): Promise<void> {
  const { partner_id: partnerId } = await findEnrollment(ctx, ref);
  await inTransaction(ctx, async (ctx) => {
    const before = await findProfile(ctx.db, ctx.workspaceId, partnerId);
    if (before.payout_released_at) return;
    const at = now(ctx);
    await updateProfile(ctx.db, ctx.workspaceId, { partnerId, patch: { payout_released_at: at, updated_at: at } });
    await audit(ctx, { operation: "release destination", entity: "partner.payoutMethod", entityId: partnerId, reason });
  });
}
