import { sql, type Insertable, type Updateable } from "kysely";
import type { ReferralForm } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { SentSubmission, SubmissionRow } from "../../schema/enrollments.ts";
import { afterTest, type PageRange } from "../embed/embed-earnings.ts";
import type { ReferralSubmissionsTable } from "../../schema/tables.ts";

/** An enrollment's submissions, newest first. */
export function listSubmissions(db: Db, enrollmentId: string, { after, limit }: PageRange): Promise<SubmissionRow[]> {
  return db
    .selectFrom("referral_submissions")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where(afterTest(sql`created_at`, sql`id`, { after }))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** How many submissions an enrollment has made. */
export async function countSubmissions(db: Db, enrollmentId: string): Promise<number> {
  const row = await db
    .selectFrom("referral_submissions")
    .select(sql<number>`count(*)`.as("n"))
    .where("enrollment_id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Adds a submission; the same values a second time are a unique violation. */
export async function insertSubmission(db: Db, row: Insertable<ReferralSubmissionsTable>): Promise<SubmissionRow> {
  return db.insertInto("referral_submissions").values(row).returningAll().executeTakeFirstOrThrow();
}

/** The submission form of an enrollment's group. */
export async function submissionForm(db: Db, enrollmentId: string): Promise<ReferralForm | null> {
  const row = await db
    .selectFrom("enrollments as e")
    .innerJoin("groups as g", "g.id", "e.group_id")
    .select("g.referral_form")
    .where("e.id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
  return row.referral_form;
}

/** A page of what all partners of a program sent, newest first. */
export function programSubmissions(
  db: Db,
  programId: string,
  filter: { status?: SubmissionRow["status"]; enrollmentId?: string; page: number; pageSize: number },
) {
  let query = db
    .selectFrom("referral_submissions as r")
    .innerJoin("enrollments as e", "e.id", "r.enrollment_id")
    .where("e.program_id", "=", programId)
    .where("e.removed_at", "is", null);
  if (filter.status !== undefined) query = query.where("r.status", "=", filter.status);
  if (filter.enrollmentId !== undefined) query = query.where("r.enrollment_id", "=", filter.enrollmentId);
  return query
    .selectAll("r")
    .select("e.partner_id")
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
}

/** A submission of a workspace, with who sent it. */
export function findSubmission(db: Db, workspaceId: string, id: string): Promise<SentSubmission | undefined> {
  return db
    .selectFrom("referral_submissions as r")
    .innerJoin("enrollments as e", "e.id", "r.enrollment_id")
    .selectAll("r")
    .select("e.partner_id")
    .where("r.id", "=", id)
    .where("e.workspace_id", "=", workspaceId)
    .executeTakeFirst();
}

/** Takes the row lock of a submission. */
export function lockSubmission(db: Db, id: string): Promise<SubmissionRow> {
  return db
    .selectFrom("referral_submissions")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Writes columns of a submission. */
export async function updateSubmission(db: Db, id: string, patch: Updateable<ReferralSubmissionsTable>): Promise<void> {
  await db.updateTable("referral_submissions").set(patch).where("id", "=", id).execute();
}
