import { ReferralsError, type PartnerRef } from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
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

/** The 404 of a reference to an unknown partner. */
export function noSuchPartner({ partnerId, tenantId }: PartnerRef): ReferralsError {
  const name = partnerId ?? `with tenantId ${tenantId}`;
  return new ReferralsError("not_found", `No partner ${name} is enrolled in this program.`);
}
