import type { Customer, CustomerPatch } from "referrals-embed/contract";
import { customerPatch } from "../../schemas/customers.ts";
import { enrollmentsOfCustomer, updateCustomerRow } from "../../store/queries/tracking/customers.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { CustomerRow } from "../../store/schema/tracking.ts";
import { audit, changesBetween } from "../audit.ts";
import { rejudgeSelfReferral } from "../commissions/rejudge-self-referral.ts";
import type { Context } from "../context.ts";
import { findCustomer, getCustomer } from "../customers/find-customer.ts";
import { tieCustomer, unlessTaken } from "../customers/write-customer.ts";
import { columnsOf } from "../record.ts";
import { inTransaction } from "../transaction.ts";

/**
 * Changes a customer's facts, but not the binding.
 * @param expanded whether the answer says link, partner, program and discount too
 * @throws not_found, conflict for a taken external id
 */
export function updateCustomer(
  ctx: Context,
  id: string,
  { patch, expanded }: { patch: CustomerPatch; expanded: boolean },
): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedForAddress(ctx, id, patch);
    const values = columnsOf(customerPatch, patch);
    const changed = Object.keys(changesBetween({ ...before }, values));
    if (changed.length > 0) {
      await unlessTaken(patch.externalId, () => updateCustomerRow(ctx.db, before.id, values));
      await tieCustomer(ctx, before.external_id, patch);
      // The audit row names the changed facts without values: it is kept after the customer is erased.
      const changes = Object.fromEntries(changed.map((field) => [field, { old: null, new: null }]));
      await audit(ctx, { operation: "customer.update", entity: "customer", entityId: before.id, changes });
      if (changed.includes("email")) await rejudgeSelfReferral(ctx, { customerId: before.id });
    }
    return getCustomer(ctx, before.id, expanded);
  });
}

/** A new address may hold commissions of theirs: enrollments are locked before customers, everywhere. */
async function lockedForAddress(ctx: Context, id: string, patch: CustomerPatch): Promise<CustomerRow> {
  const found = await findCustomer(ctx, id);
  if (!patch.email || patch.email === found.email) return found;
  await lockEnrollments(ctx.db, await enrollmentsOfCustomer(ctx.db, found.id));
  return findCustomer(ctx, id);
}
