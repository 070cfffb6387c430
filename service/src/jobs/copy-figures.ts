import type { Context } from "../domain/context.ts";
import { copyStaleFigures, countStaleFigures } from "../store/queries/sums/enrollment-figures.ts";

/** Limits of a round. */
interface RoundSize {
  /** Changed rows that the partner list sorts at query time: copying fewer is not worth it. */
  few: number;
  /** Rows per transaction; more would block the embedded store for too long. */
  batch: number;
}

/**
 * One round of copying changed figures into the sorted tables of the partner list. A program of a few hundred partners never needs it.
 * @returns how many were copied
 */
export async function copyFigures(ctx: Context, { few, batch }: RoundSize = { few: 500, batch: 100 }): Promise<number> {
  if ((await countStaleFigures(ctx.db, few)) < few) return 0;
  return copyStaleFigures(ctx.store, batch);
}
