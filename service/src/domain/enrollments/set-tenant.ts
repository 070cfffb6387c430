import { ReferralsError } from "referrals-embed/contract";
import { updateEnrollment, lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { revokeTokens } from "../../store/queries/access/embed-tokens.ts";
import { setTenantOfLinks } from "../../store/queries/partners/partners.ts";
import { audit } from "../audit.ts";
import type { Context } from "../context.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/**
 * Gives an enrollment a tenant id. An empty one is filled. A different one is a conflict; with `relink` it is replaced, the audit row keeps
 * the old one, and earlier tokens are revoked.
 * @throws conflict naming the field; a unique violation when another enrollment has the tenant
 */
export async function matchTenant(
  ctx: Context,
  found: EnrollmentRow,
  { tenantId, onMismatch }: { tenantId: string | null; onMismatch: "reject" | "relink" },
): Promise<EnrollmentRow> {
  if (tenantId === null || found.tenant_id === tenantId) return found;
  const enrollment = await lockEnrollment(ctx.db, found.id);
  if (enrollment.tenant_id === tenantId) return enrollment;
  if (enrollment.tenant_id !== null && onMismatch === "reject") {
    throw new ReferralsError(
      "conflict",
      "tenantId: this partner is enrolled under another tenantId. Use that one, or set onTenantMismatch to relink.",
    );
  }
  if (enrollment.tenant_id !== null) await revokeTokens(ctx.db, enrollment.id);
  return setTenant(ctx, enrollment, tenantId);
}

/** Writes an enrollment's tenant id and that of its links, audited. */
export async function setTenant(ctx: Context, before: EnrollmentRow, tenantId: string | null): Promise<EnrollmentRow> {
  const after = await updateEnrollment(ctx.db, before, { tenant_id: tenantId });
  if (!after) throw new ReferralsError("conflict", "The partner was changed at the same time. Try again.");
  await setTenantOfLinks(ctx.db, before.id, { before: before.tenant_id, tenantId });
  await audit(ctx, {
    operation: before.tenant_id === null ? "link tenant" : "relink tenant",
    entity: "enrollment.tenant",
    entityId: before.id,
    changes: { tenantId: { old: before.tenant_id, new: tenantId } },
  });
  return after;
}
