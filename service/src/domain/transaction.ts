import { inSavepoint } from "../store/savepoint.ts";
import type { Context, Effect } from "./context.ts";

/**
 * Runs `work` in one transaction: rows, counters, decision, audit row and outbox rows together, or nothing. Inside another transaction it
 * is a savepoint, so operations compose: a bulk call commits each item alone, and an idempotent request stores its key and its effect in
 * one transaction.
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
  // The work is committed: a failed notification of other replicas must not be answered as a failed operation.
  await Promise.allSettled(effects.map(async (effect) => ctx.afterCommit(effect)));
  return result;
}

/** Runs `work` as {@link inTransaction} does, takes back what it wrote, and answers its result. */
export async function takenBack<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const undone = new Error("a try is undone");
  let result: T | undefined;
  try {
    await inTransaction(ctx, async (ctx) => {
      result = await work(ctx);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return result as T;
}
