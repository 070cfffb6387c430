import { sql } from "kysely";
import type { Db } from "../../schema.ts";

/** The progress of these segments; segments without progress are missing. */
export async function loadedOffsets(db: Db, segments: readonly string[]): Promise<Map<string, number>> {
  if (segments.length === 0) return new Map();
  const rows = await db
    .selectFrom("journal_segments")
    .select(["segment", "byte_offset"])
    .where("segment", "in", segments)
    .execute();
  return new Map(rows.map((row) => [row.segment, row.byte_offset]));
}

/** A step through a segment. */
export interface Step {
  segment: string;
  from: number;
  to: number;
}

/** Notes that a segment is loaded up to a byte. @returns false when another process has loaded a part of it meanwhile */
export async function noteLoaded(db: Db, { segment, from, to }: Step): Promise<boolean> {
  const { numAffectedRows } =
    from === 0
      ? await sql`INSERT INTO journal_segments (segment, byte_offset, updated_at) VALUES (${segment}, ${to}, now())
          ON CONFLICT (segment) DO NOTHING`.execute(db)
      : await sql`UPDATE journal_segments SET byte_offset = ${to}, updated_at = now()
          WHERE segment = ${segment} AND byte_offset = ${from}`.execute(db);
  return numAffectedRows === 1n;
}

/** A record that the database refuses. */
export interface RefusedRecord {
  segment: string;
  offset: number;
  record: string;
  reason: string;
}

/** Stores a refused record as bytes: its text may contain characters that a text column refuses. */
export async function keepRefused(db: Db, { segment, offset, record, reason }: RefusedRecord): Promise<void> {
  await sql`INSERT INTO refused_clicks (segment, byte_offset, record, reason, refused_at)
    VALUES (${segment}, ${offset}, ${Buffer.from(record)}, ${reason.replaceAll("\0", "")}, now())
    ON CONFLICT (segment, byte_offset) DO NOTHING`.execute(db);
}

/** The positions of up to `limit` refused records, oldest first. */
export async function findRefused(db: Db, limit: number): Promise<Pick<RefusedRecord, "segment" | "offset">[]> {
  const { rows } = await sql<Pick<RefusedRecord, "segment" | "offset">>`
    SELECT segment, byte_offset AS "offset" FROM refused_clicks ORDER BY segment, byte_offset LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Removes a refused record. @returns it; nothing when another process was faster */
export async function takeRefused(
  db: Db,
  { segment, offset }: Pick<RefusedRecord, "segment" | "offset">,
): Promise<string | undefined> {
  const { rows } = await sql<{ record: Buffer }>`
    DELETE FROM refused_clicks WHERE segment = ${segment} AND byte_offset = ${offset} RETURNING record`.execute(db);
  return rows[0]?.record.toString();
}

/** How many clicks the database has refused, and why the last ones were. */
export async function refusedClicks(db: Db): Promise<{ count: number; reasons: string[] }> {
  const { rows } = await sql<{ count: number; reason: string }>`
    SELECT count(*)::int4 AS count, reason FROM refused_clicks GROUP BY reason ORDER BY max(refused_at) DESC`.execute(
    db,
  );
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    reasons: rows.slice(0, 10).map(({ reason }) => reason),
  };
}
