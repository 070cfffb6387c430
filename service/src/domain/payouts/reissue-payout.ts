import { ReferralsError, type Payout } from "referrals-embed/contract";
import { insertPayout, lockPayout, nextPayoutNumber } from "../../store/queries/payouts.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { announcePayout, payoutById } from "../ledger/write-payout.ts";

/**
 * Pays a completed payout again after its money came back: a payout of kind `reissue` with the same amount and destination and no
 * rows, so that commission sums do not change.
 * @throws not_found, or conflict when it is not completed
 */
export function reissuePayout(ctx: Context, id: string, note: string): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockPayout(ctx.db, id);
    if (before?.workspace_id !== ctx.workspaceId) throw new ReferralsError("not_found", `There is no payout ${id}.`);
    if (before.status !== "completed" || before.kind !== "regular") {
      throw new ReferralsError("conflict", `The payout ${id} is ${before.status}; only a completed one is paid again.`);
    }
    const reissueId = ctx.ids.next("po");
    const { reference: _, mark: __, paid_at: ___, ...same } = before;
    const at = now(ctx);
    await insertPayout(ctx.db, {
      ...same,
      bank: same.bank && JSON.stringify(same.bank),
      number: await nextPayoutNumber(ctx.db, before.program_id),
      mark: null,
      id: reissueId,
      kind: "reissue",
      status: "processing",
      description: note,
      initiated_at: at,
      created_at: at,
      updated_at: at,
    });
    await audit(ctx, {
      operation: "payout.reissue",
      entity: "payout",
      entityId: reissueId,
      to: "processing",
      reason: id,
    });
    await announcePayout(ctx, "payout.created", reissueId);
    return payoutById(ctx, reissueId);
  });
}
