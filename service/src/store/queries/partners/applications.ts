import { sql, type Insertable, type Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import { recruitOf } from "./recruits.ts";
import type { ApplicationsTable } from "../../schema/tables.ts";

/** An enrollment's last application that was reviewed. */
export function latestReview(db: Db, enrollmentId: string) {
  return db
    .selectFrom("applications")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where("reviewed_at", "is not", null)
    .orderBy("position", "desc")
    .executeTakeFirst();
}

/** Adds an application. */
export async function insertApplication(db: Db, row: Insertable<ApplicationsTable>): Promise<void> {
  await db.insertInto("applications").values(row).execute();
}

/** Writes the review of an application. */
export async function updateApplication(db: Db, id: string, patch: Updateable<ApplicationsTable>): Promise<void> {
  await db.updateTable("applications").set(patch).where("id", "=", id).execute();
}

/** Which applications are listed. */
export interface ApplicationFilter {
  country?: string;
  groupId?: string;
  partnerId?: string;
  page: number;
  pageSize: number;
}

/** A page of pending applications of a program, newest first, each with its partner. */
export function listApplications(db: Db, programId: string, filter: ApplicationFilter) {
  let query = db
    .selectFrom("applications as a")
    .innerJoin("enrollments as e", "e.id", "a.enrollment_id")
    .innerJoin("partners as p", "p.id", "e.partner_id")
    .innerJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .where("e.program_id", "=", programId)
    .where("e.status", "=", "pending")
    .where("e.removed_at", "is", null)
    .where("a.reviewed_at", "is", null)
    .where("a.withdrawn_at", "is", null);
  if (filter.country !== undefined) {
    query = query.where(sql`lower(f.country)`, "=", sql`lower(${filter.country})`);
  }
  if (filter.groupId !== undefined) query = query.where("e.group_id", "=", filter.groupId);
  if (filter.partnerId !== undefined) query = query.where("e.partner_id", "=", filter.partnerId);
  return query
    .select(["a.id", "a.submitted_at", "a.values", "a.form_snapshot", "e.group_id", "e.status", "p.id as partner_id"])
    .select(["p.email", "f.name", "f.company_name", "f.image", "f.description", "f.country", "f.website"])
    .select(["f.youtube", "f.twitter", "f.linkedin", "f.instagram", "f.tiktok"])
    .select(recruitOf(sql.ref("e.id")).as("recruit"))
    .orderBy("a.submitted_at", "desc")
    .orderBy("a.id", "desc")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
}
