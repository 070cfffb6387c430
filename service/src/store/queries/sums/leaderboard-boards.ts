import { sql } from "kysely";
import type { Store } from "../../open.ts";
import { byOneReplica } from "../../lock-order.ts";
import type { Db } from "../../schema.ts";
import { boardSince, earnedEver, earnedSince, mayRank } from "./leaderboard.ts";
import { present } from "../../../present.ts";

/** Copies what enrollments earned ever, and since the boards of their program begin. Their rows of `enrollment_stats` are locked. */
export async function copyToBoards(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    WITH changed AS MATERIALIZED (
      SELECT s.enrollment_id, s.program_id, b.since, CASE WHEN NOT (${mayRank}) THEN 0
        WHEN b.since = '-infinity' THEN ${earnedEver} ELSE ${earnedSince(sql`b.since`)} END AS earned
      FROM enrollment_stats s JOIN enrollments e ON e.id = s.enrollment_id
      JOIN (SELECT program_id, since FROM ranked_boards WHERE state <> 'dropped'
        UNION ALL SELECT id, '-infinity' FROM programs) b ON b.program_id = s.program_id
      WHERE s.enrollment_id = ANY (${ids})
    ), unranked AS (
      DELETE FROM ranked_enrollments r USING changed c
      WHERE r.enrollment_id = c.enrollment_id AND r.since = c.since AND c.earned <= 0
    )
    INSERT INTO ranked_enrollments AS r (enrollment_id, program_id, since, earned)
    SELECT enrollment_id, program_id, since, earned FROM changed WHERE earned > 0
    ON CONFLICT (enrollment_id, since) DO UPDATE SET earned = excluded.earned WHERE r.earned <> excluded.earned`.execute(
    db,
  );
}

/** Programs with at least `few` ranked enrollments, or with a board that may no longer be needed. */
export async function programsWithBoards(db: Db, few: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT program_id AS id FROM ranked_counts WHERE since = '-infinity' GROUP BY 1 HAVING sum(count) >= ${few}
    UNION SELECT program_id FROM ranked_boards`.execute(db);
  return rows.map(({ id }) => id);
}

/** The board that a program needs, or `null`, and the number of rows per transaction. */
interface BoardWork {
  programId: string;
  since: Date | null;
  batch: number;
}

/**
 * One batch of work: copies the next partners of the needed board, then deletes rows of other boards.
 * @returns the rows read; 0 when the board is complete and the only one
 */
export function keepBoard(store: Pick<Store, "transaction">, work: BoardWork): Promise<number> {
  return byOneReplica(store, "copies", async (db) => (await fillBoard(db, work)) || dropBoards(db, work));
}

/** Reads the partners in index order; a partner who joins behind that position is stale and so copied anyway. */
async function fillBoard(db: Db, { programId, since, batch }: BoardWork): Promise<number> {
  if (since === null) return 0;
  await sql`INSERT INTO ranked_boards (program_id, since, state) VALUES (${programId}, ${since}, 'filling')
    ON CONFLICT (program_id, since) DO UPDATE SET state = 'filling', filled_to = '' WHERE ranked_boards.state = 'dropped'`.execute(
    db,
  );
  const { rows: boards } = await sql<{ filledTo: string }>`SELECT filled_to AS "filledTo" FROM ranked_boards
    WHERE program_id = ${programId} AND since = ${boardSince(since)} AND state = 'filling'`.execute(db);
  const [board] = boards;
  if (!board) return 0;
  const { rows } = await sql<{ n: number; last: string | null }>`
    WITH next AS MATERIALIZED (SELECT id, partner_id FROM enrollments
      WHERE program_id = ${programId} AND removed_at IS NULL AND partner_id > ${board.filledTo}
      ORDER BY partner_id LIMIT ${batch}
    ), earned AS (
      SELECT s.enrollment_id, s.program_id, ${earnedSince(boardSince(since))} AS earned
      FROM next JOIN enrollments e ON e.id = next.id JOIN enrollment_stats s ON s.enrollment_id = e.id WHERE ${mayRank}
    ), filled AS (
      INSERT INTO ranked_enrollments AS r (enrollment_id, program_id, since, earned)
      SELECT enrollment_id, program_id, ${boardSince(since)}, earned FROM earned WHERE earned > 0
      ON CONFLICT (enrollment_id, since) DO UPDATE SET earned = excluded.earned
    )
    SELECT count(*) AS n, max(partner_id) AS last FROM next`.execute(db);
  const { n, last } = present(rows[0], "the row");
  await sql`UPDATE ranked_boards SET filled_to = ${last ?? board.filledTo}, state = ${n < batch ? "complete" : "filling"}
    WHERE program_id = ${programId} AND since = ${boardSince(since)}`.execute(db);
  return Math.max(1, n);
}

/** Stops the reading of a board before its rows are deleted. */
async function dropBoards(db: Db, { programId, since, batch }: BoardWork): Promise<number> {
  const { rows: ended } = await sql`UPDATE ranked_boards SET state = 'dropped'
    WHERE program_id = ${programId} AND since IS DISTINCT FROM ${since}::timestamptz AND state <> 'dropped' RETURNING 1`.execute(
    db,
  );
  if (ended.length > 0) return ended.length;
  const { rows: dropped } = await sql<{ n: number }>`
    WITH gone AS (DELETE FROM ranked_enrollments WHERE ctid = ANY (ARRAY(
      SELECT r.ctid FROM ranked_boards b JOIN ranked_enrollments r ON r.program_id = b.program_id AND r.since = b.since
      WHERE b.program_id = ${programId} AND b.state = 'dropped' LIMIT ${batch})) RETURNING 1)
    SELECT count(*) AS n FROM gone`.execute(db);
  const { n } = present(dropped[0], "the row");
  if (n > 0) return n;
  const { rows } = await sql`
    WITH gone AS (DELETE FROM ranked_boards WHERE program_id = ${programId} AND state = 'dropped' RETURNING since),
      counts AS (DELETE FROM ranked_counts WHERE program_id = ${programId} AND since IN (SELECT since FROM gone))
    SELECT 1 FROM gone`.execute(db);
  return rows.length;
}
