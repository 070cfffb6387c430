import { ReferralsError, type Payout } from "referrals-embed/contract";
import { payoutRecord, updatePayout } from "../../store/queries/money/payouts.ts";
import type { PayoutPatch } from "../../store/schema/money.ts";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { announce } from "../outbox.ts";
import { toPayout } from "./payout-record.ts";
import type { PayoutRow } from "../../store/schema/money.ts";

/** Fields whose full values must not appear in audit rows. */
const secret = new Set(["destination", "bank"]);

/**
 * The only place that changes payouts. Each write requires the status as read, is audited and announced by webhook. A change to the same
 * values is skipped.
 * @throws conflict when its status has changed since it was read
 */
export async function writePayout(
  ctx: Context,
  before: PayoutRow,
  { to, cause }: { to: PayoutPatch; cause: { operation: string; reason?: string | null } },
): Promise<void> {
  const changes = changesBetween({ ...before }, { ...to });
  if (Object.keys(changes).length === 0) return;
  if (!(await updatePayout(ctx.db, before, { ...to, updated_at: now(ctx) }))) {
    throw new ReferralsError(
      "conflict",
      `The payout ${before.id} changed meanwhile. Read it again and repeat the call.`,
    );
  }
  const shown = Object.fromEntries(Object.entries(changes).filter(([field]) => !secret.has(field)));
  const { operation, reason = null } = cause;
  const status = { from: before.status, to: to.status ?? before.status };
  await audit(ctx, { operation, entity: "payout", entityId: before.id, ...status, reason, changes: shown });
  await announcePayout(ctx, "payout.updated", before.id);
}

/** Announces a payout in its current state by webhook. */
export async function announcePayout(
  ctx: Context,
  event: "payout.created" | "payout.updated",
  id: string,
): Promise<void> {
  await announce(ctx, [{ event, build: async () => [await payoutById(ctx, id)] }]);
}

/** The record of a payout. */
export async function payoutById(ctx: Context, id: string): Promise<Payout> {
  return toPayout(await payoutRecord(ctx.db, id));
}
