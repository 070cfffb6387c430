import { sql, type CompiledQuery } from "kysely";
import type { Pool, QueryResultRow } from "pg";
import type { Db } from "../../schema.ts";
import { isRevoked } from "./embed-tokens.ts";

/** The query builder for the statements, and the pool that runs them. */
type Asked = { db: Db; pool: Pool };

/** The first row of a statement that runs for every request, so it is prepared under a name. */
async function first<Row>(
  { pool }: Asked,
  name: string,
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row | undefined> {
  const { rows } = await pool.query<Row & QueryResultRow>({ name, text, values: [...parameters] });
  return rows[0];
}

/** The secret key with this hash, and its workspace. */
export function findApiKey(store: Asked, hash: string) {
  const query = store.db
    .selectFrom("api_keys as k")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .where("k.hash", "=", hash)
    .select(["k.id", "k.workspace_id", "k.scopes", "k.expires_at", "k.revoked_at", "k.last_used_at", "w.plan"]);
  return first(store, "api-key", query.compile());
}

/** The publishable key spelled like this, and its workspace. */
export function findPublishableKey(store: Asked, key: string) {
  const query = store.db
    .selectFrom("publishable_keys as k")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .where("k.key", "=", key)
    .select(["k.id", "k.workspace_id", "k.revoked_at", "w.plan", "w.default_program_id"]);
  return first(store, "publishable-key", query.compile());
}

/** The embed token with this hash, its enrollment, and the program and workspace settings that limit it. */
export function findEmbedToken(store: Asked, hash: string) {
  const query = store.db
    .selectFrom("embed_tokens as t")
    .innerJoin("enrollments as e", "e.id", "t.enrollment_id")
    .innerJoin("programs as p", "p.id", "e.program_id")
    .innerJoin("workspaces as w", "w.id", "e.workspace_id")
    .where("t.hash", "=", hash)
    .select([
      "t.id",
      "t.scopes",
      "t.allowed_origins",
      "t.expires_at",
      "t.viewed_by",
      "e.id as enrollment_id",
      "e.workspace_id",
      "e.program_id",
      "e.partner_id",
      "e.status",
      "e.removed_at",
      "p.allowed_origins as program_origins",
      "w.plan",
    ])
    .select(isRevoked().as("revoked"));
  return first(store, "embed-token", query.compile());
}

/** The allowed origins of embed tokens, by hash; only tokens in force at a given time. */
export async function tokenOrigins(
  db: Db,
  hashes: readonly string[],
  at: Date,
): Promise<Map<string, { own: string[] | null; program: string[] }>> {
  const rows = await db
    .selectFrom("embed_tokens as t")
    .innerJoin("enrollments as e", "e.id", "t.enrollment_id")
    .innerJoin("programs as p", "p.id", "e.program_id")
    .where(sql<boolean>`t.hash = ANY (${hashes}::text[])`)
    .where((eb) => eb.not(isRevoked()))
    .where("e.removed_at", "is", null)
    .where("t.expires_at", ">", at)
    .select(["t.hash", "t.allowed_origins as own", "p.allowed_origins as program"])
    .execute();
  return new Map(rows.map(({ hash, ...origins }) => [hash, origins]));
}

/** Notes that a secret key was used. */
export async function touchApiKey(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}
