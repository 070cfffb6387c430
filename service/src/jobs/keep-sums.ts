import type { Context } from "../domain/context.ts";
import { leaderboardSince } from "../domain/embed/leaderboard-period.ts";
import { tryEach } from "../domain/try-each.ts";
import { findProgram } from "../store/queries/programs/programs.ts";
import { sumAddresses, type StepSize } from "../store/queries/sums/address-days.ts";
import { copyStaleFigures, countStaleFigures } from "../store/queries/sums/enrollment-figures.ts";
import { keepBoard, programsWithBoards } from "../store/queries/sums/leaderboard-boards.ts";
import { foldLinkCounts } from "../store/queries/sums/link-counts.ts";

/** How much a round does. */
interface RoundSize {
  /** Rows that are read on the spot: fewer are not worth the work. A program of a few hundred partners never needs it. */
  few: number;
  /** Written in one transaction; more would keep the embedded store from others for too long. */
  batch: number;
}

/**
 * One round of copying changed figures to where the partner list reads them in order.
 * @returns how many were copied
 */
export async function copyFigures(ctx: Context, { few, batch }: RoundSize = { few: 500, batch: 100 }): Promise<number> {
  if ((await countStaleFigures(ctx.db, few)) < few) return 0;
  return copyStaleFigures(ctx.store, batch);
}

/**
 * One round of folding the counts of links together.
 * @returns how many rows were added since the last fold, 0 when they were few
 */
export function foldCounts(ctx: Context): Promise<number> {
  return foldLinkCounts(ctx.store, 500);
}

/**
 * One round of keeping the leaderboards of periods: when a day or a month begins, what was earned since is copied anew, and what was kept
 * of the period before is dropped.
 * @returns how much there was to do
 */
export async function keepLeaderboards(
  ctx: Context,
  { few, batch }: RoundSize = { few: 500, batch: 500 },
): Promise<number> {
  let done = 0;
  await tryEach(await programsWithBoards(ctx.db, few), async (programId) => {
    const since = leaderboardSince(await findProgram(ctx.db, programId), ctx.clock.now());
    done += await keepBoard(ctx.store, { programId, since, batch });
  });
  return done;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * What the embedded store does in some tens of milliseconds, also where each click has a referring page of its own, as long as a visitor
 * may send it. The sums of a day with more values are about as many as its events.
 */
const usual: StepSize = { portion: 500, mostValues: 20_000 };

/**
 * One step of summing the addresses, referring pages and UTM values of days that are over. A day waits an hour for clicks that are still
 * in a journal; one that is stored half an hour late says so itself (`storeClicks`), the other half is for clocks that differ.
 * @returns how much it did
 */
export function sumAddressDays(ctx: Context, size: StepSize = usual): Promise<number> {
  const now = ctx.clock.now();
  const days = new Date(Math.floor((now - HOUR) / DAY) * DAY);
  return sumAddresses(ctx.store, { days, clicks: new Date(now - HOUR / 2) }, size);
}
