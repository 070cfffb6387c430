import type { Db } from "../schema.ts";

/** The secret key with this hash, and its workspace. */
export function findApiKey(db: Db, hash: string) {
  return db
    .selectFrom("api_keys as k")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .where("k.hash", "=", hash)
    .select(["k.id", "k.workspace_id", "k.scopes", "k.expires_at", "k.revoked_at", "k.last_used_at", "w.plan"])
    .executeTakeFirst();
}

/** The publishable key spelled like this, and its workspace. */
export function findPublishableKey(db: Db, key: string) {
  return db
    .selectFrom("publishable_keys as k")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .where("k.key", "=", key)
    .select(["k.id", "k.workspace_id", "k.revoked_at", "w.plan", "w.default_program_id"])
    .executeTakeFirst();
}

/** The embed token with this hash, its enrollment, and the program's and workspace's part in what it may do. */
export function findEmbedToken(db: Db, hash: string) {
  return db
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
      "t.revoked_at",
      "e.id as enrollment_id",
      "e.workspace_id",
      "e.program_id",
      "e.partner_id",
      "e.status",
      "e.removed_at",
      "p.allowed_origins as program_origins",
      "w.plan",
    ])
    .executeTakeFirst();
}

/** Notes that a secret key was used. */
export async function touchApiKey(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}
