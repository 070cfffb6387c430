import { ReferralsError } from "referrals-embed/contract";
import { findLink, lockCustomer, lockEnrollments, updateCustomer } from "../../store/queries/tracking/tracking.ts";
import { audit } from "../audit.ts";
import { isEarning } from "../rules/statuses.ts";
import { now, type Context } from "../context.ts";
import { findCustomer } from "../customers/find-customer.ts";
import { inTransaction } from "../transaction.ts";

/**
 * Binds a customer to another link by an admin's decision: later events follow it, past ones stay where they are.
 * @param reason kept in the audit row
 * @throws not_found for the customer or link, conflict when the link's partner does not earn
 */
export function rebindCustomer(
  ctx: Context,
  customerId: string,
  { linkId, reason }: { linkId: string; reason: string },
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await findCustomer(ctx, customerId);
    const link = await findLink(ctx.db, linkId);
    if (link?.workspace_id !== ctx.workspaceId) throw new ReferralsError("not_found", `There is no link ${linkId}.`);
    const enrollments = await lockEnrollments(ctx.db, link.enrollment_id ? [link.enrollment_id] : []);
    const enrollment = enrollments.get(link.enrollment_id ?? "");
    if (enrollment && !isEarning(enrollment, now(ctx))) {
      throw new ReferralsError("conflict", `The link's partner is ${enrollment.status} and cannot be given customers.`);
    }
    const before = await lockCustomer(ctx.db, id);
    if (before.link_id === link.id) return;
    await updateCustomer(ctx.db, id, {
      enrollment_id: link.enrollment_id,
      link_id: link.id,
      click_id: null,
      bound_at: now(ctx),
      unverified: false,
    });
    const changes = { linkId: { old: before.link_id, new: link.id } };
    await audit(ctx, { operation: "customer.rebind", entity: "customer", entityId: id, reason, changes });
  });
}
