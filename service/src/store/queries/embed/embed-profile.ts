import type { Selectable } from "kysely";
import type { Db } from "../../schema.ts";
import type { PartnerProfilesTable } from "../../schema/tables.ts";

/** A workspace's profile of a partner, with the address and username that all workspaces share. */
export type ProfileRow = Selectable<PartnerProfilesTable> & { email: string | null; username: string | null };

/** The profile a workspace keeps of a partner. */
export function findOwnProfile(db: Db, workspaceId: string, partnerId: string): Promise<ProfileRow> {
  return db
    .selectFrom("partner_profiles as f")
    .innerJoin("partners as p", "p.id", "f.partner_id")
    .selectAll("f")
    .select(["p.email", "p.username"])
    .where("f.workspace_id", "=", workspaceId)
    .where("f.partner_id", "=", partnerId)
    .executeTakeFirstOrThrow();
}

/** Whether an enrollment has any payout. */
export async function hasPayouts(db: Db, enrollmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payouts")
    .select("id")
    .where("enrollment_id", "=", enrollmentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
