import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { windowOrder, windowTest, type ListOrder, type ListPosition, type ListWindow } from "../list-window.ts";

/** Which links are looked for. */
export interface DefaultLinks {
  workspaceId: string;
  programId: string;
  /** Where they lead, with any parameters. */
  addresses: readonly string[];
}

/** A link on the way through all of a workspace. */
export interface PassedLink extends ListPosition {
  /** Where it leads, if it is one of those that are looked for. */
  url: string | null;
}

const order: ListOrder = { table: "l", column: "created_at", direction: "desc" };

/**
 * Part of a workspace's links, newest first, with the destinations of those that are looked for. Others are passed too: there is no index of
 * default links alone, and a search for the next ones could read all links each time.
 */
export async function passLinks(
  db: Db,
  { workspaceId, programId, addresses }: DefaultLinks,
  window: ListWindow,
): Promise<PassedLink[]> {
  const { rows } = await sql<PassedLink>`
    SELECT l.id, l.created_at AS "createdAt", CASE WHEN l.program_id = ${programId} AND l.is_default AND l.deleted_at IS NULL
      AND split_part(l.url, '?', 1) = ANY (${addresses}::text[]) THEN l.url END AS url
    FROM links l WHERE l.workspace_id = ${workspaceId} AND ${windowTest(window, order)}
    ORDER BY ${windowOrder(window, order)} LIMIT ${window.limit}`.execute(db);
  return rows;
}

/** A new destination of a link, unless it leads elsewhere by now. */
export interface MovedLink {
  id: string;
  from: string;
  to: string;
}

/** Changes destinations of links, all by one statement. */
export async function setDestinations(db: Db, links: readonly MovedLink[], at: Date): Promise<void> {
  const column = (name: keyof MovedLink) => links.map((link) => link[name]);
  await sql`
    WITH locked AS (
      SELECT l.id, moved.url FROM unnest(${column("id")}::text[], ${column("from")}::text[], ${column("to")}::text[])
        AS moved(id, before, url) JOIN links l ON l.id = moved.id
      WHERE l.url = moved.before ORDER BY l.id FOR NO KEY UPDATE OF l)
    UPDATE links l SET url = locked.url, updated_at = ${at} FROM locked WHERE l.id = locked.id`.execute(db);
}
