import { sql, type Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { DiscountCodesTable } from "../../schema/tables.ts";

/** A code with its partner and its discount. */
export type DiscountCodeRow = Awaited<ReturnType<typeof findDiscountCode>> & object;

function selectCodes(db: Db, programId: string) {
  return db
    .selectFrom("discount_codes as c")
    .innerJoin("enrollments as e", "e.id", "c.enrollment_id")
    .leftJoin("discounts as d", "d.id", "c.discount_id")
    .where("c.program_id", "=", programId)
    .select(["c.id", "c.code", "c.discount_id", "c.link_id", "c.disabled_at", "e.partner_id"])
    .select(["d.type", "d.amount_minor", "d.rate_bp", "d.max_duration"]);
}

/** A page of a program's codes, newest first. */
export function listDiscountCodes(
  db: Db,
  programId: string,
  filter: { enrollmentId?: string; discountId?: string; page: number; pageSize: number },
) {
  let query = selectCodes(db, programId);
  if (filter.enrollmentId !== undefined) query = query.where("c.enrollment_id", "=", filter.enrollmentId);
  if (filter.discountId !== undefined) query = query.where("c.discount_id", "=", filter.discountId);
  return query
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
}

/** A code of a program by its id, or as it is spelled in any letter case. */
export function findDiscountCode(db: Db, programId: string, idOrCode: string) {
  return selectCodes(db, programId)
    .where((eb) => eb.or([eb("c.id", "=", idOrCode), eb(sql`lower(c.code)`, "=", idOrCode.toLowerCase())]))
    .orderBy(sql`c.id = ${idOrCode}`, "desc")
    .executeTakeFirst();
}

/** Whether a link, or a partner, has a code already. */
export async function hasDiscountCode(db: Db, of: { linkId: string } | { enrollmentId: string }): Promise<boolean> {
  const codes = db.selectFrom("discount_codes").select("id").limit(1);
  const own =
    "linkId" in of ? codes.where("link_id", "=", of.linkId) : codes.where("enrollment_id", "=", of.enrollmentId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Adds a code. */
export async function insertDiscountCode(db: Db, row: Insertable<DiscountCodesTable>): Promise<void> {
  await db.insertInto("discount_codes").values(row).execute();
}

/** Removes a code; it may be given again. */
export async function deleteDiscountCodeRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("discount_codes").where("id", "=", id).execute();
}
