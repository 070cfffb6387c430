import { embedScopes, type Partner } from "referrals-embed/contract";
import { setPayoutMethod } from "../domain/embed/payout-method.ts";
import { runPayouts } from "../domain/payouts/run-payouts.ts";
import { updatePayout } from "../domain/payouts/update-payout.ts";
import type { Context } from "../domain/context.ts";
import { findLiveEnrollment } from "../store/queries/enrollments.ts";

/** A partner says how they are paid, as they would in the embed. */
export async function choosePayoutMethod(ctx: Context, partner: Partner): Promise<void> {
  const enrollment = await findLiveEnrollment(ctx.db, partner.programId, { partnerId: partner.id });
  if (!enrollment) return;
  const session = {
    workspaceId: ctx.workspaceId,
    programId: partner.programId,
    enrollmentId: enrollment.id,
    partnerId: partner.id,
    status: enrollment.status,
    scopes: [...embedScopes],
    allowedOrigins: null,
    expiresAt: new Date(ctx.clock.now() + 3_600_000),
  };
  await setPayoutMethod(ctx, session, { method: "paypal", paypalEmail: partner.email! });
}

/** The monthly run: what is payable is collected, confirmed, handed over, sent and completed. */
export async function payEveryone(ctx: Context, month: string): Promise<void> {
  for (const id of await runPayouts(ctx)) {
    const reference = `transfer-${month}-${id.slice(-6).toLowerCase()}`;
    for (const status of ["processing", "processed", "sent", "completed"] as const) {
      await updatePayout(ctx, id, { status, reference });
    }
  }
}
