import type { EnrollmentStatus, PartnerRef } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { performTransition } from "../enrollments/perform-transition.ts";
import type { EnrollmentOperation } from "../enrollments/transitions.ts";
import { findEnrollment } from "./find-enrollment.ts";

/**
 * Moves the partner a reference names along the state machine.
 * @throws not_found, conflict as `performTransition` says
 */
export async function changeStatus(
  ctx: Context,
  ref: PartnerRef,
  operation: EnrollmentOperation,
  reason?: string,
): Promise<{ partnerId: string; status: EnrollmentStatus }> {
  const { id } = await findEnrollment(ctx, ref);
  const { enrollment } = await performTransition(ctx, id, operation, { reason });
  return { partnerId: enrollment.partner_id, status: enrollment.status };
}
