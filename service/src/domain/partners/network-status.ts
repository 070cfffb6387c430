import { ReferralsError, type NetworkStatus } from "referrals-embed/contract";
import { lockPartner, updatePartnerRow } from "../../store/queries/partners.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";

/** Where a network status may lead (domain-rules E31). */
export const networkTransitions: Readonly<Record<NetworkStatus, readonly NetworkStatus[]>> = {
  draft: ["submitted"],
  submitted: ["approved", "rejected"],
  rejected: ["submitted"],
  approved: ["trusted"],
  trusted: ["approved"],
};

/** Changes a partner's standing in the network; the same value has no effect. @throws conflict for another way */
export async function changeNetworkStatus(ctx: Context, partnerId: string, to: NetworkStatus): Promise<void> {
  const { network_status: from } = await lockPartner(ctx.db, partnerId);
  if (from === to) return;
  if (!networkTransitions[from].includes(to)) {
    throw new ReferralsError("conflict", `networkStatus cannot go from ${from} to ${to}.`);
  }
  await updatePartnerRow(ctx.db, partnerId, { network_status: to, trusted_at: to === "trusted" ? now(ctx) : null });
  await audit(ctx, { operation: "change network status", entity: "partner", entityId: partnerId, from, to });
}
