import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";

/** A ranked enrollment; equal sums share a rank. */
export interface RankedRow {
  enrollmentId: string;
  rank: number;
  earned: number;
  optedIn: boolean;
  name: string;
  leaderboardName: string | null;
}

/** The ranked enrollments: those of a program with full access and positive earnings since a moment, or of all time. */
export interface LeaderboardScope {
  programId: string;
  since: Date | null;
}

/** A leaderboard: its first rows and the own one, and how many enrollments lie in each band. */
export interface RankedEnrollments {
  rows: RankedRow[];
  /** A band begins at its edge and ends before the next. */
  bands: number[];
}

/** The viewer of a leaderboard, its number of first rows (`limit`), and the `edges` of its bands, from the 1-2-5 series. */
interface Reading {
  enrollmentId: string;
  limit: number;
  edges: readonly number[];
}

/** Ranks enrollments: the first `limit`, and the own one at any rank. */
export async function rankEnrollments(
  db: Db,
  { programId, since }: LeaderboardScope,
  reading: Reading,
): Promise<RankedEnrollments> {
  if (since === null) return readRanks(db, keptRanks({ programId, since }, reading), reading);
  const kept = await readRanks(db, keptRanks({ programId, since }, reading), reading);
  // Checked after the read: rows of a board are deleted only after it is marked incomplete.
  if (await isComplete(db, programId, since)) return kept;
  return readRanks(db, rankedSince(programId, since, reading), reading);
}

async function readRanks(db: Db, parts: RawBuilder<unknown>, { edges }: Reading): Promise<RankedEnrollments> {
  const { rows } = await sql<RankedRow & { bands: { band: number; n: number }[] }>`
    WITH ${parts}
    SELECT r.id AS "enrollmentId", r.rank, r.earned, f.leaderboard_opt_in AS "optedIn", f.name,
      f.leaderboard_name AS "leaderboardName", (SELECT coalesce(json_agg(b), '[]') FROM (
        SELECT width_bucket(step, ${edges}::bigint[]) - 1 AS band, sum(n) AS n FROM counted GROUP BY 1) b) AS bands
    FROM (SELECT * FROM first UNION ALL SELECT * FROM own) r
    JOIN enrollments e ON e.id = r.id
    JOIN partner_profiles f ON f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
    ORDER BY r.earned DESC, r.id`.execute(db);
  const counts = new Map(rows[0]?.bands.map(({ band, n }) => [band, n]));
  return { rows, bands: edges.map((_, band) => counts.get(band) ?? 0) };
}

/** Whether an enrollment `e` is ranked if it earned. */
export const mayRank: RawBuilder<boolean> = sql`e.removed_at IS NULL AND e.status IN ('approved', 'archived')`;
/** The earnings in figures `s`. */
export const earnedEver: RawBuilder<number> = sql`(s.pending_commissions + s.processed_commissions + s.paid_commissions)`;

/** Earnings of the enrollment of figures `s` since a moment, from its commissions. */
export function earnedSince(since: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(SELECT coalesce(sum(c.earnings), 0)::bigint FROM commissions c WHERE c.enrollment_id = s.enrollment_id
    AND c.created_at >= ${since} AND c.status IN ('pending', 'processed', 'paid'))`;
}

/** The first moment of a board: of all time, or of a period. */
export function boardSince(since: Date | null): RawBuilder<unknown> {
  return sql`${since ?? "-infinity"}::timestamptz`;
}

/**
 * `first`, `own` and `counted` from the copies that are not `stale`. Only the counts by three digits grow with the program, to at most 900
 * rows per power of ten.
 */
function keptRanks({ programId, since }: LeaderboardScope, { enrollmentId, limit }: Reading): RawBuilder<unknown> {
  const ofProgram = sql`r.program_id = ${programId} AND r.since = ${boardSince(since)}`;
  const earned = since === null ? earnedEver : earnedSince(boardSince(since));
  return sql`changed AS MATERIALIZED (SELECT s.enrollment_id AS id, CASE WHEN ${mayRank} THEN ${earned} ELSE 0 END AS earned
      FROM enrollment_stats s JOIN enrollments e ON e.id = s.enrollment_id WHERE s.program_id = ${programId} AND s.stale),
    fresh AS MATERIALIZED (SELECT id, earned FROM changed WHERE earned > 0),
    former AS MATERIALIZED (SELECT r.earned, r.step FROM ranked_enrollments r
      WHERE r.enrollment_id = ANY (ARRAY(SELECT id FROM changed)) AND r.since = ${boardSince(since)}),
    first AS (SELECT id, earned, rank() OVER (ORDER BY earned DESC) AS rank FROM (
      SELECT * FROM (
        (SELECT r.enrollment_id AS id, r.earned FROM ranked_enrollments r
          WHERE ${ofProgram} AND r.enrollment_id NOT IN (SELECT id FROM changed)
          ORDER BY r.step DESC, r.earned DESC, r.enrollment_id LIMIT ${limit})
        UNION ALL SELECT id, earned FROM fresh) b ORDER BY earned DESC, id LIMIT ${limit}) f),
    me AS MATERIALIZED (SELECT id, earned, three_digits(earned) AS step FROM (
      SELECT s.enrollment_id AS id, ${earned} AS earned
      FROM enrollment_stats s JOIN enrollments e ON e.id = s.enrollment_id
      WHERE s.enrollment_id = ${enrollmentId} AND ${mayRank} AND s.enrollment_id NOT IN (SELECT id FROM first)) m
      WHERE earned > 0),
    own AS (SELECT id, earned, 1
      + (SELECT COALESCE(sum(r.count), 0)::bigint FROM ranked_counts r WHERE ${ofProgram} AND r.step > me.step)
      + (SELECT count(*) FROM ranked_enrollments r WHERE ${ofProgram} AND r.step = me.step AND r.earned > me.earned)
      + (SELECT count(*) FROM fresh WHERE fresh.earned > me.earned)
      - (SELECT count(*) FROM former WHERE former.earned > me.earned) AS rank FROM me),
    counted AS (SELECT r.step, r.count AS n FROM ranked_counts r WHERE ${ofProgram}
      UNION ALL SELECT earned, 1 FROM fresh UNION ALL SELECT step, -1 FROM former)`;
}

/** `first`, `own` and `counted` of a period, from its commissions. */
function rankedSince(programId: string, since: Date, { enrollmentId, limit }: Reading): RawBuilder<unknown> {
  return sql`earned AS MATERIALIZED (SELECT e.id, sum(c.earnings)::bigint AS earned FROM commissions c
      JOIN enrollments e ON e.id = c.enrollment_id
      WHERE c.program_id = ${programId} AND c.created_at >= ${since} AND c.status IN ('pending', 'processed', 'paid')
        AND e.program_id = ${programId} AND ${mayRank}
      GROUP BY e.id HAVING sum(c.earnings) > 0),
    first AS (SELECT id, earned, rank() OVER (ORDER BY earned DESC) AS rank
      FROM (SELECT id, earned FROM earned ORDER BY earned DESC, id LIMIT ${limit}) f),
    own AS (SELECT id, earned, (SELECT count(*) + 1 FROM earned a WHERE a.earned > o.earned) AS rank
      FROM earned o WHERE id = ${enrollmentId} AND id NOT IN (SELECT id FROM first)),
    counted AS (SELECT earned AS step, 1 AS n FROM earned)`;
}

async function isComplete(db: Db, programId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ranked_boards
    WHERE program_id = ${programId} AND since = ${boardSince(since)} AND state = 'complete'`.execute(db);
  return rows.length > 0;
}
