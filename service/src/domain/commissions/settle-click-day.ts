import { settleClickDay, type ClickDay } from "../../store/queries/click-days.ts";
import { currentBan, selectPlaced } from "../../store/queries/commissions.ts";
import { findReward } from "../../store/queries/rewards.ts";
import { lockEnrollments, type EnrollmentRow } from "../../store/queries/tracking.ts";
import { now, type Context } from "../context.ts";
import { loadProgram } from "../tracking/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { award } from "./award.ts";
import { termsOf } from "./terms.ts";
import { announceCommissions, writeCommissions } from "./write-commissions.ts";

/**
 * Pays the unique clicks of one closed UTC date, at the reward's value of now (C7). The clicks carried the reward when they were made,
 * so the enrollment's status since does not matter, except that a ban keeps the row under its mark (C22). Once per date.
 */
export function settleDay(ctx: Context, day: ClickDay): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = (await lockEnrollments(ctx.db, [day.enrollment_id])).get(day.enrollment_id);
    const settled = await settleClickDay(ctx.db, day, now(ctx));
    const reward = await findReward(ctx.db, day.reward_id);
    if (!settled || !enrollment || !reward) return;
    const owned = { ...ctx, workspaceId: enrollment.workspace_id };
    const program = await loadProgram(owned);
    const made = await award(
      owned,
      {
        eventId: `click:${day.enrollment_id}:${day.reward_id}:${day.day}`,
        rewardEvent: "click",
        at: now(ctx),
        enrollment,
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
        clickDate: day.day,
        facts: { day: day.day },
      },
      termsOf(reward),
    );
    if (!made) return;
    await announceCommissions(owned, [made.id]);
    if (enrollment.status === "banned") await keepUnderBan(owned, enrollment, made.id);
  });
}

async function keepUnderBan(ctx: Context, enrollment: EnrollmentRow, id: string): Promise<void> {
  const ban = await currentBan(ctx.db, enrollment.id);
  const [row] = await selectPlaced(ctx.db).where("c.id", "=", id).execute();
  if (!row || ban === null) return;
  const mark = { ban, status: "pending", holdReasons: [], payoutId: null };
  await writeCommissions(ctx, [{ row, to: { status: "canceled", mark } }], { operation: "ban", reason: ban });
}
