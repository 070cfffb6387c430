import { settleClickDay } from "../../store/queries/sums/click-days.ts";
import { currentBan, findCommissions } from "../../store/queries/money/commissions.ts";
import { findClickOffer } from "../../store/queries/money/rewards.ts";
import { insertEarned } from "../../store/queries/tracking/tracked-events.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { ClickRewardDayRow } from "../../store/schema/tracking.ts";
import { now, type Context } from "../context.ts";
import { announceCommissions, writeCommissions } from "../ledger/write-commissions.ts";
import { loadProgram } from "../programs/load-program.ts";
import { earnedRows, reward, type RewardableEvent } from "../rules/rewards.ts";
import { termsOf } from "../rules/terms.ts";
import { inTransaction } from "../transaction.ts";

/**
 * Pays the unique clicks of one closed UTC date, at the reward's current value, once per date. The clicks carried the reward when they were
 * made, so a later enrollment status does not matter, except that a ban puts its mark on the row.
 */
export function settleDay(ctx: Context, day: ClickRewardDayRow): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { enrollment_id: enrollmentId, reward_id: rewardId, day: clickDate } = day;
    const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
    const settled = await settleClickDay(ctx.db, day, now(ctx));
    const offer = await findClickOffer(ctx.db, rewardId, enrollmentId);
    if (!settled || !enrollment || !offer) return;
    const owned = { ...ctx, workspaceId: enrollment.workspace_id };
    const program = await loadProgram(owned);
    const event: RewardableEvent = {
      eventId: `click:${enrollmentId}:${rewardId}:${clickDate}`,
      rewardEvent: "click",
      at: now(ctx),
      customerId: null,
      linkId: null,
      quantity: settled.quantity,
      amount: null,
      currency: program.currency,
      product: null,
      country: null,
      invoiceId: null,
      holdingDays: program.holding_period_days,
      holdReasons: [],
      signals: [],
      clickDate,
      facts: { day: clickDate, unrewarded: settled.unrewarded },
    };
    const commissionId = ctx.ids.next("cm");
    const outcome = reward(event, { commissionId, enrollment, terms: termsOf(offer.reward), used: offer.used });
    const ids = [ctx.ids.next("dec")];
    const rows = earnedRows({ outcomes: [outcome], freeze: null }, { at: now(ctx), customerId: null, ids });
    const made = await insertEarned(ctx.db, rows);
    await announceCommissions(owned, made);
    if (enrollment.status === "banned") await keepUnderBan(owned, enrollmentId, made);
  });
}

async function keepUnderBan(ctx: Context, enrollmentId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const ban = await currentBan(ctx.db, enrollmentId);
  if (ban === null) return;
  const rows = await findCommissions(ctx.db, ids);
  const mark = { ban, status: "pending", holdReasons: [], payoutId: null };
  const changes = rows.map((row) => ({ row, to: { status: "canceled" as const, mark } }));
  await writeCommissions(ctx, changes, { operation: "ban", reason: ban });
}
