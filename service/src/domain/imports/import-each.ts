import type { ImportOutcome } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { eachAlone } from "../each-alone.ts";
import { inTransaction } from "../transaction.ts";

/** What became of an item that was taken. */
export interface Imported {
  outcome: "created" | "updated" | "unchanged";
  id: string | null;
}

/** How a bulk import is done. */
export interface ImportOptions<Item> {
  /** Turns an item into what it must be, or throws its 422. */
  check: (item: unknown) => Item;
  /** Whether everything is taken back at the end. */
  dryRun: boolean;
}

/** Thrown to roll back the transaction of a dry run. */
class TakenBack extends Error {}

/** Imports items, each alone, answers in their order: one that is refused leaves the others. */
export async function importEach<Item>(
  ctx: Context,
  items: readonly unknown[],
  { check, dryRun, run }: ImportOptions<Item> & { run: (ctx: Context, item: Item) => Promise<Imported> },
): Promise<ImportOutcome[]> {
  let outcomes: ImportOutcome[] = [];
  const work = async (ctx: Context): Promise<void> => {
    outcomes = await eachAlone(ctx, items, {
      run: async (ctx, item) => ({ ...(await run(ctx, check(item))), error: null }),
      refused: (_, { code, message }) => ({ outcome: "refused" as const, id: null, error: { code, message } }),
    });
    if (dryRun) throw new TakenBack();
  };
  await inTransaction(ctx, work).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return dryRun ? outcomes.map((row) => (row.outcome === "created" ? { ...row, id: null } : row)) : outcomes;
}
