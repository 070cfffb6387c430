import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import type { DecisionRow } from "../../schema/money.ts";
import { afterTest, type PageRange } from "./embed-earnings.ts";
import { findRecruit, recruitFigures } from "../partners/recruits.ts";

/** Decisions about an enrollment's events, newest first. */
export function listDecisions(db: Db, enrollmentId: string, { after, limit }: PageRange): Promise<DecisionRow[]> {
  return db
    .selectFrom("decisions")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where(afterTest(sql`at`, sql`id`, { after }))
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** An enrollment, its application answers, oldest first, the partner who invited it, and the partners it invited. */
export async function findOwnEnrollment(db: Db, id: string) {
  const enrollment = await db.selectFrom("enrollments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const applications = await db
    .selectFrom("applications")
    .selectAll()
    .where("enrollment_id", "=", id)
    .orderBy("position")
    .execute();
  return { enrollment, applications, recruit: await findRecruit(db, id), recruits: await recruitFigures(db, id) };
}
