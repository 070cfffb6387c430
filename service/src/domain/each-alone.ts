import { ReferralsError } from "referrals-embed/contract";
import type { Context } from "./context.ts";
import { inTransaction } from "./transaction.ts";

/** What becomes of one item of a bulk operation. */
export interface EachAlone<Item, Done, Refused> {
  /** Runs in a savepoint of its own. */
  run: (ctx: Context, item: Item) => Promise<Done>;
  /** What is answered for an item that was refused. */
  refused: (item: Item, error: ReferralsError) => Refused;
}

/** A bulk operation, answered in input order: a refused item leaves the others, an unexpected failure undoes them all. */
export function eachAlone<Item, Done, Refused>(
  ctx: Context,
  items: readonly Item[],
  { run, refused }: EachAlone<Item, Done, Refused>,
): Promise<(Done | Refused)[]> {
  return inTransaction(ctx, async (outer) => {
    const answers: (Done | Refused)[] = [];
    for (const item of items) {
      try {
        answers.push(await inTransaction(outer, (ctx) => run(ctx, item)));
      } catch (error) {
        if (!(error instanceof ReferralsError)) throw error;
        answers.push(refused(item, error));
      }
    }
    return answers;
  });
}
