import type { Context } from "../domain/context.ts";
import { copyStaleFigures, countStaleFigures } from "../store/queries/sums/enrollment-figures.ts";

/** How much a round does. */
interface RoundSize {
  /** Changed rows that the partner list orders on the spot: fewer are not worth their copies. */
  few: number;
  /** Copied in one transaction; more would keep the embedded store from others for too long. */
  batch: number;
}

/**
 * One round of copying changed figures to where the partner list reads them in order. A program of a few hundred partners never needs it.
 * @returns how many were copied
 */
export async function copyFigures(ctx: Context, { few, batch }: RoundSize = { few: 500, batch: 100 }): Promise<number> {
  if ((await countStaleFigures(ctx.db, few)) < few) return 0;
  return copyStaleFigures(ctx.store, batch);
}
