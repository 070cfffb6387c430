import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "../schema.ts";

type Db = Kysely<Database>;

/** A ranked enrollment; equal sums share a rank. */
export interface RankedRow {
  enrollmentId: string;
  rank: number;
  earned: number;
  optedIn: boolean;
  name: string;
  leaderboardName: string | null;
}

/** Who is ranked: enrollments of a program with full access and positive earnings since a moment; without one ever. */
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

/** Ranks enrollments: the first `limit`, and the own one wherever it stands. What everybody earned is read once. */
export async function rankEnrollments(
  db: Db,
  scope: LeaderboardScope,
  enrollmentId: string,
  { limit, edges }: { limit: number; edges: readonly number[] },
): Promise<RankedEnrollments> {
  const { rows } = await sql<RankedRow & { bands: { band: number; n: number }[] }>`
    WITH earned AS MATERIALIZED (${earnedPerEnrollment(scope)}),
      first AS (SELECT id, earned, rank() OVER (ORDER BY earned DESC) AS rank
        FROM (SELECT id, earned FROM earned ORDER BY earned DESC, id LIMIT ${limit}) f),
      own AS (SELECT id, earned, (SELECT count(*) + 1 FROM earned a WHERE a.earned > o.earned) AS rank
        FROM earned o WHERE id = ${enrollmentId} AND id NOT IN (SELECT id FROM first))
    SELECT r.id AS "enrollmentId", r.rank, r.earned, f.leaderboard_opt_in AS "optedIn", f.name,
      f.leaderboard_name AS "leaderboardName", (SELECT json_agg(b) FROM (
        SELECT width_bucket(earned, ${edges}::bigint[]) - 1 AS band, count(*) AS n FROM earned GROUP BY 1) b) AS bands
    FROM (SELECT * FROM first UNION ALL SELECT * FROM own) r
    JOIN enrollments e ON e.id = r.id
    JOIN partner_profiles f ON f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
    ORDER BY r.earned DESC, r.id`.execute(db);
  const counts = new Map(rows[0]?.bands.map(({ band, n }) => [band, n]));
  return { rows, bands: edges.map((_, band) => counts.get(band) ?? 0) };
}

function earnedPerEnrollment({ programId, since }: LeaderboardScope): RawBuilder<unknown> {
  const ranked = sql`e.program_id = ${programId} AND e.removed_at IS NULL AND e.status IN ('approved', 'archived')`;
  if (since === null) {
    const sum = sql`s.pending_commissions + s.processed_commissions + s.paid_commissions`;
    return sql`SELECT e.id, ${sum} AS earned FROM enrollments e
      JOIN enrollment_stats s ON s.enrollment_id = e.id WHERE ${ranked} AND ${sum} > 0`;
  }
  return sql`SELECT e.id, sum(c.earnings)::bigint AS earned FROM commissions c
    JOIN enrollments e ON e.id = c.enrollment_id
    WHERE c.program_id = ${programId} AND c.created_at >= ${since} AND c.status IN ('pending', 'processed', 'paid')
      AND ${ranked}
    GROUP BY e.id HAVING sum(c.earnings) > 0`;
}
