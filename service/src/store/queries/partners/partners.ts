import type { Insertable, Updateable } from "kysely";
import { lockLinksOf } from "../../lock-order.ts";
import type { Db } from "../../schema.ts";
import type { PartnerProfilesTable, PartnersTable } from "../../schema/tables.ts";

/** The partner of an address in compared form. */
export function findPartnerByEmail(db: Db, emailKey: string) {
  return db.selectFrom("partners").selectAll().where("email_key", "=", emailKey).executeTakeFirst();
}

/** Adds a partner; a taken address or username is a unique violation. */
export async function insertPartner(db: Db, row: Insertable<PartnersTable>): Promise<void> {
  await db.insertInto("partners").values(row).execute();
}

/** Writes a partner's common fields. */
export async function updatePartnerRow(db: Db, id: string, patch: Updateable<PartnersTable>): Promise<void> {
  await db.updateTable("partners").set(patch).where("id", "=", id).execute();
}

/** A partner's common fields, under its row lock. */
export function lockPartner(db: Db, id: string) {
  return db.selectFrom("partners").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The same, while nobody enrolls the partner: an enrollment that is being made is waited for, and a later one waits. */
export function lockPartnerAlone(db: Db, id: string) {
  return db.selectFrom("partners").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** Adds the profile a workspace keeps of a partner; one left from an earlier enrollment is replaced where values are given. */
export async function insertProfile(db: Db, row: Insertable<PartnerProfilesTable>): Promise<void> {
  const { workspace_id: _, partner_id: __, created_at: ___, ...fields } = row;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
  await db
    .insertInto("partner_profiles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["workspace_id", "partner_id"]).doUpdateSet(given))
    .execute();
}

/** The profile a workspace keeps of a partner. */
export function findProfile(db: Db, workspaceId: string, partnerId: string) {
  return db
    .selectFrom("partner_profiles")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("partner_id", "=", partnerId)
    .executeTakeFirstOrThrow();
}

/** Writes fields of a profile. */
export async function updateProfile(
  db: Db,
  workspaceId: string,
  { partnerId, patch }: { partnerId: string; patch: Updateable<PartnerProfilesTable> },
): Promise<void> {
  await db
    .updateTable("partner_profiles")
    .set(patch)
    .where("workspace_id", "=", workspaceId)
    .where("partner_id", "=", partnerId)
    .execute();
}

/** Which of these tags a workspace has. */
export async function knownTagIds(db: Db, workspaceId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("tags")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces an enrollment's tags. */
export async function replaceTags(db: Db, enrollmentId: string, tagIds: string[]): Promise<void> {
  await db.deleteFrom("enrollment_tags").where("enrollment_id", "=", enrollmentId).execute();
  if (tagIds.length === 0) return;
  await db
    .insertInto("enrollment_tags")
    .values(tagIds.map((tag_id) => ({ enrollment_id: enrollmentId, tag_id })))
    .execute();
}

/** Gives the tenant to the enrollment's links that have none, or that had the one before. */
export async function setTenantOfLinks(
  db: Db,
  enrollmentId: string,
  { before, tenantId }: { before: string | null; tenantId: string | null },
): Promise<void> {
  await lockLinksOf(db, [enrollmentId]);
  await db
    .updateTable("links")
    .set({ tenant_id: tenantId })
    .where("enrollment_id", "=", enrollmentId)
    .where((eb) => eb.or([eb("tenant_id", "is", null), eb("tenant_id", "=", before)]))
    .execute();
}
