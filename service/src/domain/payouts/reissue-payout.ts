import { ReferralsError, type Payout } from "referrals-embed/contract";
import { findReissue, insertPayout, lockPayout, nextPayoutNumber } from "../../store/queries/money/payouts.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import type { PayoutRow } from "../../store/schema/money.ts";
import { announcePayout, payoutById } from "../ledger/write-payout.ts";

/**
 * Pays a completed payout again after its money came back: makes a payout of kind `reissue` with the same amount and destination and no
 * rows, so that commission sums do not change. While the reissue is not completed, a repeated call answers it.
 * @throws not_found, or conflict when the payout is not completed, or its reissue is
 */
export function reissuePayout(ctx: Context, id: string, note: string): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockPayout(ctx.db, id);
    if (before?.workspace_id !== ctx.workspaceId) throw new ReferralsError("not_found", `There is no payout ${id}.`);
    if (before.status !== "completed") {
      throw new ReferralsError("conflict", `The payout ${id} is ${before.status}; only a completed one is paid again.`);
    }
    if (before.imported) {
      const what = "What came back there is paid by a commission of its own (POST /commissions)";
      throw new ReferralsError("conflict", `The payout ${id} was paid by the product you moved from. ${what}.`);
    }
    const known = await findReissue(ctx.db, id);
    if (known?.status === "completed") {
      const message = `The payout ${id} was paid again by ${known.id}. If that money came back too, reissue ${known.id}.`;
      throw new ReferralsError("conflict", message);
    }
    return payoutById(ctx, known?.id ?? (await insertReissue(ctx, before, note)));
  });
}

async function insertReissue(ctx: Context, before: PayoutRow, note: string): Promise<string> {
  const id = ctx.ids.next("po");
  const { reference: _, mark: __, paid_at: ___, ...same } = before;
  const at = now(ctx);
  await insertPayout(ctx.db, {
    ...same,
    bank: same.bank && JSON.stringify(same.bank),
    number: await nextPayoutNumber(ctx.db, before.program_id),
    mark: null,
    id,
    kind: "reissue",
    reissue_of: before.id,
    status: "processing",
    description: note,
    initiated_at: at,
    created_at: at,
    updated_at: at,
  });
  await audit(ctx, {
    operation: "payout.reissue",
    entity: "payout",
    entityId: id,
    to: "processing",
    reason: before.id,
  });
  await announcePayout(ctx, "payout.created", id);
  return id;
}
