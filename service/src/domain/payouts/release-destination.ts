import { ReferralsError, type PartnerRef, type SharedDestination } from "referrals-embed/contract";
import { updateProfile } from "../../store/queries/partners/partners.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { isAsSeen, type Versioned } from "../if-match.ts";
import { findEnrollment, holdPartner } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";
import { sharedDestinationOf } from "./shared-destination.ts";

/**
 * Allows a partner a destination that another partner uses too, until the partner changes it. A repeat changes nothing.
 * @param given.reason kept in the audit row
 * @param given.seen `If-Match`: it must not allow another destination than the one that was looked at
 * @throws not_found, conflict when destination or sharers are others than those that were seen
 */
export async function releaseDestination(
  ctx: Context,
  ref: PartnerRef,
  { reason, seen }: { reason: string; seen?: string | undefined },
): Promise<Versioned<SharedDestination>> {
  const enrollment = await findEnrollment(ctx, ref);
  const { partner_id: partnerId } = enrollment;
  return inTransaction(ctx, async (ctx) => {
    await holdPartner(ctx, partnerId);
    const before = await sharedDestinationOf(ctx, enrollment);
    if (before.value.releasedAt !== null) return before;
    if (!isAsSeen(seen, before.version))
      throw new ReferralsError(
        "conflict",
        "Where the partner is paid, or who else is paid there, was changed since you read it. Read it again.",
      );
    const at = now(ctx);
    await updateProfile(ctx.db, ctx.workspaceId, { partnerId, patch: { payout_released_at: at, updated_at: at } });
    await audit(ctx, { operation: "release destination", entity: "partner.payoutMethod", entityId: partnerId, reason });
    return sharedDestinationOf(ctx, enrollment);
  });
}
