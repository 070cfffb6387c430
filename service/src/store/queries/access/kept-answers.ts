import { sql } from "kysely";
import type { Db } from "../../schema.ts";

/** The person whose stored answers are emptied. */
export interface ErasedPerson {
  workspaceId: string;
  /** Identifiers and addresses that stand in answers about this person. */
  names: readonly string[];
  /** Set for a partner: answers to this enrollment's own tokens go too, whatever they say. */
  enrollmentId?: string;
}

/** How many kept answers one statement reads: on the embedded store every other call waits for its end. */
const KEPT_ANSWERS_AT_ONCE = 500;

/** Empties the answers that speak of a person and are older than a time, in portions. */
export async function wipeKeptAnswersBefore(db: Db, person: ErasedPerson, end: Date): Promise<void> {
  let from = new Date(0);
  for (;;) {
    const next = await db
      .selectFrom("idempotency_keys")
      .select("created_at")
      .where("created_at", ">=", from)
      .where("created_at", "<", end)
      .orderBy("created_at")
      .offset(KEPT_ANSWERS_AT_ONCE)
      .limit(1)
      .executeTakeFirst();
    // Those of the same millisecond belong to one portion, or it would never end.
    const until = next ? new Date(next.created_at.getTime() + 1) : end;
    await wipeKeptAnswers(db, person, { from, until });
    if (!next) return;
    from = until;
  }
}

/**
 * Empties the answers kept for repeated requests that speak of a person; a repetition still does nothing twice. The
 * credential of each answer is looked up: a workspace may have millions of tokens, and for `IN` or `EXISTS` the database would read all of
 * them, for every 500 answers.
 * @param made when the requests came
 */
export async function wipeKeptAnswers(
  db: Db,
  { workspaceId, names, enrollmentId }: ErasedPerson,
  made: { from?: Date; until?: Date } = {},
): Promise<void> {
  const quoted = names.map((name) => JSON.stringify(name));
  await sql`UPDATE idempotency_keys k SET body = '{}'
    WHERE k.body IS NOT NULL AND k.created_at >= ${made.from ?? new Date(0)}
      AND (${made.until ?? null}::timestamptz IS NULL OR k.created_at < ${made.until ?? null}) AND (
      (SELECT t.enrollment_id FROM embed_tokens t WHERE t.id = k.credential_id) = ${enrollmentId ?? null}
      OR (${workspaceId} = coalesce(
          (SELECT a.workspace_id FROM api_keys a WHERE a.id = k.credential_id),
          (SELECT a.workspace_id FROM publishable_keys a WHERE a.id = k.credential_id),
          (SELECT p.workspace_id FROM people p WHERE p.id = k.credential_id),
          (SELECT e.workspace_id FROM embed_tokens t JOIN enrollments e ON e.id = t.enrollment_id WHERE t.id = k.credential_id))
        AND EXISTS (SELECT 1 FROM unnest(${quoted}::text[]) AS q(name) WHERE position(q.name IN k.body) > 0)))`.execute(
    db,
  );
}

/** Forgets requests to the address of a customer, which names the owner's id of them; a repetition finds no customer. */
export async function forgetRequestsTo(db: Db, workspaceId: string, externalKey: string): Promise<void> {
  const ends = [externalKey, encodeURIComponent(externalKey)].map((key) => `/customers/ext_${key}`);
  await sql`DELETE FROM idempotency_keys k USING unnest(${ends}::text[]) AS e(path)
    WHERE right(k.path, length(e.path)) = e.path
      AND k.credential_id IN (SELECT id FROM api_keys WHERE workspace_id = ${workspaceId}
        UNION ALL SELECT id FROM people WHERE workspace_id = ${workspaceId})`.execute(db);
}

/** Forgets what a person of the console was answered: once they are removed, nothing tells whose workspace the answers are of. */
export async function forgetAnswersTo(db: Db, personId: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("credential_id", "=", personId).execute();
}
