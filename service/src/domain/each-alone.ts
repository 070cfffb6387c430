import { ReferralsError } from "referrals-embed/contract";
import { besideOtherItems, oneBatchAtATime } from "../store/lock-order.ts";
import type { Context } from "./context.ts";
import { lockAhead, namedBy } from "./lock-ahead.ts";
import { inTransaction } from "./transaction.ts";

/** The outcome of one item of a bulk operation. */
export interface EachAlone<Item, Done, Refused> {
  /** Runs in a transaction of its own; with an `Idempotency-Key` in a savepoint of the key's. */
  run: (ctx: Context, item: Item) => Promise<Done>;
  /** The answer for a refused item. */
  refused: (item: Item, error: ReferralsError) => Refused;
}

/**
 * Runs a bulk operation and answers in input order; a refused item does not affect the others. Items are committed one by one: holding the
 * locks of one item while waiting for the next would deadlock with a call that has them in another order.
 */
export async function eachAlone<Item, Done, Refused>(
  ctx: Context,
  items: readonly Item[],
  { run, refused }: EachAlone<Item, Done, Refused>,
): Promise<(Done | Refused)[]> {
  if (ctx.db.isTransaction) await oneBatchAtATime(ctx.db);
  await lockAhead(ctx, () => namedBy(ctx, items));
  const answers: (Done | Refused)[] = [];
  for (const item of items) {
    try {
      answers.push(await inTransaction(ctx, (ctx) => besideOtherItems(ctx.db).then(() => run(ctx, item))));
    } catch (error) {
      if (!(error instanceof ReferralsError)) throw error;
      answers.push(refused(item, error));
    }
  }
  return answers;
}
