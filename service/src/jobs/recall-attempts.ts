import type { Context } from "../domain/context.ts";
import { tryEach } from "../domain/try-each.ts";
import { attempting, makeDue } from "../store/queries/operation/upkeep.ts";

/** No attempt is further away: the schedules of mails, webhooks and parked events end with a day between two, or a tenth longer. */
const longestMs = 27 * 3_600_000;

/**
 * One round: makes due what was put off by a clock that was ahead; else it would wait until that time comes.
 * @returns how much that was
 */
export async function recallAttempts(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  let count = 0;
  await tryEach(attempting, async (table) => {
    count += await makeDue(ctx.db, table, { now: new Date(at), after: new Date(at + longestMs) });
  });
  return count;
}
