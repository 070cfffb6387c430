import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import type { EmbedTokensTable } from "../../schema/tables.ts";

/** Stores a token by its hash. */
export async function insertEmbedToken(db: Db, row: Insertable<EmbedTokensTable>): Promise<void> {
  await db.insertInto("embed_tokens").values(row).execute();
}

/**
 * Whether a token `t` of an enrollment `e` was revoked, alone or with all of its generation. One with which a person looks at a partner's
 * dashboard ends with their last session: who was removed must not read on.
 */
export function isRevoked(): RawBuilder<boolean> {
  return sql<boolean>`(t.revoked_at IS NOT NULL OR t.generation < e.token_generation
    OR (t.viewed_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM console_sessions s WHERE s.person_id = t.viewed_by)))`;
}

/** Revokes one token of a workspace, if it is valid. @returns whether it was */
export async function revokeToken(
  db: Db,
  { hash, workspaceId }: { hash: string; workspaceId: string },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE embed_tokens t SET revoked_at = ${at} FROM enrollments e
    WHERE t.hash = ${hash} AND e.id = t.enrollment_id AND e.workspace_id = ${workspaceId}
      AND t.expires_at > ${at} AND NOT ${isRevoked()}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/**
 * Revokes all tokens of an enrollment by one write, since a partner may have hundreds of thousands, and the embedded store would answer
 * nobody else while it writes each.
 * @returns their generation
 */
export async function revokeTokens(db: Db, enrollmentId: string): Promise<number> {
  const { generation } = await db
    .updateTable("enrollments")
    .set((eb) => ({ token_generation: eb("token_generation", "+", 1) }))
    .where("id", "=", enrollmentId)
    .returning((eb) => eb("token_generation", "-", 1).as("generation"))
    .executeTakeFirstOrThrow();
  return generation;
}

/** Tokens of a generation of an enrollment: how many of a portion were valid, and the last of it, null at the end. */
export async function countTokens(
  db: Db,
  { enrollmentId, generation, after, most }: { enrollmentId: string; generation: number; after: string; most: number },
  at: Date,
): Promise<{ valid: number; last: string | null }> {
  const { rows } = await sql<{ valid: number; last: string | null }>`
    SELECT count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > ${at})::integer AS valid,
      CASE WHEN count(*) = ${most} THEN max(id) END AS last
    FROM (SELECT id, revoked_at, expires_at FROM embed_tokens
      WHERE enrollment_id = ${enrollmentId} AND generation = ${generation} AND id > ${after} ORDER BY id LIMIT ${most}) portion`.execute(
    db,
  );
  return rows[0] ?? { valid: 0, last: null };
}
