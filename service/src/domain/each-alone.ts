import { ReferralsError } from "referrals-embed/contract";
import { besideOtherItems, oneBatchAtATime } from "../store/lock-order.ts";
import type { Context } from "./context.ts";
import { lockAhead, namedBy } from "./lock-ahead.ts";
import { inTransaction } from "./transaction.ts";

/** What becomes of one item of a bulk operation. */
export interface EachAlone<Item, Done, Refused> {
  /** Runs in a transaction of its own; with an `Idempotency-Key` in a savepoint of the key's. */
  run: (ctx: Context, item: Item) => Promise<Done>;
  /** What is answered for an item that was refused. */
  refused: (item: Item, error: ReferralsError) => Refused;
}

/**
 * A bulk operation, answered in input order: a refused item leaves the others. Items are committed one by one: holding the locks of one
 * while waiting for those of the next would wait in a circle with a call that has them in another order.
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
