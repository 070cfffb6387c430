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

/** The first rows of the leaderboard, and the own row wherever it stands. */
export async function leaderboardRows(
  db: Db,
  scope: LeaderboardScope,
  enrollmentId: string,
  limit: number,
): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    WITH earned AS (${earnedPerEnrollment(scope)}),
      ranked AS (SELECT *, rank() OVER (ORDER BY earned DESC) AS rank,
        row_number() OVER (ORDER BY earned DESC, id) AS place FROM earned)
    SELECT r.id AS "enrollmentId", r.rank, r.earned, f.leaderboard_opt_in AS "optedIn", f.name,
      f.leaderboard_name AS "leaderboardName"
    FROM ranked r JOIN partner_profiles f ON f.partner_id = r.partner_id AND f.workspace_id = r.workspace_id
    WHERE r.place <= ${limit} OR r.id = ${enrollmentId} ORDER BY r.place`.execute(db);
  return rows;
}

/** How many enrollments lie in each band; a band begins at its edge and ends before the next. */
export async function leaderboardBands(db: Db, scope: LeaderboardScope, edges: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ band: number; n: number }>`
    SELECT width_bucket(earned, ${edges}::bigint[]) - 1 AS band, count(*) AS n
    FROM (${earnedPerEnrollment(scope)}) e GROUP BY 1`.execute(db);
  const counts = new Map(rows.map((row) => [row.band, row.n]));
  return edges.map((_, band) => counts.get(band) ?? 0);
}

function earnedPerEnrollment({ programId, since }: LeaderboardScope): RawBuilder<unknown> {
  const ranked = sql`e.program_id = ${programId} AND e.removed_at IS NULL AND e.status IN ('approved', 'archived')`;
  const columns = sql`e.id, e.partner_id, e.workspace_id`;
  if (since === null) {
    const sum = sql`s.pending_commissions + s.processed_commissions + s.paid_commissions`;
    return sql`SELECT ${columns}, ${sum} AS earned FROM enrollments e
      JOIN enrollment_stats s ON s.enrollment_id = e.id WHERE ${ranked} AND ${sum} > 0`;
  }
  return sql`SELECT ${columns}, sum(c.earnings)::bigint AS earned FROM commissions c
    JOIN enrollments e ON e.id = c.enrollment_id
    WHERE c.program_id = ${programId} AND c.created_at >= ${since} AND c.status IN ('pending', 'processed', 'paid')
      AND ${ranked}
    GROUP BY e.id HAVING sum(c.earnings) > 0`;
}
