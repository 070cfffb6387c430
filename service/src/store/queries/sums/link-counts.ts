import { sql, type RawBuilder } from "kysely";
import type { Store } from "../../open.ts";
import { byOneReplica } from "../../lock-order.ts";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";

/** Which links are counted. */
export interface LinkCountScope {
  workspaceId: string;
  domain?: string | undefined;
  /** `null` = in no folder. */
  folderId?: string | null | undefined;
  userId?: string | undefined;
  showArchived: boolean;
}

/** How many links match, by the counts kept. */
export async function sumLinkCounts(db: Db, scope: LinkCountScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(count), 0)::bigint AS count FROM link_counts WHERE ${scopeTest(scope)}`.execute(db);
  return present(rows[0], "the row").count;
}

/** How many links match per value of a column, most first, by the counts kept. */
export async function sumLinkCountsBy(
  db: Db,
  scope: LinkCountScope,
  column: "domain" | "user_id" | "folder_id",
): Promise<{ value: string | null; count: number }[]> {
  const { rows } = await sql<{ value: string | null; count: number }>`
    SELECT ${sql.ref(column)} AS value, sum(count)::bigint AS count FROM link_counts WHERE ${scopeTest(scope)}
    GROUP BY 1 HAVING sum(count) <> 0 ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}

function scopeTest({ workspaceId, domain, folderId, userId, showArchived }: LinkCountScope): RawBuilder<boolean> {
  const tests = [sql`workspace_id = ${workspaceId}`];
  if (!showArchived) tests.push(sql`NOT archived`);
  if (domain !== undefined) tests.push(sql`domain = ${domain.toLowerCase()}`);
  if (folderId === null) tests.push(sql`folder_id IS NULL`);
  else if (folderId !== undefined) tests.push(sql`folder_id = ${folderId}`);
  if (userId !== undefined) tests.push(sql`user_id = ${userId}`);
  return sql<boolean>`${sql.join(tests, sql` AND `)}`;
}

/**
 * Folds the counts of workspaces together if at least `few` rows were added since the last fold. Uncommitted rows are left for the next
 * fold. Only one replica folds at a time.
 * @returns how many rows were added
 */
export function foldLinkCounts(store: Pick<Store, "transaction">, few: number): Promise<number> {
  return byOneReplica(store, "linkCounts", async (db) => {
    const { rows } = await sql<{ added: number }>`
      SELECT count(*) AS added FROM (SELECT 1 FROM link_counts WHERE NOT folded LIMIT ${few}) rows`.execute(db);
    const { added } = present(rows[0], "the row");
    if (added === 0 || added < few) return 0;
    await sql`
      WITH changed AS (SELECT DISTINCT workspace_id FROM link_counts WHERE NOT folded),
        taken AS (DELETE FROM link_counts c USING changed WHERE c.workspace_id = changed.workspace_id RETURNING c.*)
      INSERT INTO link_counts (workspace_id, domain, folder_id, user_id, archived, count, folded)
      SELECT workspace_id, domain, folder_id, user_id, archived, sum(count), true FROM taken
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0`.execute(db);
    return added;
  });
}
