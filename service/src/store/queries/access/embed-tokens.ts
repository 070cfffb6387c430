import type { Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { EmbedTokensTable } from "../../schema/tables.ts";

/** Stores a token by its hash. */
export async function insertEmbedToken(db: Db, row: Insertable<EmbedTokensTable>): Promise<void> {
  await db.insertInto("embed_tokens").values(row).execute();
}

/** Revokes the valid tokens of an enrollment, or the one with a hash. @returns how many */
export async function revokeTokens(
  db: Db,
  which: { enrollmentId: string } | { hash: string; workspaceId: string },
  at: Date,
): Promise<number> {
  const result = await db
    .updateTable("embed_tokens")
    .set({ revoked_at: at })
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .where((eb) =>
      "enrollmentId" in which
        ? eb("enrollment_id", "=", which.enrollmentId)
        : eb.and([
            eb("hash", "=", which.hash),
            eb(
              "enrollment_id",
              "in",
              eb.selectFrom("enrollments").select("id").where("workspace_id", "=", which.workspaceId),
            ),
          ]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
