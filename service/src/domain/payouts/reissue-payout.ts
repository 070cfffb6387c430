import { ReferralsError, type Payout } from "referrals-embed/contract";
import { lockPayout } from "../../store/queries/payouts.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { payoutById } from "./write-payout.ts";

/**
 * Pays a completed payout again after its money came back: a payout of kind `reissue` with the same amount and destination and no
 * rows, so that commission sums do not change (P12).
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
    await ctx.db
      .insertInto("payouts")
      .values({
        ...same,
        mark: null,
        id: reissueId,
        kind: "reissue",
        status: "processing",
        description: note,
        initiated_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await audit(ctx, {
      operation: "payout.reissue",
      entity: "payout",
      entityId: reissueId,
      to: "processing",
      reason: id,
    });
    await emit(ctx, "payout.created", await payoutById(ctx, reissueId));
    return payoutById(ctx, reissueId);
  });
}
