import type { EnrollmentStatus, PartnerRef } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { performTransition } from "../enrollments/perform-transition.ts";
import type { EnrollmentOperation } from "../rules/transitions.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

/**
 * Moves the partner a reference names along the state machine.
 * @throws not_found, conflict as `performTransition` says
 */
export async function changeStatus(
  ctx: Context,
  ref: PartnerRef,
  { operation, reason }: { operation: EnrollmentOperation; reason?: string },
): Promise<{ partnerId: string; status: EnrollmentStatus }> {
  const { id } = await findEnrollment(ctx, ref);
  const { enrollment } = await performTransition(ctx, id, { operation, input: { reason } });
  return { partnerId: enrollment.partner_id, status: enrollment.status };
}
