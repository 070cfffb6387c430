import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { RewardEvent } from "referrals-embed/contract";
import type { Database, Db } from "../../schema.ts";
import type { GroupRow, OfferChange, OfferColumn } from "../../schema/accounts.ts";
import type { DiscountsTable, GroupsTable, RewardsTable } from "../../schema/tables.ts";

type Table = "groups" | "rewards" | "discounts";

/** A page of a program's groups, rewards or discounts, newest first. */
export function listObjects<T extends Table>(
  db: Db,
  table: T,
  { programId, page, pageSize }: { programId: string; page: number; pageSize: number },
): Promise<Selectable<Database[T]>[]> {
  return sql<Selectable<Database[T]>>`
    SELECT * FROM ${sql.table(table)} WHERE program_id = ${programId}
    ORDER BY created_at DESC, id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`
    .execute(db)
    .then(({ rows }) => rows);
}

/** One of them under its row lock. */
export async function lockObject<T extends Table>(
  db: Db,
  table: T,
  { programId, id }: { programId: string; id: string },
): Promise<Selectable<Database[T]> | undefined> {
  const { rows } = await sql<Selectable<Database[T]>>`
    SELECT * FROM ${sql.table(table)} WHERE program_id = ${programId} AND id = ${id} FOR NO KEY UPDATE`.execute(db);
  return rows[0];
}

/** Every group of a program, oldest first. */
export const allGroups = (db: Db, programId: string) =>
  db.selectFrom("groups").selectAll().where("program_id", "=", programId).orderBy("created_at").orderBy("id").execute();

/** Adds a group. */
export const insertGroup = (db: Db, row: Insertable<GroupsTable>) =>
  db.insertInto("groups").values(row).returningAll().executeTakeFirstOrThrow();

/** Writes columns of a group. */
export const updateGroupRow = (db: Db, id: string, patch: Updateable<GroupsTable>) =>
  db.updateTable("groups").set(patch).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

/** Adds a reward. */
export const insertReward = (db: Db, row: Insertable<RewardsTable>) =>
  db.insertInto("rewards").values(row).returningAll().executeTakeFirstOrThrow();

/** Writes columns of a reward. */
export const updateRewardRow = (db: Db, id: string, patch: Updateable<RewardsTable>) =>
  db.updateTable("rewards").set(patch).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

/** Adds a discount. */
export const insertDiscount = (db: Db, row: Insertable<DiscountsTable>) =>
  db.insertInto("discounts").values(row).returningAll().executeTakeFirstOrThrow();

/** Writes columns of a discount. */
export const updateDiscountRow = (db: Db, id: string, patch: Updateable<DiscountsTable>) =>
  db.updateTable("discounts").set(patch).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

/** The event of a program's unarchived reward, if there is one. */
export async function rewardEventOf(db: Db, programId: string, id: string): Promise<RewardEvent | undefined> {
  const row = await db
    .selectFrom("rewards")
    .select("event")
    .where("program_id", "=", programId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  return row?.event;
}

/** Locks the next members of a group, those who left and those without rewards too, in the order in which all lock enrollments. */
export async function lockMembers(
  db: Db,
  groupId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM enrollments WHERE group_id = ${groupId} AND id > ${after}
    ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives the new id of their group to those of these members that still have the old one; switched-off members stay without. */
export async function passOnToMembers(
  db: Db,
  ids: readonly string[],
  { column, before, after }: OfferChange,
): Promise<void> {
  await sql`
    UPDATE enrollments SET ${sql.ref(column)} = ${after}, version = version + 1
    WHERE id = ANY(${ids}) AND removed_at IS NULL AND status NOT IN ('banned', 'deactivated')
      AND ${sql.ref(column)} IS NOT DISTINCT FROM ${before}::text`.execute(db);
}

/** Groups that have changes which members have still to follow. */
export async function groupsWithMoves(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM groups WHERE offer_moves <> '[]' ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many groups name a reward or discount. */
export async function groupsWith(db: Db, column: OfferColumn, id: string): Promise<number> {
  const query = db.selectFrom("groups").select((eb) => eb.fn.countAll<number>().as("count"));
  return Number((await query.where(column, "=", id).executeTakeFirstOrThrow()).count);
}

/** The rewards and the discount of a group. */
export async function offerOfGroup(db: Db, group: GroupRow) {
  const { click_reward_id, lead_reward_id, sale_reward_id, referral_reward_id, discount_id } = group;
  const ids = [click_reward_id, lead_reward_id, sale_reward_id, referral_reward_id].filter((id) => id !== null);
  const rewards =
    ids.length === 0 ? [] : await db.selectFrom("rewards").selectAll().where("id", "in", ids).orderBy("id").execute();
  const discount =
    discount_id === null
      ? undefined
      : await db.selectFrom("discounts").selectAll().where("id", "=", discount_id).executeTakeFirst();
  return { rewards, discount };
}
