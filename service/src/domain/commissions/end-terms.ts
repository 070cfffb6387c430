import { deleteTerms } from "../../store/queries/money/rewards.ts";
import { lockCustomer } from "../../store/queries/tracking/tracking.ts";
import { audit } from "../audit.ts";
import type { Context } from "../context.ts";
import { findCustomer } from "../customers/find-customer.ts";
import { inTransaction } from "../transaction.ts";

/**
 * Ends the terms frozen for a customer: the next sale freezes the reward's terms of that time. Commissions that exist stay.
 * @param reason kept in the audit row
 * @returns whether there were terms
 * @throws not_found
 */
export function endTerms(ctx: Context, customerId: string, reason: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await findCustomer(ctx, customerId);
    await lockCustomer(ctx.db, id);
    const ended = await deleteTerms(ctx.db, id);
    for (const { enrollment_id: enrollmentId, terms } of ended) {
      const changes = { [enrollmentId]: { old: terms, new: null } };
      await audit(ctx, { operation: "customer.end_terms", entity: "customer", entityId: id, reason, changes });
    }
    return ended.length > 0;
  });
}
