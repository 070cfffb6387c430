import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { recruitOf } from "../partners/recruits.ts";

/** The application of an enrollment that waits for review. */
export async function openApplicationId(db: Db, enrollmentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("applications")
    .select("id")
    .where("enrollment_id", "=", enrollmentId)
    .where("reviewed_at", "is", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

/** An application with its partner. */
export function findApplication(db: Db, id: string) {
  return db
    .selectFrom("applications as a")
    .innerJoin("enrollments as e", "e.id", "a.enrollment_id")
    .innerJoin("partners as p", "p.id", "e.partner_id")
    .innerJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .where("a.id", "=", id)
    .select(["a.id", "a.submitted_at", "a.values", "a.form_snapshot", "e.group_id", "e.status", "p.id as partner_id"])
    .select(["p.email", "f.name", "f.company_name", "f.image", "f.description", "f.country", "f.website"])
    .select(["f.youtube", "f.twitter", "f.linkedin", "f.instagram", "f.tiktok"])
    .select(recruitOf(sql.ref("e.id")).as("recruit"))
    .executeTakeFirstOrThrow();
}
