import { sql, type Kysely, type Migration } from "kysely";
import { foldKey } from "referrals-embed/rules";

/** The columns this migration reads and writes. */
interface Tables {
  links: { id: string; domain: string; key: string; key_folded: string; deleted_at: Date | null };
  retired_keys: { domain: string; key_folded: string; link_id: string; retired_at: Date };
}

const ascii = sql<boolean>`key ~ '^[ -~]*$'`;

/**
 * Which keys are the same was said by `lower()` of the database for the constraint and by the program for its memory, and the two
 * disagree on some words. The program says it now, once, in a column of its own.
 */
export const foldedKeys: Migration = {
  up: async (db: Kysely<Tables>): Promise<void> => {
    await sql`ALTER TABLE links ADD COLUMN key_folded text`.execute(db);
    await sql`UPDATE links SET key_folded = lower(key COLLATE "C") WHERE ${ascii}`.execute(db);
    const others = await db.selectFrom("links").select(["id", "key"]).where("key_folded", "is", null).execute();
    for (const { id, key } of others) {
      await db
        .updateTable("links")
        .set({ key_folded: foldKey(key) })
        .where("id", "=", id)
        .execute();
    }
    await refuseClashes(db);
    await sql`ALTER TABLE links ALTER COLUMN key_folded SET NOT NULL`.execute(db);
    await sql`DROP INDEX links_key`.execute(db);
    await sql`CREATE UNIQUE INDEX links_key ON links (domain, key_folded)`.execute(db);
    await sql`ALTER TABLE retired_keys RENAME COLUMN key_lower TO key_folded`.execute(db);
    await foldRetired(db);
  },
};

/** @throws Error naming the links that only one of could be reached from now on */
async function refuseClashes(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ domain: string; keys: string }>`
    SELECT domain, string_agg(format('/%s (%s%s)', key, id, CASE WHEN deleted_at IS NULL THEN '' ELSE ', deleted' END),
      ' and ' ORDER BY id) AS keys
    FROM links GROUP BY domain, key_folded HAVING count(*) > 1 ORDER BY domain, key_folded LIMIT 20`.execute(db);
  if (rows.length === 0) return;
  const clashes = rows.map(({ domain, keys }) => `on ${domain} ${keys}`).join("; ");
  throw new Error(
    `links whose keys differ in nothing but the case of their letters: ${clashes}. ` +
      "Nothing was changed. Start the version before this one, change the key of all but one of each, and update again",
  );
}

/** Of two given-up keys that are the same now, the one given up first stays. */
async function foldRetired(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom("retired_keys").selectAll().orderBy("retired_at").execute();
  for (const { domain, key_folded: key, link_id: link } of rows) {
    const folded = foldKey(key);
    if (folded === key) continue;
    const same = { domain, key_folded: folded };
    const taken = await db
      .selectFrom("retired_keys")
      .select("link_id")
      .where((eb) => eb.and(same))
      .executeTakeFirst();
    const own = { domain, key_folded: key, link_id: link };
    if (taken)
      await db
        .deleteFrom("retired_keys")
        .where((eb) => eb.and(own))
        .execute();
    else
      await db
        .updateTable("retired_keys")
        .set(same)
        .where((eb) => eb.and(own))
        .execute();
  }
}
