import { ReferralsError, type PartnerRef } from "referrals-embed/contract";
import { enrollmentsOfPartner, findLiveEnrollment, lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "./default-program.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { present } from "../../present.ts";

/**
 * The live enrollment a reference names in the workspace's program; `partnerId` beats `tenantId`.
 * @throws not_found
 */
export async function findEnrollment(ctx: Context, { partnerId, tenantId }: PartnerRef): Promise<EnrollmentRow> {
  const program = await defaultProgram(ctx);
  const by = partnerId === undefined ? { tenantId: present(tenantId, "tenantId") } : { partnerId };
  const enrollment = await findLiveEnrollment(ctx.db, program.id, by);
  if (enrollment) return enrollment;
  throw noSuchPartner({ partnerId, tenantId });
}

/**
 * Locks an enrollment that was found before the transaction.
 * @throws not_found when it was erased since: nothing of that person may be written any more
 */
export async function holdEnrollment(ctx: Context, { id, partner_id: partnerId }: Found): Promise<EnrollmentRow> {
  const enrollment = await lockEnrollment(ctx.db, id);
  if (enrollment.removed_at !== null) throw noSuchPartner({ partnerId });
  return enrollment;
}

type Found = Pick<EnrollmentRow, "id" | "partner_id">;

/** Locks all enrollments of a partner in the workspace. @throws not_found when none is left */
export async function holdPartner(ctx: Context, partnerId: string): Promise<void> {
  const held = await lockEnrollments(ctx.db, await enrollmentsOfPartner(ctx.db, ctx.workspaceId, partnerId));
  if (![...held.values()].some((enrollment) => enrollment.removed_at === null)) throw noSuchPartner({ partnerId });
}

/** The 404 of a reference to an unknown partner. */
export function noSuchPartner({ partnerId, tenantId }: PartnerRef): ReferralsError {
  const name = partnerId ?? `with tenantId ${tenantId}`;
  return new ReferralsError("not_found", `No partner ${name} is enrolled in this program.`);
}
