import type { Updateable } from "kysely";
import { ReferralsError, type Payout } from "referrals-embed/contract";
import { selectPayouts, type PayoutRow } from "../../store/queries/payouts.ts";
import type { PayoutsTable } from "../../store/schema/money.ts";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { toPayout } from "./payout-record.ts";

/** Fields whose values no audit row repeats in full. */
const secret = new Set(["destination"]);

/**
 * The one way a payout changes: conditional on its status as read, audited, told by webhook (P2 to P6). Nothing to change is left out.
 * @throws conflict when it is no longer as it was read
 */
export async function writePayout(
  ctx: Context,
  before: PayoutRow,
  to: Updateable<PayoutsTable>,
  cause: { operation: string; reason?: string | null },
): Promise<void> {
  const changes = changesBetween({ ...before }, { ...to });
  if (Object.keys(changes).length === 0) return;
  const { numUpdatedRows } = await ctx.db
    .updateTable("payouts")
    .set({ ...to, updated_at: now(ctx) })
    .where("id", "=", before.id)
    .where("status", "=", before.status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw new ReferralsError(
      "conflict",
      `The payout ${before.id} changed meanwhile. Read it again and repeat the call.`,
    );
  }
  const shown = Object.fromEntries(Object.entries(changes).filter(([field]) => !secret.has(field)));
  const { operation, reason = null } = cause;
  const status = { from: before.status, to: to.status ?? before.status };
  await audit(ctx, { operation, entity: "payout", entityId: before.id, ...status, reason, changes: shown });
  await emit(ctx, "payout.updated", await payoutById(ctx, before.id));
}

/** The record of a payout. */
export async function payoutById(ctx: Context, id: string): Promise<Payout> {
  return toPayout(await selectPayouts(ctx.db).where("o.id", "=", id).executeTakeFirstOrThrow());
}
