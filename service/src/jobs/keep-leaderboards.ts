import type { Context } from "../domain/context.ts";
import { leaderboardSince } from "../domain/embed/leaderboard-period.ts";
import { keepBoard, programsWithBoards } from "../store/queries/sums/leaderboard-boards.ts";
import { findProgram } from "../store/queries/programs/programs.ts";

/** How much a round does. */
interface RoundSize {
  /** Ranked enrollments that are ranked on the spot: fewer are not worth a board. */
  few: number;
  /** Written in one transaction; more would keep the embedded store from others for too long. */
  batch: number;
}

/**
 * One round of keeping the leaderboards of periods: when a day or a month begins, what was earned since is copied anew, and what was kept
 * of the period before is dropped. A program of a few hundred partners never needs it.
 * @returns how much there was to do
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
