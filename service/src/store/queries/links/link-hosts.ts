import { sql } from "kysely";
import type { Db } from "../../schema.ts";

/** Hosts of links that nothing serves: not in `served` and not a workspace's verified domain. */
export async function unservedLinkHosts(db: Db, served: readonly string[]): Promise<string[]> {
  // One index step per host: a list of distinct hosts would read every link.
  const { rows } = await sql<{ domain: string }>`
    WITH RECURSIVE hosts AS (
      SELECT min(domain) AS domain FROM links WHERE deleted_at IS NULL
      UNION ALL
      SELECT (SELECT min(l.domain) FROM links l WHERE l.domain > hosts.domain AND l.deleted_at IS NULL)
      FROM hosts WHERE hosts.domain IS NOT NULL)
    SELECT h.domain FROM hosts h
    WHERE h.domain IS NOT NULL AND h.domain <> ALL(${[...served]}::text[])
      AND NOT EXISTS (SELECT 1 FROM domains d WHERE d.slug = h.domain AND d.status = 'verified')
    ORDER BY h.domain`.execute(db);
  return rows.map(({ domain }) => domain);
}

/** Keys of links on a host whose first segment is one of `segments`; at most 10. */
export async function linksBehind(db: Db, host: string, segments: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM links WHERE domain = ${host} AND deleted_at IS NULL
      AND split_part(key_folded, '/', 1) = ANY(${[...segments]}::text[])
    ORDER BY key_folded LIMIT 10`.execute(db);
  return rows.map(({ key }) => key);
}

/** Moves the links of a host to another one, except those whose key is taken there. */
export async function moveLinks(db: Db, host: string, to: { host: string; origin: string }): Promise<void> {
  await sql`UPDATE links l SET domain = ${to.host}, short_link = ${to.origin} || substr(l.short_link, position(l.domain IN l.short_link) + length(l.domain))
    WHERE l.domain = ${host} AND l.deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM links o WHERE o.domain = ${to.host} AND lower(o.key) = lower(l.key))`.execute(db);
}
