import { ReferralsError, type PayoutMethod, type PayoutMethodInput } from "referrals-embed/contract";
import { findOwnProfile } from "../../store/queries/embed/embed-profile.ts";
import type { Context } from "../context.ts";
import { changePayoutMethod, destinationOf, offeredMethods, toPayoutMethod } from "../payouts/payout-method.ts";
import { openView, type EmbedSession } from "./session.ts";

/** How the partner is paid, the destination masked. */
export async function ownPayoutMethod(ctx: Context, session: EmbedSession): Promise<PayoutMethod> {
  const { program } = await openView(ctx, session, { least: "read", section: "payoutSettings" });
  return toPayoutMethod(await findOwnProfile(ctx.db, session.workspaceId, session.partnerId), program);
}

/**
 * Changes how the partner is paid. It takes effect after the program's delay, during which payouts to the partner wait.
 * @throws ReferralsError 403, 422 for a method the program does not offer or a missing destination
 */
export async function setPayoutMethod(
  ctx: Context,
  session: EmbedSession,
  input: PayoutMethodInput,
): Promise<PayoutMethod> {
  const { program } = await openView(ctx, session, { least: "read", section: "payoutSettings" });
  const { method } = input;
  const offered = offeredMethods(program);
  if (method === "connect" || !offered.includes(method)) {
    const message = `invalid_value: method: must be one of ${offered.join(", ")}`;
    throw new ReferralsError("unprocessable_entity", message);
  }
  const chosen = { method, destination: destinationOf(input), delayHours: program.payout_method_delay_hours };
  return toPayoutMethod(await changePayoutMethod(ctx, session.partnerId, chosen), program);
}
