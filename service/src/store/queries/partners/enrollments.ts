import { sql, type Insertable } from "kysely";
import { isOneOf } from "../id-lists.ts";
import type { Milestone } from "referrals-embed/contract";
import { present } from "../../../present.ts";
import type { Db } from "../../schema.ts";
import type { EnrollmentPatch, EnrollmentRow, MoneyMove } from "../../schema/enrollments.ts";
import { lockEnrollments } from "../tracking/tracking.ts";
import type { EnrollmentsTable } from "../../schema/tables.ts";

/** The live enrollment of a program by partner, tenant or application, or by its own id. */
export function findLiveEnrollment(
  db: Db,
  programId: string,
  by: { partnerId: string } | { tenantId: string } | { applicationId: string } | { id: string },
): Promise<EnrollmentRow | undefined> {
  return db
    .selectFrom("enrollments")
    .selectAll()
    .where("program_id", "=", programId)
    .where("removed_at", "is", null)
    .where((eb) => {
      if ("partnerId" in by) return eb("partner_id", "=", by.partnerId);
      if ("tenantId" in by) return eb("tenant_id", "=", by.tenantId);
      if ("id" in by) return eb("id", "=", by.id);
      const application = eb.selectFrom("applications").select("enrollment_id").where("id", "=", by.applicationId);
      return eb("id", "=", application);
    })
    .executeTakeFirst();
}

/**
 * An enrollment under its row lock, which whoever creates or changes its commissions holds. Who brought it in is locked in the same step:
 * a ban takes back what they earned by it, and a later lock could be one of a smaller id.
 */
export async function lockEnrollment(db: Db, id: string): Promise<EnrollmentRow> {
  return present((await lockEnrollments(db, [id])).get(id), "the enrollment");
}

/** Adds an enrollment and its row of figures. */
export async function insertEnrollment(
  db: Db,
  row: Insertable<EnrollmentsTable>,
  accrual: boolean,
): Promise<EnrollmentRow> {
  const inserted = await db.insertInto("enrollments").values(row).returningAll().executeTakeFirstOrThrow();
  await db
    .insertInto("enrollment_stats")
    .values({
      enrollment_id: inserted.id,
      program_id: inserted.program_id,
      partner_id: inserted.partner_id,
      created_at: inserted.created_at,
      accrual,
    })
    .execute();
  return inserted;
}

/**
 * Changes an enrollment's own fields, its version with them, if it still is as it was read.
 * @returns the new row, or `undefined` when someone else was first
 */
export function updateEnrollment(
  db: Db,
  asRead: Pick<EnrollmentRow, "id" | "status" | "version">,
  patch: EnrollmentPatch,
): Promise<EnrollmentRow | undefined> {
  return db
    .updateTable("enrollments")
    .set({ ...patch, version: asRead.version + 1 })
    .where("id", "=", asRead.id)
    .where("status", "=", asRead.status)
    .where("version", "=", asRead.version)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Notes which milestones the partner was told of; no change of the enrollment itself, so its version stays. */
export async function setMilestones(db: Db, id: string, told: readonly Milestone[]): Promise<void> {
  const patch = { milestones_told: JSON.stringify(told) };
  await db.updateTable("enrollments").set(patch).where("id", "=", id).execute();
}

/**
 * Changes some of what its commissions have still to follow, `undefined` for what they have followed; no change of the enrollment itself, so
 * its version stays. The caller holds its lock.
 */
export async function changeMoneyMove(
  db: Db,
  id: string,
  change: { [Name in keyof MoneyMove]: MoneyMove[Name] | undefined },
): Promise<void> {
  const before = (await findMoneyMove(db, id)) ?? {};
  const text = JSON.stringify({ ...before, ...change });
  if (text === JSON.stringify(before)) return;
  const patch = { money_move: text === "{}" ? null : text };
  await db.updateTable("enrollments").set(patch).where("id", "=", id).execute();
}

/** What its commissions have still to follow. */
export async function findMoneyMove(db: Db, id: string): Promise<MoneyMove | null> {
  const query = db.selectFrom("enrollments").select("money_move").where("id", "=", id);
  return (await query.executeTakeFirstOrThrow()).money_move;
}

/** The enrollments whose commissions have still to follow. */
export function enrollmentsWithMove(db: Db): Promise<{ id: string; workspaceId: string }[]> {
  return db
    .selectFrom("enrollments")
    .select(["id", "workspace_id as workspaceId"])
    .where("money_move", "is not", null)
    .orderBy("id")
    .execute();
}

/** Switches an enrollment's links off, only those still on, and notes why. The caller holds their locks. */
export async function switchLinksOff(db: Db, id: string, { by, at }: { by: string; at: Date }): Promise<void> {
  await db
    .updateTable("links")
    .set({ disabled_at: at, disabled_by: by })
    .where("enrollment_id", "=", id)
    .where("disabled_at", "is", null)
    .execute();
  await db
    .updateTable("discount_codes")
    .set({ disabled_at: at, disabled_by: by })
    .where("enrollment_id", "=", id)
    .where("disabled_at", "is", null)
    .execute();
}

/** Switches on again what a status switched off, and nothing else. The caller holds the locks of the links. */
export async function switchLinksOn(db: Db, id: string): Promise<void> {
  await db
    .updateTable("links")
    .set({ disabled_at: null, disabled_by: null })
    .where("enrollment_id", "=", id)
    .where("disabled_by", "like", "status:%")
    .execute();
  await db
    .updateTable("discount_codes")
    .set({ disabled_at: null, disabled_by: null })
    .where("enrollment_id", "=", id)
    .where("disabled_by", "like", "status:%")
    .execute();
}

/** Removes an enrollment's links that nothing was ever recorded for, but for those that `isClicked` knows to be clicked. */
export async function removeUnusedLinks(db: Db, id: string, isClicked: (linkId: string) => boolean): Promise<void> {
  // Locked, so that no click of them is stored between this look and the next one, in memory.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM links l WHERE l.enrollment_id = ${id} AND l.clicks + l.unique_clicks + l.leads + l.sales = 0
      AND NOT EXISTS (SELECT 1 FROM click_events WHERE link_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM lead_events WHERE link_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM sale_events WHERE link_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM customers WHERE link_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM commissions WHERE link_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM discount_codes WHERE link_id = l.id)
    ORDER BY id FOR UPDATE`.execute(db);
  const unused = rows.map((row) => row.id).filter((linkId) => !isClicked(linkId));
  if (unused.length > 0) await db.deleteFrom("links").where(isOneOf("id", unused)).execute();
}

/** Whether an enrollment ever had a commission row. */
export async function hasCommissions(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("commissions")
    .select("id")
    .where("enrollment_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The net of an enrollment's commissions that are earned and not yet paid. */
export async function unpaidBalance(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom("enrollment_stats")
    .select((eb) => eb("pending_commissions", "+", eb.ref("held_commissions")).as("waiting"))
    .select("processed_commissions as processed")
    .where("enrollment_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(row.waiting) + row.processed;
}

/** Ids of those among `rewardIds` that exist unarchived, for restoring. */
export async function livingRewards(db: Db, rewardIds: string[]): Promise<Set<string>> {
  if (rewardIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("rewards")
    .select("id")
    .where("id", "in", rewardIds)
    .where("archived_at", "is", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** All enrollments of a partner in a workspace, those that have ended too. */
export async function enrollmentsOfPartner(db: Db, workspaceId: string, partnerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("enrollments")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("partner_id", "=", partnerId)
    .execute();
  return rows.map(({ id }) => id);
}
