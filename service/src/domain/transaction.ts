import { inSavepoint } from "../store/savepoint.ts";
import type { Context, Effect } from "./context.ts";

/**
 * Runs `work` in one transaction: rows, counters, decision, audit row and outbox rows together, or nothing.
 * Inside another transaction it is a savepoint, so an operation composes: a bulk form commits each item alone, and an
 * idempotent request holds its key and its effect in the same transaction.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  let effects: Effect[] = [];
  const afterCommit = (effect: Effect): void => void effects.push(effect);
  const result = ctx.db.isTransaction
    ? await inSavepoint(ctx.db, () => work({ ...ctx, afterCommit }))
    : await ctx.store.transaction((db) => {
        effects = []; // after a deadlock the store runs the work again
        return work({ ...ctx, db, afterCommit });
      });
  // The work is committed: a failure to tell other replicas must not be answered as a failure of it.
  await Promise.allSettled(effects.map(async (effect) => ctx.afterCommit(effect)));
  return result;
}
