import type { Context } from "../domain/context.ts";
import { leaderboardSince } from "../domain/embed/leaderboard-period.ts";
import { keepBoard, programsWithBoards } from "../store/queries/sums/leaderboard-boards.ts";
import { findProgram } from "../store/queries/programs/programs.ts";

/** Limits of a round. */
interface RoundSize {
  /** Enrollments that are ranked at query time: fewer are not worth a board. */
  few: number;
  /** Rows per transaction; more would block the embedded store for too long. */
  batch: number;
}

/**
 * One round of keeping the leaderboards of periods: when a day or month begins, copies the earnings of the new period and deletes those of
 * the previous one. A program of a few hundred partners never needs it.
 * @returns the amount of work
 */
export async function keepLeaderboards(
  ctx: Context,
  { few, batch }: RoundSize = { few: 500, batch: 500 },
): Promise<number> {
  let done = 0;
  for (const programId of await programsWithBoards(ctx.db, few)) {
    const since = leaderboardSince(await findProgram(ctx.db, programId), ctx.clock.now());
    done += await keepBoard(ctx.store, { programId, since, batch });
  }
  return done;
}
