import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { foldKey } from "referrals-embed/rules";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Link } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";
import type { LinksTable } from "../../schema/tables.ts";

/** A link with its tags in their order. */
export type LinkWithTags = Selectable<LinksTable> & Pick<Link, "tags">;

/** Every link, deleted ones too, with its tags; narrow it by `l`. */
export function selectLinks(db: Db) {
  return db
    .selectFrom("links as l")
    .selectAll("l")
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("link_tags as lt")
          .innerJoin("tags as t", "t.id", "lt.tag_id")
          .select(["t.id", "t.name", "t.color"])
          .whereRef("lt.link_id", "=", "l.id")
          .orderBy("lt.position")
          .orderBy("t.id"),
      ).as("tags"),
    );
}

/** How a link is addressed: by its id, the integrator's id without `ext_`, or its place. */
export type LinkAddress = { id: string } | { externalKey: string } | { domain: string; key: string };

/** The undeleted link of a workspace at an address. */
export async function findLink(db: Db, workspaceId: string, address: LinkAddress): Promise<LinkWithTags | undefined> {
  let query = selectLinks(db).where("l.workspace_id", "=", workspaceId).where("l.deleted_at", "is", null);
  if ("id" in address) query = query.where("l.id", "=", address.id);
  else if ("externalKey" in address) query = query.where("l.external_key", "=", address.externalKey);
  else query = query.where("l.domain", "=", address.domain).where("l.key_folded", "=", foldKey(address.key));
  return query.executeTakeFirst();
}

/** The undeleted links of a workspace by id, in id order, locked in that order until the transaction ends. */
export async function findLinksLocked(db: Db, workspaceId: string, ids: readonly string[]): Promise<LinkWithTags[]> {
  return selectLinks(db)
    .where("l.workspace_id", "=", workspaceId)
    .where("l.deleted_at", "is", null)
    .where(sql<boolean>`l.id = ANY (${ids}::text[])`)
    .orderBy("l.id")
    .forNoKeyUpdate("l")
    .execute();
}

/** Ids of the undeleted links with the integrator's ids without `ext_`, by these. */
export async function linkIdsByExternalKey(
  db: Db,
  workspaceId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("links")
    .select(["id", "external_key as key"])
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`external_key = ANY (${keys}::text[])`)
    .execute();
  return new Map(rows.map(({ id, key }) => [String(key), id]));
}

/** Links by id, deleted ones too, in no order. */
export async function findLinks(db: Db, ids: readonly string[]): Promise<LinkWithTags[]> {
  return ids.length === 0
    ? []
    : selectLinks(db)
        .where(sql<boolean>`l.id = ANY (${ids}::text[])`)
        .execute();
}

/**
 * Adds a link unless its place is taken.
 * @returns whether it was added; other unique violations are thrown
 */
export async function insertLink(db: Db, values: Omit<Insertable<LinksTable>, "key_folded">): Promise<boolean> {
  const row = await db
    .insertInto("links")
    .values({ ...values, key_folded: foldKey(values.key) })
    .onConflict((conflict) => conflict.columns(["domain", "key_folded"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes columns of a link. Uniqueness is the database's: a violation is thrown. */
export async function updateLinks(db: Db, ids: readonly string[], values: Updateable<LinksTable>): Promise<void> {
  const folded = typeof values.key === "string" ? { key_folded: foldKey(values.key) } : {};
  await db
    .updateTable("links")
    .set({ ...values, ...folded })
    .where(sql<boolean>`id = ANY (${ids}::text[])`)
    .execute();
}

/** Whether a key belongs to a link that was clicked under it and later moved or was deleted (L10). */
export async function isRetiredKey(
  db: Db,
  domain: string,
  { key, linkId }: { key: string; linkId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("retired_keys")
    .select("link_id")
    .where("domain", "=", domain)
    .where("key_folded", "=", foldKey(key))
    .where("link_id", "<>", linkId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a key from ever being given to another link (L10). */
export async function retireKey(
  db: Db,
  { domain, key, id, at }: { domain: string; key: string; id: string; at: Date },
): Promise<void> {
  await db
    .insertInto("retired_keys")
    .values({ domain, key_folded: foldKey(key), link_id: id, retired_at: at })
    .onConflict((conflict) => conflict.columns(["domain", "key_folded"]).doNothing())
    .execute();
}

/** Gives links exactly these tags, in this order. */
export async function setLinkTags(db: Db, linkIds: readonly string[], tagIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM link_tags WHERE link_id = ANY (${linkIds}::text[])`.execute(db);
  await sql`
    INSERT INTO link_tags (link_id, tag_id, position)
    SELECT l.id, t.id, t.place - 1 FROM unnest(${linkIds}::text[]) AS l(id),
      unnest(${tagIds}::text[]) WITH ORDINALITY AS t(id, place)`.execute(db);
}

/** Whether anything was ever recorded for a link: a click, lead, sale, customer, commission or code. */
export async function hasEvents(db: Db, linkId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM links WHERE id = ${linkId} AND clicks + unique_clicks + leads + sales > 0)
      OR EXISTS (SELECT 1 FROM click_events WHERE link_id = ${linkId})
      OR EXISTS (SELECT 1 FROM lead_events WHERE link_id = ${linkId})
      OR EXISTS (SELECT 1 FROM sale_events WHERE link_id = ${linkId})
      OR EXISTS (SELECT 1 FROM customers WHERE link_id = ${linkId})
      OR EXISTS (SELECT 1 FROM discount_codes WHERE link_id = ${linkId}) AS found`.execute(db);
  return present(rows[0], "the row").found;
}

/** Removes the row of a link without events. */
export async function removeLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom("links").where("id", "=", id).execute();
}

/** Makes transactions that name the same destination of a workspace wait for each other. */
export async function lockDestination(db: Db, workspaceId: string, url: string): Promise<void> {
  const name = `upsert ${workspaceId} ${url}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/**
 * The link to one of two urls, preferring the first, then the oldest: of a partner, or with `null` of no partner.
 */
export function findLinkByUrl(
  db: Db,
  workspaceId: string,
  { urls, partnerId }: { urls: readonly [string, string]; partnerId: string | null },
): Promise<LinkWithTags | undefined> {
  const [first, second] = urls;
  return selectLinks(db)
    .where("l.workspace_id", "=", workspaceId)
    .where("l.deleted_at", "is", null)
    .where(sql`md5(l.url)`, "in", [sql`md5(${first})`, sql`md5(${second})`])
    .where("l.url", "in", [first, second])
    .where("l.partner_id", partnerId === null ? "is" : "=", partnerId)
    .orderBy(sql`l.url <> ${first}`)
    .orderBy("l.created_at")
    .orderBy("l.id")
    .limit(1)
    .executeTakeFirst();
}
