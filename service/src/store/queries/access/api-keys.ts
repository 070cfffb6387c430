import { sql, type Insertable } from "kysely";
import type { ApiKeyScope } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { ApiKeysTable, PublishableKeysTable } from "../../schema/tables.ts";

/** A key of either kind. */
export interface KeyRow {
  id: string;
  name: string;
  kind: "secret" | "publishable";
  last4: string;
  scopes: ApiKeyScope[] | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  /** Publishable keys only; secret ones are stored as a hash. */
  key: string | null;
}

/** A page of a workspace's keys of both kinds, newest first; only one of them with `id`. */
export async function listKeys(
  db: Db,
  workspaceId: string,
  { limit, offset, id }: { limit: number; offset: number; id?: string },
): Promise<KeyRow[]> {
  const only = id === undefined ? sql`` : sql`AND id = ${id}`;
  const { rows } = await sql<KeyRow>`
    SELECT id, name, 'secret' AS kind, last_four AS last4, scopes, expires_at, revoked_at, last_used_at, created_at,
      NULL AS key FROM api_keys WHERE workspace_id = ${workspaceId} ${only}
    UNION ALL
    SELECT id, 'Publishable key', 'publishable', right(key, 4), NULL, NULL, revoked_at, NULL, created_at, key
      FROM publishable_keys WHERE workspace_id = ${workspaceId} ${only}
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** The hashes of a workspace's secret keys that may track: a value signed with such a key counts as sent by the server. */
export async function signingHashes(db: Db, workspaceId: string, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("api_keys")
    .select("hash")
    .where("workspace_id", "=", workspaceId)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", at)]))
    .where((eb) => eb.or([eb("scopes", "is", null), sql<boolean>`jsonb_exists(scopes, 'track.write')`]))
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Stores a secret key by its hash. */
export async function insertSecretKey(db: Db, row: Insertable<ApiKeysTable>): Promise<void> {
  await db.insertInto("api_keys").values(row).execute();
}

/** Stores a publishable key. */
export async function insertPublishableKey(db: Db, row: Insertable<PublishableKeysTable>): Promise<void> {
  await db.insertInto("publishable_keys").values(row).execute();
}

/** Revokes a key of either kind. @returns whether there was one to revoke */
export async function revokeKey(db: Db, workspaceId: string, { id, at }: { id: string; at: Date }): Promise<boolean> {
  for (const table of ["api_keys", "publishable_keys"] as const) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ revoked_at: at })
      .where("id", "=", id)
      .where("workspace_id", "=", workspaceId)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
  }
  return false;
}
