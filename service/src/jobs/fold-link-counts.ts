import type { Context } from "../domain/context.ts";
import { foldLinkCounts } from "../store/queries/sums/link-counts.ts";

/** Rows that are summed at query time: folding fewer is not worth it. */
const few = 500;

/**
 * One round of folding the counts of links together.
 * @returns how many rows were added since the last fold, 0 when they were few
 */
export function foldCounts(ctx: Context): Promise<number> {
  return foldLinkCounts(ctx.store, few);
}
