import type { Db } from "../../schema.ts";

/** Notes that a visitor used an enrollment's embed. */
export async function noteEmbedVisitor(
  db: Db,
  enrollmentId: string,
  { visitor, address, at }: { visitor: string; address: string; at: Date },
): Promise<void> {
  await db
    .insertInto("embed_visitors")
    .values({ enrollment_id: enrollmentId, visitor, address, seen_at: at })
    .onConflict((conflict) => conflict.columns(["enrollment_id", "visitor"]).doUpdateSet({ seen_at: at }))
    .execute();
}
