import { sql } from "kysely";
import { present } from "../present.ts";
import type { Store } from "./open.ts";
import type { Db } from "./schema.ts";

/*
 * The order in which every transaction takes its locks (N6), to avoid deadlocks; within a table by id or unique key: idempotency keys,
 * advisory locks, workspaces, programs, enrollments, profiles, partners, customers, payouts, commissions, links, discount codes, figures of
 * enrollments, counts that wait for their click, sums by hour, day and month. A change of a link may give it to another enrollment, and a
 * ban locks an enrollment before its links, so `lockLinks` locks enrollments first. Sign-in links and join requests come after their partner's
 * enrollment, links and sessions of the console after their person.
 */

/** Advisory locks: of batches that are one transaction, of jobs, and of what is counted before it is done. `lease_permits` of the schema takes 7225. */
const advisoryLocks = { batches: 7226, linkCounts: 7227, addresses: 7228, copies: 7229, turns: 7230 };

/** One round of a job, in a transaction. @returns how much it did, 0 while another replica is at it */
export function byOneReplica(
  store: Pick<Store, "transaction">,
  job: "linkCounts" | "addresses" | "copies",
  round: (db: Db) => Promise<number>,
): Promise<number> {
  return store.transaction(async (db) => {
    const { rows } = await sql<{ free: boolean }>`
      SELECT pg_try_advisory_xact_lock(${advisoryLocks[job]}) AS free`.execute(db);
    return present(rows[0], "the row").free ? round(db) : 0;
  });
}

/**
 * Lets only one batch run at a time that must be one transaction: such batches create unique names (addresses, user names, link keys,
 * codes), and their locks cannot be sorted in advance.
 */
export async function oneBatchAtATime(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(advisoryLocks.batches)})`.execute(db);
}

/** For an item that is committed alone: waits for a batch that is one transaction, but not for other items. */
export async function besideOtherItems(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.batches)})`.execute(db);
}

/**
 * Lets others who would do the same for somebody wait until the transaction ends. Taken first in it, before counting what is limited: of
 * those who count at the same moment, each would find that there is room.
 * @param of what is done and for whom, such as `console links per_1`
 */
export async function inTurn(db: Db, of: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(advisoryLocks.turns)}, hashtext(${of}))`.execute(db);
}

/** Takes the row locks of all links with a tag in id order, before the tag is taken off them. */
export async function lockLinksWithTag(db: Db, tagId: string): Promise<void> {
  await sql`
    SELECT id FROM links WHERE id IN (SELECT link_id FROM link_tags WHERE tag_id = ${tagId})
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
}

/** Takes the row locks of all links of enrollments in id order, before one statement changes several of them. */
export async function lockLinksOf(db: Db, enrollmentIds: readonly string[]): Promise<void> {
  await sql`
    SELECT id FROM links WHERE enrollment_id = ANY (${enrollmentIds}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    db,
  );
}
