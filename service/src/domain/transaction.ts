import { inSavepoint } from "../store/savepoint.ts";
import type { Context, Effect } from "./context.ts";

/**
 * Runs `work` in one transaction: rows, counters, decision, audit row and outbox rows together, or nothing. Inside another transaction it
 * is a savepoint, so operations compose: a bulk call commits each item alone, and an idempotent request stores its key and its effect in
 * one transaction.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction || ctx.doneAhead === null) return attempt(ctx, work);
  const doneAhead = new Set<string>();
  for (;;) {
    try {
      return await attempt({ ...ctx, doneAhead }, work);
    } catch (error) {
      if (!(error instanceof Ahead)) throw error;
      doneAhead.add(error.named);
      await error.run(ctx);
    }
  }
}

/** Thrown through a transaction to end it: some work must be done first. */
class Ahead extends Error {
  constructor(
    readonly named: string,
    readonly run: (ctx: Context) => Promise<void>,
  ) {
    super(`${named} goes ahead`);
  }
}

/**
 * For work of many rows that may be committed before the rest: takes back the running transaction, does the work in portions, so that on the
 * embedded store others are answered between them, and begins the transaction again, in which this call does nothing for the same name. Does
 * nothing either where all will be taken back.
 */
export function ahead(ctx: Context, named: string, run: (ctx: Context) => Promise<void>): void {
  if (ctx.doneAhead && !ctx.doneAhead.has(named)) throw new Ahead(named, run);
}

async function attempt<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
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
    await inTransaction({ ...ctx, doneAhead: null }, async (ctx) => {
      result = await work(ctx);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return result as T;
}
