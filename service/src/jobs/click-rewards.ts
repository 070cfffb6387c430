import { openClickDays } from "../store/queries/sums/click-days.ts";
import { settleDay } from "../domain/commissions/settle-click-day.ts";
import type { Context } from "../domain/context.ts";
import { tryEach } from "../domain/try-each.ts";

/** Clicks of 23:59 wait in a journal before they are stored, so a date closes a little after midnight. */
const graceMs = 10 * 60_000;
const batchSize = 200;

/**
 * Pays the unique clicks of every closed date. Each date commits alone and is settled once, so the job may be killed, repeated,
 * and run on several replicas. A date that fails keeps no other of its portion waiting.
 * @returns how many dates were settled
 */
export async function settleClickRewards(ctx: Context): Promise<number> {
  const today = new Date(ctx.clock.now() - graceMs).toISOString().slice(0, 10);
  let count = 0;
  for (;;) {
    const days = await openClickDays(ctx.db, today, batchSize);
    await tryEach(days, (day) => settleDay(ctx, day));
    count += days.length;
    if (days.length < batchSize) return count;
  }
}
