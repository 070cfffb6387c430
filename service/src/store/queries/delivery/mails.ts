import type { Insertable } from "kysely";
import type { MailKind } from "referrals-embed/contract";
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

/** How many mails of a kind a partner was sent, or will be, since a moment. */
export async function countMails(
  db: Db,
  { partnerId, kind, since }: { partnerId: string; kind: MailKind; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom("mails")
    .where("partner_id", "=", partnerId)
    .where("kind", "=", kind)
    .where("created_at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
