import type { Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { MailsTable } from "../../schema/tables.ts";

/** The address and language of a partner in a workspace. */
export function findRecipient(db: Db, partnerId: string, workspaceId: string) {
  return db
    .selectFrom("partners as p")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "p.id").on("f.workspace_id", "=", workspaceId),
    )
    .where("p.id", "=", partnerId)
    .select(["p.email", "f.locale"])
    .executeTakeFirst();
}

/** Stores a mail, unless one of the same cause is there. */
export async function insertMail(db: Db, row: Insertable<MailsTable>): Promise<void> {
  await db
    .insertInto("mails")
    .values(row)
    .onConflict((oc) => oc.column("key").doNothing())
    .execute();
}
